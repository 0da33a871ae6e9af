package proof

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/internal/reason"
)

// schema is the schema of a proof's header.
const schema = "ply.proof/1"

// Header is the header of a proof.
type Header struct {
	Schema   string  `json:"schema"`   // "ply.proof/1"
	Game     string  `json:"game"`     // as engine.About.Name
	Position string  `json:"position"` // the root
	Claims   []Claim `json:"claims"`   // one or two, each with its tree
	// Jobs is the common part of the jobs on which leaves rest, in their own format. With the
	// position and the window of a leaf it determines the name of the leaf's job. Nil means
	// that it is unknown.
	Jobs json.RawMessage `json:"jobs,omitempty"`
}

const (
	maxHeader = 64 << 10 // bytes
	maxClaims = 2
	maxNumber = 1 << 20 // of a record
	maxName   = 255     // bytes
)

// kind is the kind of a record; see the documentation of the package.
type kind uint8

const (
	kindEnd kind = iota
	kindKnown
	kindRests
	kindChoose
	kindAll
	kinds
)

const kindBits = 3

// check rejects headers that no proof can have.
func (h *Header) check() error {
	if err := reason.Schema(h.Schema, schema, nil); err != nil {
		return err
	}
	if len(h.Claims) < 1 || len(h.Claims) > maxClaims {
		return reason.Errorf("%d claims, want 1 or 2", len(h.Claims))
	}
	for _, c := range h.Claims {
		if !c.valid() {
			return reason.Errorf("a claim of %v", c.AtLeast)
		}
	}
	return nil
}

// readHeader reads the first line of a proof.
func readHeader(r io.ByteReader) (h Header, err error) {
	var line []byte
	for {
		b, err := r.ReadByte()
		if err != nil {
			return h, reason.New("it ends within the header")
		}
		if b == '\n' {
			break
		}
		if line = append(line, b); len(line) >= maxHeader {
			return h, reason.New("the header is too long")
		}
	}
	// A later format may have fields that this one does not know.
	if json.Unmarshal(line, &h) == nil && errors.Is(reason.Schema(h.Schema, schema, nil), reason.ErrNewer) {
		return h, h.check()
	}
	h = Header{}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&h); err != nil {
		return h, reason.Errorf("the header: %w", err)
	}
	if d.InputOffset() != int64(len(line)) {
		return h, reason.New("the header: more than one document")
	}
	if err := noDoubles(json.NewDecoder(bytes.NewReader(line))); err != nil {
		return h, reason.Errorf("the header: %w", err)
	}
	return h, h.check()
}

