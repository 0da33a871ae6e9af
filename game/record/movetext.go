package record

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/internal/reason"
)

// Movetext writes numbered moves with comments, signs and variations, as PGN and
// PDN have them. It breaks lines at 79 bytes. Only Rules is required.
type Movetext[S any, M comparable] struct {
	Rules Rules[S, M]

	out   strings.Builder
	width int  // of the line of words that is being written, in bytes
	glued bool // the next word follows without a space
}

// String returns what has been written.
func (w *Movetext[S, M]) String() string { return w.out.String() }

// escape protects characters that would end a value.
var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// Tag writes a line of a heading unless its value is empty.
func (w *Movetext[S, M]) Tag(name, value string) {
	if value = strings.Join(strings.Fields(value), " "); value != "" {
		fmt.Fprintf(&w.out, "[%s \"%s\"]\n", name, escape.Replace(value))
	}
}

// Break ends a line.
func (w *Movetext[S, M]) Break() {
	w.out.WriteByte('\n')
	w.width = 0
}

// Line writes moves from s with their notes and variations. ply is that of the
// first move, counted from move 1 of the first player.
func (w *Movetext[S, M]) Line(s S, ply int, moves []M, notes Notes, variations []Variation[M]) {
	if len(moves) == 0 {
		if notes[0] != (Note{}) {
			w.Word(formatNumber(ply))
			w.note(notes[0])
		}
		w.branches(s, ply, 0, variations)
	}
	numbered := false // the next move needs no number
	for i, m := range moves {
		if (ply+i)&1 == 0 || !numbered {
			w.Word(formatNumber(ply + i))
		}
		if i == 0 { // a comment before the number would be on the game
			w.note(notes[0])
		}
		w.Word(w.Rules.FormatMove(&s, m))
		w.note(notes[i+1])
		numbered = !w.branches(s, ply+i, i, variations) && notes[i+1].Comment() == ""
		w.Rules.Play(&s, &s, m)
	}
}

// formatNumber writes the number of a move.
func formatNumber(ply int) string {
	return strconv.Itoa(ply/2+1) + [...]string{".", "..."}[ply&1]
}

// branches writes the variations that depart at s, and reports whether there are
// some.
func (w *Movetext[S, M]) branches(s S, ply, at int, variations []Variation[M]) (any bool) {
	for _, v := range variations {
		if v.At != at {
			continue
		}
		any = true
		w.Word("(")
		w.glued = true
		w.Line(s, ply, v.Moves, v.Notes, v.Variations)
		w.glued = true
		w.Word(")")
	}
	return any
}

// note writes signs and words.
func (w *Movetext[S, M]) note(n Note) {
	for i, text := range strings.Fields(n.Sign) {
		if i == 0 && strings.ContainsAny(text, "!?") { // !! behind ! would be the sign !!!
			w.glued = !strings.HasSuffix(w.out.String(), "(") // (!) is a sign, ( !) a variation
		}
		w.Word(text)
	}
	w.Comment(n.Comment())
}

// Comment writes a comment; a brace would end it.
func (w *Movetext[S, M]) Comment(text string) {
	words := strings.Fields(strings.ReplaceAll(text, "}", ")"))
	if len(words) == 0 {
		return
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	for _, text := range words {
		w.Word(text)
	}
}

// maxWidth is the width of a line, in bytes.
const maxWidth = 79

// Word writes a word, on a new line if it does not fit.
func (w *Movetext[S, M]) Word(text string) {
	switch {
	case w.width == 0:
	case w.glued:
	case w.width+1+len(text) > maxWidth:
		w.Break()
	default:
		w.out.WriteByte(' ')
		w.width++
	}
	w.out.WriteString(text)
	w.width += len(text)
	w.glued = false
}

// DepartsFromMoves returns an error if a variation of a line of that many moves does not
// replace a move: PGN and PDN write each behind the move that it replaces.
func DepartsFromMoves[M any](moves int, variations []Variation[M]) error {
	for _, v := range variations {
		if v.At >= max(1, moves) {
			return reason.Errorf("a variation after move %d, the last, replaces no move", v.At)
		}
		if err := DepartsFromMoves(len(v.Moves), v.Variations); err != nil {
			return err
		}
	}
	return nil
}

// value matches the mover's evaluation of a move, won or lost. thoughts matches
// the comments that Comment writes.
var (
	value    = regexp.MustCompile(`^[+-](M|[0-9]{1,9}\.[0-9]{2})$`)
	thoughts = regexp.MustCompile(`^([+-](?:M|[0-9]{1,9}\.[0-9]{2}))/([0-9]{1,6})\s([0-9]{1,6}\.[0-9]{3})s(?:\s|$)`)
)

// Comment returns the comment on a move: first what its mover thought, in the
// form of programs that play matches, a value and a depth, +0.15/12 0.350s. An
// unknown depth is 0.
func (n Note) Comment() string {
	if n.Depth < 0 || !value.MatchString(n.Eval) {
		return n.Text
	}
	return strings.TrimSpace(fmt.Sprintf("%s/%d %.3fs %s", n.Eval, n.Depth, n.Time.Seconds(), n.Text))
}

// AddComment adds a comment in the form of Comment.
func (n *Note) AddComment(text string) {
	if n.Eval == "" && n.Text == "" && text != "" && (text[0] == '+' || text[0] == '-') {
		if m := thoughts.FindStringSubmatch(text); m != nil {
			n.Eval, text = m[1], strings.TrimSpace(text[len(m[0]):])
			n.Depth, _ = strconv.Atoi(m[2])
			seconds, _ := strconv.ParseFloat(m[3], 64)
			n.Time = time.Duration(math.Round(seconds*1000)) * time.Millisecond
		}
	}
	n.Text = strings.TrimSpace(n.Text + " " + text)
}
