package star

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/internal/reason"
)

// Scripts finds games and puzzles by names that are their texts, compressed, so that an address can carry
// them. Its elements are the names of those to be listed.
type Scripts []string

// prefix begins the name of a text.
const prefix = "star:"

// Limits of texts with names, and of their check.
const (
	maxText    = 1 << 15 // bytes
	maxName    = 6000    // bytes: addresses and headers hold it
	checkTime  = time.Second
	checkGames = 20
)

var (
	errName = reason.New("the address of the game is damaged")
	errText = reason.Errorf("the text is too large for an address: want at most %d bytes, compressed to %d", maxText, maxName)
)

// Name returns the name of a text. It fails if the text is too large.
func Name(text []byte) (string, error) {
	var packed bytes.Buffer
	z, _ := flate.NewWriter(&packed, flate.BestCompression) // it fails only for levels that do not exist
	_, _ = z.Write(text)                                    // a buffer does not fail
	_ = z.Close()
	name := prefix + base64.RawURLEncoding.EncodeToString(packed.Bytes())
	if len(text) > maxText || len(name) > maxName {
		return "", errText
	}
	return name, nil
}

// Listed returns the names to be listed.
func (s Scripts) Listed() []string { return s }

// Is reports whether name is that of a text.
func (Scripts) Is(name string) bool { return strings.HasPrefix(name, prefix) }

// Text returns the text that a name contains.
func (Scripts) Text(name string) ([]byte, error) {
	packed, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(name, prefix))
	if err != nil || len(name) > maxName {
		return nil, errName
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxText+1))
	if err != nil || len(text) > maxText {
		return nil, errName
	}
	return text, nil
}

// file returns the game or puzzle in a text. From the end of ctx on its functions fail.
func (Scripts) file(ctx context.Context, name string, text []byte) (*File, error) {
	f, err := read(ctx, "game.star", text, func(string) {}, func() {})
	if err == nil {
		f.called, f.bounded = name, true
	}
	return f, err
}

// Open returns the game or the puzzle with a name; the other is nil. From the end of ctx on its functions
// fail with the cause of that.
func (s Scripts) Open(ctx context.Context, name string) (g *engine.Game, p *puzzle.Puzzle, err error) {
	text, err := s.Text(name)
	if err != nil {
		return nil, nil, err
	}
	f, err := s.file(ctx, name, text)
	switch {
	case err != nil:
	case f.Puzzles():
		p, err = f.Puzzle()
	default:
		g, err = f.Game()
	}
	return g, p, err
}

// Check checks the laws of a text for a second or so. It returns the name of the game or puzzle, and what
// may be a mistake.
func (s Scripts) Check(ctx context.Context, text string) (name string, puzzles bool, notes []error, err error) {
	if name, err = Name([]byte(text)); err != nil {
		return "", false, nil, err
	}
	f, err := s.file(ctx, name, []byte(text))
	if err != nil {
		return "", false, nil, err
	}
	r := f.Check(checkGames, checkTime, rand.New(rand.NewPCG(1, 0)))
	return name, f.Puzzles(), r.Notes, r.Broken
}

// Templates returns texts to begin with, by their names.
func (Scripts) Templates() map[string]string {
	all := map[string]string{}
	for _, name := range Templates() {
		all[name] = string(Template(name))
	}
	return all
}