// noDoubles rejects a JSON value in which an object has a key twice: readers differ in which
// value they use. As in package encoding/json, case does not matter.
func noDoubles(d *json.Decoder) error {
	begin, err := d.Token()
	if err != nil || begin != json.Delim('{') && begin != json.Delim('[') {
		return err
	}
	var keys []string
	for d.More() {
		if begin == json.Delim('{') {
			token, err := d.Token()
			if err != nil {
				return err
			}
			key, _ := token.(string)
			if slices.ContainsFunc(keys, func(other string) bool { return strings.EqualFold(key, other) }) {
				return reason.Errorf("the key %q stands twice", key)
			}
			keys = append(keys, key)
		}
		if err := noDoubles(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// Rules are what a proof needs from a game. The text of a position must represent the position
// completely, as it does in every game that can parse it.
type Rules[S any, M comparable] interface {
	game.Rules[S, M]
	FormatPosition(s *S) string
}

// Canon finds the canonical text of positions, which all their images share. It is not safe for
// concurrent use.
type Canon[S any, M comparable, R Rules[S, M]] struct {
	rules   R
	images  game.Symmetric[S, M] // nil if the game has none
	scratch S
}

// NewCanon returns a Canon for a game.
func NewCanon[S any, M comparable, R Rules[S, M]](rules R) *Canon[S, M, R] {
	return &Canon[S, M, R]{rules: rules, images: capability.Of[S, M](rules).Symmetric}
}

// Text returns the canonical text of s: the least, in the order of bytes, of the texts of the
// images of s with the same side to move.
func (c *Canon[S, M, R]) Text(s *S) string {
	least := c.rules.FormatPosition(s)
	if c.images == nil {
		return least
	}
	mover := c.rules.ToMove(s)
	var none M
	for k := 1; ; k++ {
		if _, ok := c.images.Image(&c.scratch, s, none, k); !ok {
			return least
		}
		if c.rules.ToMove(&c.scratch) == mover {
			least = min(least, c.rules.FormatPosition(&c.scratch))
		}
	}
}

// Key identifies a position and its images: the first half of the SHA-256 sum of their
// canonical text. Unlike with the hashes of searches, it is infeasible to find two positions
// with the same key.
type Key [sha256.Size / 2]byte

// Key returns the key of s.
func (c *Canon[S, M, R]) Key(s *S) Key {
	sum := sha256.Sum256([]byte(c.Text(s)))
	return Key(sum[:len(Key{})])
}

// Writer writes a proof record by record, in the order of the file. It does not check the
// records; Verify does. After an error it writes nothing, and Close returns the error.
type Writer struct {
	out *bufio.Writer
	sum hash.Hash
	err error
}

// NewWriter begins a proof. It sets the schema of the header.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	h = Header{schema, h.Game, h.Position, h.Claims, h.Jobs}
	if err := h.check(); err != nil {
		return nil, err
	}
	line, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if len(line) >= maxHeader {
		return nil, reason.Errorf("a header of %d bytes, want less than %d", len(line), maxHeader)
	}
	p := &Writer{out: bufio.NewWriter(w), sum: sha256.New()}
	p.write(append(line, '\n'))
	return p, nil
}

// End writes that the game is over.
func (w *Writer) End() { w.record(kindEnd, 0) }

// Known writes that the position, or an image of it, was proven above.
func (w *Writer) Known() { w.record(kindKnown, 0) }

// Rests writes that the position's value rests on the named job.
func (w *Writer) Rests(job string) {
	if (job == "" || len(job) > maxName) && w.err == nil {
		w.err = reason.Errorf("the name of a job has %d bytes, want 1 to %d", len(job), maxName)
	}
	w.record(kindRests, len(job))
	w.write([]byte(job))
}

// Choose writes that a move of the attacker, given by its number, suffices. The records of the
// position after it follow.
func (w *Writer) Choose(move int) { w.record(kindChoose, move) }

// All writes that all replies are refuted. The records of the positions after them follow, in
// their order.
func (w *Writer) All(replies int) { w.record(kindAll, replies) }

// Close ends the proof. It does not close the underlying writer.
func (w *Writer) Close() error {
	w.write(w.sum.Sum(nil))
	if w.err != nil {
		return w.err
	}
	return w.out.Flush()
}

func (w *Writer) record(k kind, number int) {
	w.write(binary.AppendUvarint(nil, uint64(number)<<kindBits|uint64(k)))
}

func (w *Writer) write(b []byte) {
	if w.err != nil {
		return
	}
	if _, w.err = w.out.Write(b); w.err == nil {
		w.sum.Write(b)
	}
}

// Claim says that the attacker gets at least AtLeast, seen from the attacker's side: ADraw,
// AWin, or the score of a margin below 0 or above 1. It makes no difference how soon a game is
// won or lost.
type Claim struct {
	Attacker game.Player // player whose value is bounded
	AtLeast  game.Score  // the least value claimed
}

// The values of claims about games that end without margins.
const (
	ADraw game.Score = 0
	AWin  game.Score = 1 // by whatever margin
)

// valid reports whether c is a claim that can be made.
func (c Claim) valid() bool {
	n, ok := c.AtLeast.Points()
	return c.Attacker <= game.Second && (c.AtLeast == ADraw || c.AtLeast == AWin || ok && (n < 0 || n > 1))
}

// Holds reports whether a final value, seen from mover, satisfies c.
func (c Claim) Holds(mover game.Player, v game.Score) bool { return c.Meets(mover, v, v) }

// Meets reports whether proven bounds of a value, seen from mover, prove c.
func (c Claim) Meets(mover game.Player, lower, upper game.Score) bool {
	if mover != c.Attacker {
		lower = -upper
	}
	return lower >= c.AtLeast
}

// Fails reports whether proven bounds of a value, seen from mover, prove that c is false.
func (c Claim) Fails(mover game.Player, lower, upper game.Score) bool {
	return c.Denial().Meets(mover, lower, upper)
}

// Denial returns the claim of the other side that is true if and only if c is false.
func (c Claim) Denial() Claim { return Claim{c.Attacker.Other(), 1 - c.AtLeast} }

// Window returns the null window that decides c, seen from mover.
func (c Claim) Window(mover game.Player) game.Window {
	if mover == c.Attacker {
		return game.Null(c.AtLeast - 1)
	}
	return game.Null(-c.AtLeast)
}

// String returns the claim as text: "first gets at least +4".
func (c Claim) String() string { return c.Reason().Error() }

// Reason returns the text of String as an error that can be translated, for use within other
// errors.
func (c Claim) Reason() error {
	return reason.Errorf("%v gets at least %s", c.Attacker, reason.Phrase(c.Least()))
}

// Least returns the claimed value as text: "win", "draw", or the margin with its sign.
func (c Claim) Least() string {
	switch {
	case c.AtLeast == AWin:
		return "win"
	case c.AtLeast == ADraw:
		return "draw"
	}
	n, _ := c.AtLeast.Points()
	return fmt.Sprintf("%+d", n)
}

// ParseLeast parses the result of Claim.Least.
func ParseLeast(text string) (game.Score, error) {
	switch text {
	case "win":
		return AWin, nil
	case "draw":
		return ADraw, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < -game.MaxMargin || n > game.MaxMargin {
		return 0, reason.Errorf("%q, want win, draw or a margin", text)
	}
	if n == 1 {
		return AWin, nil
	}
	return game.Margin(n), nil
}

// claimJSON is the form of a Claim in the header of a proof.
type claimJSON struct {
	Attacker string `json:"attacker"`
	AtLeast  string `json:"at_least"`
}

// MarshalJSON returns the form of the claim in the header of a proof.
func (c Claim) MarshalJSON() ([]byte, error) {
	if !c.valid() {
		return nil, reason.Errorf("a claim of %v for player %d", c.AtLeast, c.Attacker)
	}
	return json.Marshal(claimJSON{c.Attacker.String(), c.Least()})
}

// UnmarshalJSON parses the form of a claim in the header of a proof.
func (c *Claim) UnmarshalJSON(data []byte) error {
	var doc claimJSON
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	switch doc.Attacker {
	case game.First.String():
		c.Attacker = game.First
	case game.Second.String():
		c.Attacker = game.Second
	default:
		return reason.Errorf("attacker %q, want first or second", doc.Attacker)
	}
	var err error
	c.AtLeast, err = ParseLeast(doc.AtLeast)
	if err != nil {
		return reason.Errorf("at_least: %w", err)
	}
	return nil
}
