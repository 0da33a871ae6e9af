package othellorecord

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
)

// SGF, the Smart Game Format of Anders Kierulf, writes a game as
//
//	(;GM[2]FF[4]SZ[8]PB[Tamenori]PW[Brightwell]RE[B+2];B[f5];W[d6]C[a note] …)
//
// A square is written as players do, f5, or as in Go, file and rank counted from the top as
// letters, fe. A pass is an empty value. AB, AW and AE put black and white discs on the initial
// board and take discs away, and PL is the side to move. Variations are read and written, notes
// included. Source: https://www.red-bean.com/sgf/.

// sgfGame is GM[2], the number of Othello among the games of SGF; early files
// write names in full, GaMe[2].
var sgfGame = regexp.MustCompile(`G[a-z]*M[a-z]*\[\s*2\s*\]`)

// looksLikeSGF reports whether data is a file of games of Othello in SGF.
func looksLikeSGF(data []byte) bool {
	head := bytes.TrimSpace(data[:min(len(data), 4096)])
	return bytes.HasPrefix(head, []byte("(")) && sgfGame.Match(head)
}

// readSGF reads the games of a file.
func (r rules) readSGF(in io.Reader) iter.Seq2[Record, error] { return readTrees(in, r.parseSGF) }

func (r rules) parseSGF(t *gameTree) (Record, error) {
	start, err := r.parseSGFSetup(t)
	if err != nil {
		return Record{}, err
	}
	g := r.replay(start)
	played := g.addSGFLine(t)
	g.record.Variations = r.branchSGF(start, g.record.Moves, played, t, &g.record.Remarks)
	return g.done(), nil
}

// addSGFLine adds the properties of a line, up to a move that cannot be played. It returns the
// number of moves played after each node.
func (g *replay) addSGFLine(t *gameTree) (played []int) {
	comment, sign := "", ""
	for i := range t.properties {
		p := &t.properties[i]
		if p.node >= len(played) { // they may stand before the move of their node
			g.remark(comment, sign)
			comment, sign = "", ""
		}
		for p.node >= len(played) {
			played = append(played, len(g.record.Moves))
		}
		if p.name == "C" {
			comment = p.first()
		} else if p.name == "NAG" {
			sign = p.first()
		} else if text, ok := sgfSigns[p.name]; ok {
			if sign = text[0]; p.first() == "2" {
				sign = text[len(text)-1]
			}
		} else if err := g.addSGF(p); err != nil {
			g.cut(err)
			break
		}
		played[p.node] = len(g.record.Moves)
	}
	g.remark(comment, sign)
	return played
}

// branchSGF returns the variations of a line that begins at start. It leaves out variations that
// have no legal move or replace no move of the line, and adds a remark for each.
func (r rules) branchSGF(start othello.Position, moves []othello.Move, played []int, t *gameTree, remarks *[]record.Remark) (all []Variation) {
	for _, d := range t.variations {
		v := Variation{}
		if node := min(d.node, len(played)-1); node >= 0 {
			v.At = played[node]
		}
		from := r.last(&Record{Start: start, Moves: moves[:v.At]})
		g := r.replay(from)
		g.begun = true
		after := g.addSGFLine(d.tree)
		*remarks = append(*remarks, g.record.Remarks...)
		if len(g.record.Moves) == 0 || v.At == len(moves) {
			why := reason.Errorf("othello: line %d: a variation that replaces no move is left out", d.tree.line)
			*remarks = append(*remarks, record.Remark{Err: why, Lost: true})
			continue
		}
		v.Variations = r.branchSGF(from, g.record.Moves, after, d.tree, remarks)
		line := g.done()
		v.Moves, v.Notes = line.Moves, line.Notes
		all = append(all, v)
	}
	return all
}

// sgfSigns are the properties that judge a move, with the signs of their values 1 and 2.
var sgfSigns = map[string][]string{"TE": {"!", "!!"}, "BM": {"?", "??"}, "IT": {"!?"}, "DO": {"?!"}}

// writeSGFSign writes the property of a sign, or one of our own, NAG, for others.
func writeSGFSign(b *strings.Builder, sign string) {
	for name, signs := range sgfSigns {
		if i := slices.Index(signs, sign); i >= 0 {
			b.WriteString(name + "[" + []string{"", "1", "2"}[(i+1)*(len(signs)-1)] + "]")
			return
		}
	}
	writeProperty(b, "NAG", sign)
}

// remark adds a comment and a sign to the last move.
func (g *replay) remark(comment, sign string) {
	n := parseNoteText(comment)
	g.say(n.Text)
	n.Text, n.Sign = "", sign
	g.note(n)
}

