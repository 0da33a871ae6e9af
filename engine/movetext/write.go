package movetext

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
)

// WriteEach writes games one after the other, as they come. Their moves must be legal. It fails
// for a variation that replaces no move.
func WriteEach[S any, M comparable](out io.Writer, d *Dialect[S, M], games iter.Seq[record.Record[S, M]]) error {
	n := 0
	for g := range games {
		if n++; n > 1 {
			if _, err := io.WriteString(out, "\n"); err != nil {
				return err
			}
		}
		if err := record.DepartsFromMoves(len(g.Moves), g.Variations); err != nil {
			return reason.Errorf("%s: game %d: %w", d.Name, n, err)
		}
		w := writer[S, M]{dialect: d}
		w.game(&g)
		if _, err := io.WriteString(out, w.out.String()); err != nil {
			return err
		}
	}
	return nil
}

// writer writes a game. It breaks lines of moves at 79 bytes.
type writer[S any, M comparable] struct {
	dialect *Dialect[S, M]
	out     strings.Builder
	width   int  // of the line of words that is being written, in bytes
	glued   bool // the next word follows without a space
}

// game writes a game: the standard tags, the game's own, the others by name, then the moves.
func (w *writer[S, M]) game(g *record.Record[S, M]) {
	d := w.dialect
	for _, t := range d.roster(&g.Heading) {
		if t[1] != "" {
			w.tag(t[0], t[1])
		}
	}
	implied := d.Tags(g)
	for _, t := range implied {
		w.tag(t[0], t[1])
	}
	for _, name := range slices.Sorted(maps.Keys(g.Tags)) {
		own, ok := strings.CutPrefix(name, d.Prefix)
		if ok && !slices.ContainsFunc(implied, func(t [2]string) bool { return t[0] == own }) {
			w.tag(own, g.Tags[name])
		}
	}
	w.endLine()
	w.comment(g.Comment)
	first := d.Ply(&g.Start)
	w.line(g.Start, first, g.Moves, g.Notes, g.Variations)
	w.word(d.End(g.Result))
	w.endLine()
}

// escape protects characters that would end a value.
var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// tag writes a line of a heading.
func (w *writer[S, M]) tag(name, value string) {
	fmt.Fprintf(&w.out, "[%s \"%s\"]\n", name, escape.Replace(strings.Join(strings.Fields(value), " ")))
}

// endLine ends a line.
func (w *writer[S, M]) endLine() {
	w.out.WriteByte('\n')
	w.width = 0
}

// line writes moves from s with their notes and variations. ply is that of the
// first move, counted from move 1 of the first player.
func (w *writer[S, M]) line(s S, ply int, moves []M, notes record.Notes, variations []record.Variation[M]) {
	white := w.dialect.Rules.ToMove(&s) != w.dialect.White // has made the last move
	if len(moves) == 0 {
		if notes[0] != (record.Note{}) {
			w.word(formatNumber(ply))
			w.note(notes[0], white)
		}
		w.branches(s, ply, 0, variations)
	}
	numbered := false // the next move needs no number
	for i, m := range moves {
		if (ply+i)&1 == 0 || !numbered {
			w.word(formatNumber(ply + i))
		}
		if i == 0 { // a comment before the number would be on the game
			w.note(notes[0], white)
		}
		white = w.dialect.Rules.ToMove(&s) == w.dialect.White
		w.word(w.dialect.Rules.FormatMove(&s, m))
		commented := w.note(notes[i+1], white)
		numbered = !w.branches(s, ply+i, i, variations) && !commented
		w.dialect.Rules.Play(&s, &s, m)
	}
}

// formatNumber writes the number of a move.
func formatNumber(ply int) string {
	return strconv.Itoa(ply/2+1) + [...]string{".", "..."}[ply&1]
}

// branches writes the variations that depart at s, and reports whether there are
// some.
func (w *writer[S, M]) branches(s S, ply, at int, variations []record.Variation[M]) (any bool) {
	for _, v := range variations {
		if v.At != at {
			continue
		}
		any = true
		w.word("(")
		w.glued = true
		w.line(s, ply, v.Moves, v.Notes, v.Variations)
		w.glued = true
		w.word(")")
	}
	return any
}

// note writes the signs and the comment on a move, and reports whether there is a comment.
// white means that White has made the move.
func (w *writer[S, M]) note(n record.Note, white bool) (commented bool) {
	for i, text := range strings.Fields(n.Sign) {
		if i == 0 && strings.ContainsAny(text, "!?") { // !! after ! would be the sign !!!
			w.glued = !strings.HasSuffix(w.out.String(), "(") // (!) is a sign, ( !) a variation
		}
		w.word(text)
	}
	text := commentOn(&n, white)
	w.comment(text)
	return text != ""
}

// comment writes a comment; a brace would end it.
func (w *writer[S, M]) comment(text string) {
	words := strings.Fields(strings.ReplaceAll(text, "}", ")"))
	if len(words) == 0 {
		return
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	for _, text := range words {
		w.word(text)
	}
}

// maxWidth is the width of a line, in bytes.
const maxWidth = 79

// word writes a word, on a new line if it does not fit.
func (w *writer[S, M]) word(text string) {
	switch {
	case w.width == 0:
	case w.glued:
	case w.width+1+len(text) > maxWidth:
		w.endLine()
	default:
		w.out.WriteByte(' ')
		w.width++
	}
	w.out.WriteString(text)
	w.width += len(text)
	w.glued = false
}
