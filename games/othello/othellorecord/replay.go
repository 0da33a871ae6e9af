// Package othellorecord reads and writes whole games of Othello in the formats of other programs:
// GGF, SGF, WTHOR bases with their lists of names, lines of problems, and boards drawn in text.
package othellorecord

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
)

// replay is a game that is being read.
type replay struct {
	rules  rules
	record Record
	at     othello.Position
	begun  bool             // the board was named, or a move; a variation has begun
	said   map[int][]string // texts of notes, by the number of moves played
}

func (r rules) replay(start othello.Position) *replay {
	return &replay{rules: r, record: Record{Start: start}, at: start, said: map[int][]string{}}
}

// move plays a move of side. It inserts a pass that the record omits, and drops a pass after
// the end of the game.
func (p *replay) move(side game.Player, m othello.Move) error {
	if m == othello.Pass && p.rules.Status(&p.at).Over() {
		return nil
	}
	if side != p.at.Turn {
		if !p.rules.Legal(&p.at, othello.Pass) {
			return reason.Errorf("%c is to move", sides[p.at.Turn&1])
		}
		p.play(othello.Pass)
	}
	if !p.rules.Legal(&p.at, m) {
		return reason.Errorf("move %d, %s: %w", len(p.record.Moves)+1, p.rules.name(m), game.ErrIllegal)
	}
	p.play(m)
	return nil
}

func (p *replay) play(m othello.Move) {
	p.record.Moves = append(p.record.Moves, m)
	p.rules.Play(&p.at, &p.at, m)
}

// note sets the annotation of the last move.
func (p *replay) note(n record.Note) {
	p.record.Notes.Change(len(p.record.Moves), func(of *record.Note) { *of = n })
}

// say adds words to the annotation of the last move.
func (p *replay) say(text string) {
	if text != "" {
		p.said[len(p.record.Moves)] = append(p.said[len(p.record.Moves)], text)
	}
}

// cut ends the game before a move that cannot be played.
func (p *replay) cut(why error) {
	p.record.Remarks = append(p.record.Remarks, record.Remark{Err: why, Lost: true})
}

// done returns the game.
func (p *replay) done() Record {
	for i, texts := range p.said {
		p.record.Notes.Change(i, func(n *record.Note) { n.Text = strings.Join(texts, "\n") })
	}
	return p.record
}

// writeTags writes the tags of h that are properties of notation, in the order of their names,
// without those in except.
func writeTags(b *strings.Builder, h *record.Heading, notation string, except ...string) {
	for _, name := range slices.Sorted(maps.Keys(h.Tags)) {
		own, ok := strings.CutPrefix(name, notation+".")
		if ok && !slices.Contains(except, own) && strings.Trim(own, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			writeProperty(b, own, h.Tags[name])
		}
	}
}

// last returns the position in which r ended.
func (r rules) last(record *Record) othello.Position {
	s := record.Start
	for _, m := range record.Moves {
		r.Play(&s, &s, m)
	}
	return s
}

// result returns the result of a record, or that of its last position if it names none.
func (r rules) result(record *Record) string {
	s := r.last(record)
	margin, over := r.Status(&s).Margin()
	if record.Result != "" || !over {
		return record.Result
	}
	if s.Turn == othello.White {
		margin = -margin
	}
	return formatMargin(margin)
}

// FormatResult returns the Result of a Record.
func FormatResult(e record.Ending) string {
	switch {
	case e.Counted:
		return formatMargin(e.Margin)
	case e.Outcome == 0:
		return "0"
	}
	result := map[int]string{1: "+", -1: "-"}[e.Outcome]
	if e.Cause != record.ByRules {
		result += ":" + string(rune(e.Cause))
	}
	return result
}

// causes are the letters after the colon of a Result.
const causes = "rtf"

func formatMargin(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// splitResult returns the sign, the margin and the flag of a Result. A missing margin is -1.
func splitResult(result string) (sign, margin int, flag string) {
	number, flag, _ := strings.Cut(result, ":")
	switch {
	case strings.HasPrefix(number, "+"):
		sign = 1
	case strings.HasPrefix(number, "-"):
		sign = -1
	}
	margin, err := strconv.Atoi(strings.TrimLeft(number, "+-"))
	if err != nil || margin > 64 {
		margin = -1
	}
	return sign, margin, flag
}

// discsOfBlack returns the discs of Black according to the Result of a record, with empty
// squares counted for the winner.
func discsOfBlack(result string) (n int, ok bool) {
	sign, margin, _ := splitResult(result)
	if margin < 0 {
		return 32 + 32*sign, sign != 0
	}
	return (64 + sign*margin) / 2, true
}

// side returns the colour that word begins with: B or black, W or white, in SGF also 1 or 2.
func side(word string) (game.Player, bool) {
	switch strings.ToLower(word + " ")[0] {
	case 'b', '1':
		return othello.Black, true
	case 'w', '2':
		return othello.White, true
	}
	return 0, false
}

// discsOf returns the sets of Black's and White's discs.
func discsOf(s *othello.Position) [2]uint64 {
	if s.Turn == othello.White {
		return [2]uint64{s.Opp, s.Own}
	}
	return [2]uint64{s.Own, s.Opp}
}

// Record is a game of Othello as it was played.
//
// Its Result is Black's margin, "+12", "0" or "-4", with empty squares counted for the winner.
// The suffix ":r" means that a side resigned, ":t" that it lost on time, and ":f" that it
// forfeited the game. The number is missing if only the winner is known. The names of its Tags
// begin with their notation: "ggf.RB".
type Record = record.Record[othello.Position, othello.Move]

// Variation is a line that departs from a game.
type Variation = record.Variation[othello.Move]

// Codec reads and writes games in one notation.
type Codec = record.Codec[othello.Position, othello.Move]

// Codecs returns the notations of games on the board of r: "ggf", "sgf", "wtb" for 8×8
// squares, "obf" and "board". Their recognisers must be tried in this order.
func Codecs(r othello.Rules) []Codec {
	of := rules{r}
	list := []Codec{
		codec("ggf", "Generic Game Format", looksLikeGGF, of.readGGF, record.WriteTexts(of.formatGGF)),
		codec("sgf", "Smart Game Format", looksLikeSGF, of.readSGF, record.WriteTexts(of.formatSGF)),
	}
	if r.Size() == 8 {
		list = append(list, codec("wtb", "WTHOR", looksLikeWTHOR, of.readWTHOR, of.writeWTHOR))
	}
	return append(list,
		codec("obf", "problems", of.looksLikeProblems, of.readProblems, record.WriteTexts(of.formatProblem)),
		codec("board", "boards in lines of text", of.looksLikePicture, of.readPictures, of.writePictures),
	)
}

func codec(name, title string, detect func([]byte) bool, games func(io.Reader) iter.Seq2[Record, error], write func(io.Writer, iter.Seq[Record]) error) Codec {
	return Codec{Format: record.Format{Name: name, Title: title, Detect: detect, Variations: name == "sgf"}, Games: games, WriteEach: write}
}

// rules adds the notations to the rules of the game.
type rules struct{ othello.Rules }

// name returns the name of a move, such as f5, or "pass".
func (r rules) name(m othello.Move) string { return r.FormatMove(nil, m) }

// span names the squares of the board, for errors.
func (r rules) span() error {
	return reason.Errorf("a1 to %c%d", 'a'-1+rune(r.Size()), r.Size())
}

// sides are the letters of Black and White.
const sides = "XO"