// parseSGFSetup returns the position before the first move.
func (r rules) parseSGFSetup(t *gameTree) (othello.Position, error) {
	discs := [2]uint64{othello.Black: 1<<28 | 1<<35, othello.White: 1<<27 | 1<<36}
	turn := othello.Black
	known, moved := false, false
	for i := range t.properties {
		p := &t.properties[i]
		var err error
		switch p.name {
		case "GM":
			if p.first() != "2" {
				err = p.errorf("%.8q, want 2, the number of Othello", p.first())
			}
		case "SZ":
			if p.first() != strconv.Itoa(r.Size()) {
				err = p.errorf("board of size %.8q, want %d", p.first(), r.Size())
			}
		case "AB", "AW", "AE":
			if moved {
				err = p.errorf("discs are placed by hand after the first move")
			} else {
				err = r.setUp(&discs, p)
			}
		case "PL":
			if turn, known = side(p.first()); !known {
				err = p.errorf("%.8q, want B or W", p.first())
			}
		case "B", "W":
			if moved = true; !known {
				turn, known = side(p.name)
			}
		}
		if err != nil {
			return othello.Position{}, err
		}
	}
	return othello.Position{Own: discs[turn], Opp: discs[turn.Other()], Turn: turn}, nil
}

// setUp puts the discs of AB, AW or AE on the board.
func (r rules) setUp(discs *[2]uint64, p *property) error {
	for _, v := range p.values {
		set, err := r.parsePoints(v)
		if err != nil {
			return p.errorf("%w", err)
		}
		discs[othello.Black] &^= set
		discs[othello.White] &^= set
		if owner, ok := side(p.name[1:]); ok {
			discs[owner] |= set
		}
	}
	return nil
}

// parsePoints reads a square, or the rectangle between two, as in "aa:cc".
func (r rules) parsePoints(text string) (set uint64, err error) {
	first, second, ranged := strings.Cut(text, ":")
	from, ok := r.parsePoint(first)
	to := from
	if ranged && ok {
		to, ok = r.parsePoint(second)
	}
	if !ok || from == othello.Pass || to == othello.Pass {
		return 0, reason.Errorf("%.8q, want %s", text, r.span())
	}
	for rank := min(from>>3, to>>3); rank <= max(from>>3, to>>3); rank++ {
		for file := min(from&7, to&7); file <= max(from&7, to&7); file++ {
			set |= 1 << (8*rank + file)
		}
	}
	return set, nil
}

// parsePoint reads a square or a pass.
func (r rules) parsePoint(text string) (m othello.Move, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" || text == "tt" {
		return othello.Pass, true
	}
	if m, size := r.ReadMove(text); size == len(text) {
		return m, true
	}
	if len(text) == 2 && text[1] >= 'a' {
		text = text[:1] + string(text[1]-'a'+'1')
	}
	m, size := r.ReadMove(text)
	return m, size == len(text) && m != othello.Pass
}

// sgfTexts are the properties that have a field in the heading.
var sgfTexts = []string{"PB", "PW", "EV", "PC", "RO", "DT", "GC"}

// addSGF adds a property to the game.
func (g *replay) addSGF(p *property) error {
	switch p.name {
	case "B", "W":
		return g.addSGFMove(p)
	case "RE":
		g.record.Result = parseSGFResult(p.first())
	case "AB", "AW", "AE":
		if g.begun {
			return p.errorf("discs are placed by hand after the first move")
		}
	case "GM", "FF", "SZ", "CA", "PL":
	default:
		if field := fieldOf(&g.record.Heading, p.name); field != nil {
			*field = p.first()
		} else if p.node == 0 {
			g.record.SetTag("sgf."+p.name, p.first())
		}
	}
	return nil
}

func (g *replay) addSGFMove(p *property) error {
	m, ok := g.rules.parsePoint(p.first())
	if !ok {
		return p.errorf("%.8q, want %s or nothing for a pass", p.first(), g.rules.span())
	}
	mover, _ := side(p.name)
	if err := g.move(mover, m); err != nil {
		return p.errorf("%w", err)
	}
	return nil
}

// parseSGFResult turns B+12, W+R or Draw into the form of a Record. It returns "" for text
// that is no result.
func parseSGFResult(text string) string {
	if text == "0" || strings.EqualFold(text, "draw") {
		return "0"
	}
	winner, by, _ := strings.Cut(text, "+")
	who, ok := side(winner)
	if !ok {
		return ""
	}
	sign := "+-"[who:][:1]
	by = strings.ToLower(by)
	if by != "" && strings.Contains(causes, by[:1]) {
		return sign + ":" + by[:1]
	}
	margin, err := strconv.ParseFloat(by, 64)
	if err != nil || !(margin >= 1 && margin <= 64) {
		return sign
	}
	return sign + strconv.Itoa(int(margin))
}

// formatSGF writes a game. It fails for a variation that replaces no move.
func (r rules) formatSGF(g *Record) (string, error) {
	var b strings.Builder
	h := g.Heading
	fmt.Fprintf(&b, "(;GM[2]FF[4]CA[UTF-8]SZ[%d]", r.Size())
	for _, name := range sgfTexts {
		writeProperty(&b, name, *fieldOf(&h, name))
	}
	writeProperty(&b, "RE", formatSGFResult(r.result(g)))
	writeTags(&b, &h, "sgf")
	if g.Start != r.Start() {
		r.writeSGFSetup(&b, &g.Start)
	}
	writeProperty(&b, "C", noteText(g.Notes[0]))
	r.writeSGFLine(&b, g.Start, 0, &Variation{Moves: g.Moves, Notes: g.Notes, Variations: g.Variations})
	return b.String() + ")\n", record.DepartsFromMoves(len(g.Moves), g.Variations)
}

