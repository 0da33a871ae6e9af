package proof

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/internal/reason"
)

// The kinds of errors of proofs. The errors of this package wrap one of them.
var (
	// ErrDamaged means that a file is damaged or no proof.
	ErrDamaged = reason.New("damaged, or no proof")
	// ErrWrong means that a proof does not prove its claim.
	ErrWrong = reason.New("not proven")
	// ErrRepeats means that positions of the game may recur.
	ErrRepeats = reason.New("positions of this game may come back, and what they are worth may rest on the path")
)

// errUnchecked is the error of leaves that rest on jobs when nothing checks the jobs' results.
var errUnchecked = reason.New("nothing checks results of jobs")

// Error is an error of a proof and its place.
type Error struct {
	Err    error    // ErrDamaged or ErrWrong
	Offset int64    // of the record, in bytes
	Line   []string // the moves from the root to its position
	Cause  error    // what is wrong there
}

// Error returns the place and the error.
func (e *Error) Error() string { return e.Reason().Error() }

// Reason returns the text of Error as an error that can be translated.
func (e *Error) Reason() error {
	if len(e.Line) > 0 {
		return reason.Errorf("byte %d after %s: %v (%v)", e.Offset, strings.Join(e.Line, " "), e.Cause, e.Err)
	}
	return reason.Errorf("byte %d: %v (%v)", e.Offset, e.Cause, e.Err)
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// Reader reads a proof sequentially.
type Reader struct {
	header Header
	in     *bufio.Reader
	sum    hash.Hash
	offset int64 // of the next byte
}

// Open reads the header of a proof. Verify reads the rest.
func Open(r io.Reader) (*Reader, error) {
	p := &Reader{in: bufio.NewReader(r), sum: sha256.New()}
	var err error
	if p.header, err = readHeader(p); errors.Is(err, reason.ErrNewer) {
		return nil, err
	} else if err != nil {
		return nil, &Error{Err: ErrDamaged, Cause: err}
	}
	return p, nil
}

// Header returns the header of the proof.
func (r *Reader) Header() Header { return r.header }

// ReadByte returns the next byte, and includes it in the checksum.
func (r *Reader) ReadByte() (byte, error) {
	b, err := r.in.ReadByte()
	if err == nil {
		r.offset++
		r.sum.Write([]byte{b})
	}
	return b, err
}

// record reads a record, without the name of a job.
func (r *Reader) record() (kind, int, error) {
	v, err := binary.ReadUvarint(r)
	number := v >> kindBits
	switch k := kind(v & (1<<kindBits - 1)); {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return 0, 0, reason.New("it ends before the proof does")
	case err != nil:
		return 0, 0, err
	case k >= kinds || number > maxNumber:
		return 0, 0, reason.Errorf("a record of kind %d with number %d", k, number)
	default:
		return k, int(number), nil
	}
}

// name reads the name of a job.
func (r *Reader) name(length int) (string, error) {
	if length < 1 || length > maxName {
		return "", reason.Errorf("the name of a job of %d bytes, want 1 to %d", length, maxName)
	}
	text := make([]byte, length)
	for i := range text {
		var err error
		if text[i], err = r.ReadByte(); err != nil {
			return "", reason.New("it ends within the name of a job")
		}
	}
	return string(text), nil
}

// end reads the checksum, which must end the file.
func (r *Reader) end() error {
	want := r.sum.Sum(nil)
	got := make([]byte, len(want))
	if _, err := io.ReadFull(r.in, got); err != nil {
		return reason.New("it ends before its checksum does")
	}
	if !bytes.Equal(got, want) {
		return reason.New("the checksum is another")
	}
	if _, err := r.in.ReadByte(); !errors.Is(err, io.EOF) {
		return reason.New("more follows after the checksum")
	}
	return nil
}

// Leaf is a position whose value rests on a job.
type Leaf struct {
	Job      string      // its name
	Position string      // its canonical text; see Canon.Text
	Mover    game.Player // player to move
	Claim    Claim       // the result must imply it
}

// Options configure Verify. The zero value rejects leaves that rest on jobs.
type Options struct {
	// Job checks a leaf that rests on a job. If it returns an error, the proof is wrong there.
	// Nil rejects all such leaves.
	Job func(Leaf) error
	// Progress is called with the number of records read, about once a million. Nil means never.
	Progress func(records uint64)
}

// Report counts the parts of an accepted proof.
type Report struct {
	Records uint64 // Ends + Known + Rests + Choices + Replies
	Ends    uint64 // leaves where the game is over
	Known   uint64 // leaves that the same tree proves elsewhere
	Rests   uint64 // leaves that rest on the results of jobs
	Choices uint64 // positions with one move of the attacker
	Replies uint64 // positions with all replies
	Longest int    // plies from the root to the farthest leaf
	Bytes   int64  // of the file
}

// Verify reads the rest of a proof about root, the position of its header, and returns the
// counts of its parts. If the proof is not accepted, the error is an *Error with the place. For
// a game whose positions may recur it wraps ErrRepeats.
func Verify[S any, M comparable, R Rules[S, M]](rules R, r *Reader, root *S, o Options) (Report, error) {
	if Repeats[S, M](rules) {
		return Report{}, ErrRepeats
	}
	v := &verifier[S, M, R]{Reader: r, Options: o, rules: rules, canon: NewCanon[S, M](rules)}
	for _, c := range r.header.Claims {
		v.claim, v.proven = c, make(map[Key]struct{})
		if err := v.tree(root); err != nil {
			return v.report, err
		}
	}
	v.at = r.offset
	if err := r.end(); err != nil {
		return v.report, v.damaged(err)
	}
	v.report.Bytes = r.offset + sha256.Size
	return v.report, nil
}

// Repeats reports whether positions of a game may recur.
func Repeats[S any, M comparable](rules game.Rules[S, M]) bool {
	return capability.Of(rules).Repeater != nil
}

// verifier verifies one proof.
type verifier[S any, M comparable, R Rules[S, M]] struct {
	*Reader
	Options
	rules  R
	canon  *Canon[S, M, R]
	claim  Claim
	proven map[Key]struct{} // positions below which everything has been read
	stack  []*frame[S, M]   // from the root to the current position
	spare  []*frame[S, M]
	at     int64 // offset of its record
	report Report
}

// frame is a position with children that are still to be read.
type frame[S any, M comparable] struct {
	state  S
	moves  []M
	next   int // the move whose child is current
	last   int // one after the last move whose child must be read
	status game.Status
}

// tree reads the tree of one claim.
func (v *verifier[S, M, R]) tree(root *S) error {
	v.stack = v.stack[:0]
	v.push().state = *root
	for len(v.stack) > 0 {
		leaf, err := v.position()
		if err != nil {
			return err
		}
		v.report.Records++
		if v.Progress != nil && v.report.Records%(1<<20) == 0 {
			v.Progress(v.report.Records)
		}
		if leaf {
			v.pop()
		}
		v.proceed()
	}
	return nil
}

// push adds a frame with arbitrary contents.
func (v *verifier[S, M, R]) push() *frame[S, M] {
	f := new(frame[S, M])
	if n := len(v.spare); n > 0 {
		f, v.spare = v.spare[n-1], v.spare[:n-1]
	}
	v.stack = append(v.stack, f)
	return f
}

// pop removes the top of the stack, a proven position.
func (v *verifier[S, M, R]) pop() {
	n := len(v.stack) - 1
	v.report.Longest = max(v.report.Longest, n)
	v.spare = append(v.spare, v.stack[n])
	if v.stack = v.stack[:n]; n > 0 {
		v.stack[n-1].next++
	}
}

// proceed moves to the next position to read. It removes positions from the stack whose
// children have all been read: they are proven.
func (v *verifier[S, M, R]) proceed() {
	for len(v.stack) > 0 {
		f := v.stack[len(v.stack)-1]
		if f.next < f.last {
			v.rules.Play(&v.push().state, &f.state, f.moves[f.next])
			return
		}
		v.proven[v.canon.Key(&f.state)] = struct{}{}
		v.pop()
	}
}

// position reads the record of the position at the top of the stack and checks it. leaf means
// that nothing below the position follows.
func (v *verifier[S, M, R]) position() (leaf bool, err error) {
	f := v.stack[len(v.stack)-1]
	v.at = v.offset
	k, number, err := v.record()
	if err != nil {
		return false, v.damaged(err)
	}
	f.moves, f.status = v.rules.Moves(&f.state, f.moves[:0])
	f.next, f.last = 0, 0
	if f.status.Over() != (k == kindEnd) {
		return false, v.wrong(reason.Errorf("the game is %s there", f.status))
	}
	switch mover := v.rules.ToMove(&f.state); k {
	case kindEnd:
		return true, v.over(mover, f, number)
	case kindKnown:
		return true, v.known(f, number)
	case kindRests:
		return true, v.rests(mover, f, number)
	case kindChoose:
		return false, v.choose(mover, f, number)
	default:
		return false, v.all(mover, f, number)
	}
}

func (v *verifier[S, M, R]) over(mover game.Player, f *frame[S, M], number int) error {
	v.report.Ends++
	value := f.status.Score()
	switch {
	case number != 0:
		return v.damaged(reason.Errorf("an end with number %d", number))
	case !v.claim.Holds(mover, value):
		return v.wrong(reason.Errorf("the game ends with a %s for %v, but %v", f.status, mover, v.claim))
	}
	return nil
}

func (v *verifier[S, M, R]) known(f *frame[S, M], number int) error {
	v.report.Known++
	if number != 0 {
		return v.damaged(reason.Errorf("a known position with number %d", number))
	}
	if _, proven := v.proven[v.canon.Key(&f.state)]; !proven {
		return v.wrong(reason.Errorf("%s is not proven above", v.rules.FormatPosition(&f.state)))
	}
	return nil
}

func (v *verifier[S, M, R]) rests(mover game.Player, f *frame[S, M], number int) error {
	v.report.Rests++
	name, err := v.name(number)
	if err != nil {
		return v.damaged(err)
	}
	if v.Job == nil {
		err = errUnchecked
	} else {
		err = v.Job(Leaf{name, v.canon.Text(&f.state), mover, v.claim})
	}
	if err != nil {
		return v.wrong(reason.Errorf("job %s: %v", name, err))
	}
	return nil
}

func (v *verifier[S, M, R]) choose(mover game.Player, f *frame[S, M], number int) error {
	v.report.Choices++
	switch {
	case mover != v.claim.Attacker:
		return v.wrong(reason.Errorf("one move is chosen where %v moves: all must be answered", mover))
	case number >= len(f.moves):
		return v.wrong(reason.Errorf("move %d of %d is chosen", number, len(f.moves)))
	}
	f.next, f.last = number, number+1
	return nil
}

func (v *verifier[S, M, R]) all(mover game.Player, f *frame[S, M], number int) error {
	v.report.Replies++
	switch {
	case mover == v.claim.Attacker:
		return v.wrong(reason.Errorf("all moves are answered where %v moves: one is to be chosen", mover))
	case number != len(f.moves):
		return v.wrong(reason.Errorf("%d replies of %d", number, len(f.moves)))
	}
	f.last = number
	return nil
}

func (v *verifier[S, M, R]) damaged(err error) error {
	return &Error{Err: ErrDamaged, Offset: v.at, Line: v.line(), Cause: err}
}

func (v *verifier[S, M, R]) wrong(err error) error {
	return &Error{Err: ErrWrong, Offset: v.at, Line: v.line(), Cause: err}
}

// line returns the moves from the root to the top of the stack.
func (v *verifier[S, M, R]) line() (line []string) {
	formatter, _ := any(v.rules).(game.Notation[S, M])
	for _, f := range v.stack[:max(0, len(v.stack)-1)] {
		m := f.moves[f.next]
		if formatter == nil {
			line = append(line, fmt.Sprint(m))
		} else {
			line = append(line, formatter.FormatMove(&f.state, m))
		}
	}
	return slices.Clip(line)
}
