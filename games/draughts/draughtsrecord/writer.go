package draughtsrecord

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/reason"
)

// Write writes games in PDN 3.0. The moves of records must be legal.
func Write(out io.Writer, r draughts.Rules, records []Record) error {
	return WriteEach(out, r, slices.Values(records))
}

// WriteEach writes games one after the other, as they come; see Write.
func WriteEach(out io.Writer, r draughts.Rules, records iter.Seq[Record]) error {
	n := 0
	for g := range records {
		if n++; n > 1 {
			if _, err := io.WriteString(out, "\n"); err != nil {
				return err
			}
		}
		if err := expressible(len(g.Moves), g.Variations); err != nil {
			return reason.Errorf("draughts: game %d: %w", n, err)
		}
		w := writer{rules: r}
		w.game(&g)
		if _, err := io.WriteString(out, w.out.String()); err != nil {
			return err
		}
	}
	return nil
}

// FormatResult returns the Result of a Record: the points of White first, of two in
// international draughts, of one in the others.
func FormatResult(r draughts.Rules, e record.Ending) string {
	white := e.Outcome
	if sideTag(r, 0) == "Black" {
		white = -white
	}
	if r.Variant == draughts.International {
		return [...]string{"0-2", "1-1", "2-0"}[white+1]
	}
	return [...]string{"0-1", "1/2-1/2", "1-0"}[white+1]
}

// expressible returns an error if a variation does not depart from a move: PDN
// has each behind the move that it replaces.
func expressible(moves int, variations []Variation) error {
	for _, v := range variations {
		if v.At >= max(1, moves) {
			return reason.Errorf("a variation after move %d, the last: PDN cannot express it", v.At)
		}
		if err := expressible(len(v.Moves), v.Variations); err != nil {
			return err
		}
	}
	return nil
}

// writer writes one game.
type writer struct {
	rules draughts.Rules
	out   strings.Builder
	width int  // of the line of words that is being written, in bytes
	glued bool // the next word follows without a space
}

func (w *writer) game(g *Record) {
	w.tags(g)
	w.line(g.Start, int(g.Start.Turn), g.Moves, g.Notes, g.Variations)
	w.word("*")
	w.out.WriteByte('\n')
}

// tags writes the heading.
func (w *writer) tags(g *Record) {
	h := &g.Heading
	fen := ""
	if start := w.rules.Start(); g.Start != start {
		if fen = w.rules.FormatPosition(&g.Start); fen == w.rules.FormatPosition(&start) {
			fen = ""
		}
	}
	for _, t := range [][2]string{
		{"Event", h.Event},
		{"Site", h.Place},
		{"Date", strings.ReplaceAll(h.Date, "-", ".")},
		{"Round", h.Round},
		{sideTag(w.rules, 0), h.Players[0]},
		{sideTag(w.rules, 1), h.Players[1]},
		{"Result", h.Result},
		{"GameType", gameTypes[w.rules.Variant&3]},
		{"FEN", fen},
	} {
		w.tag(t[0], t[1])
	}
	for _, name := range slices.Sorted(maps.Keys(h.Tags)) {
		if own, ok := strings.CutPrefix(name, "pdn."); ok {
			w.tag(own, h.Tags[name])
		}
	}
	w.out.WriteByte('\n')
	if h.Comment != "" {
		w.comment(h.Comment)
	}
}

// escape protects what would end a value.
var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// tag writes a tag unless its value is empty.
func (w *writer) tag(name, value string) {
	if value = strings.Join(strings.Fields(value), " "); value != "" {
		fmt.Fprintf(&w.out, "[%s \"%s\"]\n", name, escape.Replace(value))
	}
}

// line writes moves with what is said of them, and the ways that depart from them.
// ply is that of the first move, counted from move 1 of the first player.
func (w *writer) line(s draughts.Position, ply int, moves []draughts.Move, notes record.Notes, variations []Variation) {
	if len(moves) == 0 {
		if notes[0] != (record.Note{}) {
			w.word(formatNumber(ply))
			w.note(notes[0])
		}
		w.branches(s, ply, 0, variations)
	}
	numbered := false // the next move needs no number
	for i, m := range moves {
		if s.Turn == 0 || !numbered {
			w.word(formatNumber(ply + i))
		}
		if i == 0 { // a comment before the number would be on the game
			w.note(notes[0])
		}
		w.word(w.rules.FormatMove(&s, m))
		w.note(notes[i+1])
		numbered = !w.branches(s, ply+i, i, variations) && remark(notes[i+1]) == ""
		w.rules.Play(&s, &s, m)
	}
}

// formatNumber writes the number of a move.
func formatNumber(ply int) string {
	return strconv.Itoa(ply/2+1) + [...]string{".", "..."}[ply&1]
}

// branches writes the variations that depart at s, and reports whether there are
// some.
func (w *writer) branches(s draughts.Position, ply, at int, variations []Variation) (any bool) {
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

// note writes signs and words.
func (w *writer) note(n record.Note) {
	for i, text := range strings.Fields(n.Sign) {
		if i == 0 && strings.ContainsAny(text, signs) { // !! behind ! would be the sign !!!
			w.glued = !strings.HasSuffix(w.out.String(), "(") // (!) is a sign, ( !) a variation
		}
		w.word(text)
	}
	w.comment(remark(n))
}

// remark returns what a comment says of a move: first what its mover thought, in the
// form of programs that play matches, a value and a depth, +0.15/12 0.350s. An
// unknown depth is 0.
func remark(n record.Note) string {
	if n.Depth < 0 || !value.MatchString(n.Eval) {
		return n.Text
	}
	return strings.TrimSpace(fmt.Sprintf("%s/%d %.3fs %s", n.Eval, n.Depth, n.Time.Seconds(), n.Text))
}

// comment writes a comment; a brace would end it.
func (w *writer) comment(text string) {
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
func (w *writer) word(text string) {
	switch {
	case w.width == 0:
	case w.glued:
	case w.width+1+len(text) > maxWidth:
		w.out.WriteByte('\n')
		w.width = 0
	default:
		w.out.WriteByte(' ')
		w.width++
	}
	w.out.WriteString(text)
	w.width += len(text)
	w.glued = false
}