// writeSGFLine writes the moves of line after the first done, with the variations that begin
// among them. at is the position before them.
func (r rules) writeSGFLine(b *strings.Builder, at othello.Position, done int, line *Variation) {
	for i := done; i < len(line.Moves); i++ {
		if r.writeSGFBranches(b, at, i, line) {
			return
		}
		r.writeSGFMove(b, &at, line.Moves[i], line.Notes[i+1])
	}
}

// writeSGFMove writes a move from at with its note, and plays it.
func (r rules) writeSGFMove(b *strings.Builder, at *othello.Position, m othello.Move, note record.Note) {
	name := ""
	if m != othello.Pass {
		name = r.name(m)
	}
	b.WriteString("\n;" + "BW"[at.Turn&1:][:1] + "[" + name + "]")
	writeSGFSign(b, note.Sign)
	writeProperty(b, "C", noteText(note))
	r.Play(at, at, m)
}

// writeSGFBranches writes the rest of a line after i moves and the variations that begin
// there, if there are any.
func (r rules) writeSGFBranches(b *strings.Builder, at othello.Position, i int, line *Variation) (any bool) {
	for _, v := range line.Variations {
		if v.At != i {
			continue
		}
		if !any {
			any = true
			next := at
			b.WriteString("\n(")
			r.writeSGFMove(b, &next, line.Moves[i], line.Notes[i+1])
			r.writeSGFLine(b, next, i+1, line)
			b.WriteString(")")
		}
		b.WriteString("\n(")
		if note := noteText(v.Notes[0]); note != "" {
			b.WriteString(";")
			writeProperty(b, "C", note)
		}
		r.writeSGFLine(b, at, 0, &v)
		b.WriteString(")")
	}
	return any
}

func (r rules) writeSGFSetup(b *strings.Builder, s *othello.Position) {
	start := r.Start()
	discs := discsOf(s)
	for _, set := range []struct {
		name    string
		squares uint64
	}{
		{"AB", discs[othello.Black]}, {"AW", discs[othello.White]}, {"AE", (start.Own | start.Opp) &^ (s.Own | s.Opp)},
	} {
		if set.squares == 0 {
			continue
		}
		b.WriteString(set.name)
		for rest := set.squares; rest != 0; rest &= rest - 1 {
			b.WriteString("[" + r.name(othello.Move(bits.TrailingZeros64(rest))) + "]")
		}
	}
	b.WriteString("PL[" + "BW"[s.Turn&1:][:1] + "]")
}

func formatSGFResult(result string) string {
	sign, margin, flag := splitResult(result)
	if result == "" || sign == 0 {
		return map[bool]string{true: "", false: "0"}[result == ""]
	}
	text := map[int]string{1: "B+", -1: "W+"}[sign]
	switch {
	case len(flag) == 1 && strings.Contains(causes, flag):
		return text + strings.ToUpper(flag)
	case margin >= 0:
		text += strconv.Itoa(margin)
	}
	return text
}

// noteText writes a note in words: "eval +1.2, 3.4 s", then its text. noWords precedes a text
// that reads like such words.
func noteText(n record.Note) string {
	if n.Eval == "" && n.Time == 0 && readsAsWords(n.Text) {
		return noWords + n.Text
	}
	var parts []string
	if n.Eval != "" {
		parts = append(parts, "eval "+n.Eval)
	}
	if n.Time != 0 {
		parts = append(parts, formatSeconds(n.Time)+" s")
	}
	text := strings.Join(parts, ", ")
	if text != "" && n.Text != "" {
		text += "\n"
	}
	return text + n.Text
}

// noWords is a time of zero, which noteText writes nowhere else.
const noWords = "0 s\n"

// readsAsWords reports whether wordsOf would take the beginning of a text for numbers.
func readsAsWords(text string) bool {
	for strings.HasPrefix(text, noWords) {
		text = text[len(noWords):]
	}
	_, says := wordsOf(text)
	return says
}

// noted matches the words of noteText before the text of a note.
var noted = regexp.MustCompile(`^(?:eval ([-+.0-9A-Za-z]{1,20})(?:, ([0-9.]{1,20}) s)?|([0-9.]{1,20}) s)(?:\n|$)`)

// parseNoteText is the inverse of noteText.
func parseNoteText(text string) record.Note {
	if rest, ok := strings.CutPrefix(text, noWords); ok && readsAsWords(rest) {
		return record.Note{Text: rest}
	}
	if n, says := wordsOf(text); says {
		return n
	}
	return record.Note{Text: text}
}

// wordsOf reads a note that begins with an evaluation or a time in words. ok is false if text
// does not.
func wordsOf(text string) (n record.Note, ok bool) {
	m := noted.FindStringSubmatch(text)
	if m == nil {
		return n, false
	}
	spent := parseSeconds(m[2] + m[3])
	return record.Note{Eval: m[1], Time: spent, Text: text[len(m[0]):]}, spent > 0 || m[2]+m[3] == ""
}
