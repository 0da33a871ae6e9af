package movetext

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
)

// WriteEach writes games one after the other, as they come. Their moves must be legal. It fails
// for a variation that replaces no move.
func WriteEach[S any, M comparable](out io.Writer, d *Dialect[S, M], games iter.Seq[record.Record[S, M]]) error {
	n := 0
	return record.WriteTexts(func(g *record.Record[S, M]) (string, error) {
		n++
		if err := record.DepartsFromMoves(len(g.Moves), g.Variations); err != nil {
			return "", reason.Errorf("%s: game %d: %w", d.Name, n, err)
		}
		w := writer[S, M]{dialect: d}
		if n > 1 {
			w.endLine()
		}
		w.game(g)
		return w.out.String(), nil
	})(out, games)
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

// branches writes the variations that depart at s, and reports whether there are some.
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

// symbols maps printed signs to the numbers of the PGN standard, section 10, and of later
// programs. A sign without a number only repeats what the move says.
var symbols = map[string]string{
	"‼": "!!", "⁇": "??", "⁉": "!?", "⁈": "?!",
	"□": "$7", "=": "$10", "∞": "$13", "⩲": "$14", "+=": "$14", "+/=": "$14", "⩱": "$15", "=+": "$15", "=/+": "$15",
	"±": "$16", "+/-": "$16", "∓": "$17", "-/+": "$17", "+-": "$18", "+−": "$18", "+–": "$18", "-+": "$19", "−+": "$19", "–+": "$19",
	"⨀": "$22", "⟳": "$32", "↑": "$36", "→": "$40", "⇆": "$132", "⊕": "$138", "∆": "$140", "⌓": "$142", "N": "$146",
	"+": "", "++": "", "#": "", "mate": "", "ch": "", "e.p.": "", "ep": "",
}

// longestSymbol is the length of the longest symbol that may follow a move without a space.
const longestSymbol = len("+−")

// cutSymbol returns a move without the symbol at its end, and the symbol's number.
func cutSymbol[S any, M comparable](text []byte, d *Dialect[S, M]) (move []byte, number string) {
	if d.Squares && len(text) > 1 && text[len(text)-1] == '*' { // the move is forced
		return bytes.TrimRight(text, "*"), "$7"
	}
	for n := min(longestSymbol, len(text)-1); n > 0; n-- {
		move, symbol := text[:len(text)-n], string(text[len(text)-n:])
		if number := symbols[symbol]; number != "" && symbol != "N" && d.Resembles(move) {
			return move, number
		}
	}
	return text, ""
}

// Notes in comments have two forms: that of programs that play matches, and commands.
//
//	{+0.15/12 0.350s}                   for the mover: the value, the depth, the time
//	{[%eval 0.15,12] [%emt 0:00:00.35]} for White: the value, the depth; the time
//	{[%clk 1:59:30]}                    what is left of the mover's time
var (
	thought   = regexp.MustCompile(`^([+-](?:M|[0-9]{1,9}\.[0-9]{2}))/([0-9]{1,6})\s([0-9]{1,6}\.[0-9]{3})s(?:\s|$)`)
	command   = regexp.MustCompile(`\[%(eval|clk|emt)\s+([^\]\s]+)\s*\]`)
	evalText  = regexp.MustCompile(`^(-?(?:[0-9]{1,6}(?:\.[0-9]{1,3})?|#[0-9]{1,4})|#-[0-9]{1,4})$`)
	moverText = regexp.MustCompile(`^[+-](?:M|[0-9]{1,9}\.[0-9]{2})$`)
	clockText = regexp.MustCompile(`^([0-9]{1,4}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?$`)
)

// addComment adds a comment to a note. Values in it become fields; the rest is text. white
// means that White has made the move.
func addComment(n *record.Note, text string, white bool) {
	if n.Eval == "" && n.Text == "" && text != "" && (text[0] == '+' || text[0] == '-') {
		if m := thought.FindStringSubmatch(text); m != nil {
			n.Eval, text = m[1], strings.TrimSpace(text[len(m[0]):])
			n.Depth, _ = strconv.Atoi(m[2])
			seconds, _ := strconv.ParseFloat(m[3], 64)
			n.Time = record.Span(math.Round(seconds*1000)) * record.Span(time.Millisecond)
		}
	}
	if strings.Contains(text, "[%") {
		text = command.ReplaceAllStringFunc(text, func(all string) string {
			m := command.FindStringSubmatch(all)
			if setValue(n, m[1], m[2], white) {
				return ""
			}
			return all
		})
		text = strings.Join(strings.Fields(text), " ")
	}
	n.Text = join(n.Text, text)
}

// setValue sets the field of a note that a command states. ok is false if the note has one
// already, or if the value is not in the standard form.
func setValue(n *record.Note, name, value string, white bool) (ok bool) {
	if name == "eval" {
		value, depth, deep := strings.Cut(strings.TrimPrefix(value, "+"), ",")
		plies, err := strconv.Atoi(depth)
		if n.Eval != "" || !evalText.MatchString(value) || deep && (err != nil || plies < 1 || plies > 999999) {
			return false
		}
		n.Eval, n.Depth = turned(value, white), plies
		return true
	}
	m := clockText.FindStringSubmatch(value)
	if m == nil || name == "clk" && n.Clock.Known || name == "emt" && n.Time != 0 {
		return false
	}
	number := func(text string) time.Duration {
		n, _ := strconv.Atoi(text)
		return time.Duration(n)
	}
	t := record.Span(number(m[1])*time.Hour + number(m[2])*time.Minute + number(m[3])*time.Second + number((m[4] + "000")[:3])*time.Millisecond)
	switch {
	case name == "clk":
		n.Clock = record.Left{Span: t, Known: true}
	case t == 0:
		return false
	default:
		n.Time = t
	}
	return true
}

// turned returns an evaluation for the mover as one for White, or the reverse.
func turned(value string, white bool) string {
	mate, bare := "", value
	if strings.HasPrefix(value, "#") {
		mate, bare = "#", value[1:]
	}
	if white || strings.Trim(bare, "0.") == "" {
		return value
	}
	if rest, negative := strings.CutPrefix(bare, "-"); negative {
		return mate + rest
	}
	return mate + "-" + bare
}

// commentOn returns the comment on a move that addComment reads as n.
func commentOn(n *record.Note, white bool) string {
	var parts []string
	timed := n.Time > 0
	eval := turned(strings.TrimPrefix(n.Eval, "+"), white)
	switch {
	case moverText.MatchString(n.Eval) && n.Depth >= 0 && (timed || strings.HasSuffix(n.Eval, "M")):
		parts, timed = append(parts, fmt.Sprintf("%s/%d %.3fs", n.Eval, n.Depth, time.Duration(n.Time).Seconds())), false
	case evalText.MatchString(eval) && n.Depth > 0:
		parts = append(parts, fmt.Sprintf("[%%eval %s,%d]", eval, n.Depth))
	case evalText.MatchString(eval):
		parts = append(parts, fmt.Sprintf("[%%eval %s]", eval))
	}
	if timed {
		parts = append(parts, "[%emt "+formatClock(n.Time)+"]")
	}
	if n.Clock.Known {
		parts = append(parts, "[%clk "+formatClock(n.Clock.Span)+"]")
	}
	return join(strings.Join(parts, " "), n.Text)
}

// formatClock writes a time as hours, minutes and seconds, with milliseconds if it has some.
func formatClock(t record.Span) string {
	ms := time.Duration(t).Milliseconds()
	text := fmt.Sprintf("%d:%02d:%02d", ms/3_600_000, ms/60_000%60, ms/1000%60)
	if ms%1000 != 0 {
		text += "." + strings.TrimRight(fmt.Sprintf("%03d", ms%1000), "0")
	}
	return text
}
