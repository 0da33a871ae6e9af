package othellorecord

import (
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
)

// Problem is a position with the known values of some of its moves.
type Problem struct {
	Position othello.Position // whose moves are rated
	// Moves lists moves with their values for the side to move, in discs, as written.
	Moves []MoveValue
	// Comment is the text after the position unless that is a list of values.
	Comment string
}

// MoveValue is a move and its value in discs for the side that makes it.
type MoveValue struct {
	Move  othello.Move // from the position of the problem
	Discs int          // margin for the side to move
}

// ParseProblem reads a line of the problem files of Othello programs (.obf): a
// position, then "; MOVE:VALUE; MOVE:VALUE; …". The slot "--:-127" is unused.
// Anything else after the position is a comment.
func ParseProblem(r othello.Rules, line string) (Problem, error) {
	text, comment := othello.CutComment(line)
	s, err := r.ParsePosition(text)
	if err != nil {
		return Problem{}, err
	}
	p := Problem{Position: s}
	if !strings.Contains(comment, ":") || strings.Contains(line, "%") {
		p.Comment = comment
		return p, nil
	}
	for _, field := range strings.Split(comment, ";") {
		if err := p.addValue(r, strings.TrimSpace(field)); err != nil {
			return Problem{}, err
		}
	}
	return p, nil
}

// unused marks a slot of a problem's list that holds no move.
const unused = "--:-127"

// addValue adds a field such as "F5:+12" to p.
func (p *Problem) addValue(r othello.Rules, field string) error {
	if field == "" || field == unused {
		return nil
	}
	name, value, ok := strings.Cut(field, ":")
	if !ok {
		return reason.Errorf("othello: %q, want MOVE:VALUE", field)
	}
	m, err := r.ParseMove(&p.Position, name)
	if err != nil {
		return err
	}
	discs, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil || discs < -64 || discs > 64 {
		return reason.Errorf("othello: value %q of move %s, want -64 to 64", value, name)
	}
	p.Moves = append(p.Moves, MoveValue{m, discs})
	return nil
}

// readProblems reads each line of a problem file as a game without moves. The values of moves
// become the comment of the game. Blank lines and lines that begin with # or % are skipped.
func (r rules) readProblems(in io.Reader) iter.Seq2[Record, error] {
	return record.ReadLines(in, problemComments, func(line string) (Record, error) {
		p, err := ParseProblem(r.Rules, line)
		_, comment := othello.CutComment(line)
		return Record{Heading: record.Heading{Comment: comment}, Start: p.Position}, err
	})
}

// formatProblem writes the last position of a game as a line of a problem file. The comment of
// a game without moves follows it.
func (r rules) formatProblem(record *Record) (string, error) {
	s := r.last(record)
	line := r.FormatPosition(&s) + ";"
	if comment := oneLine(record.Comment); comment != "" && len(record.Moves) == 0 {
		line = r.FormatPosition(&s) + r.commentMark(&s, comment) + comment
	}
	return line + "\n", nil
}

// commentMark returns the separator before a comment: "; " before a list of values, " % "
// before other text.
func (r rules) commentMark(s *othello.Position, comment string) string {
	p, err := ParseProblem(r.Rules, r.FormatPosition(s)+"; "+comment)
	if err == nil && len(p.Moves) > 0 {
		return "; "
	}
	return " % "
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// looksLikeProblems reports whether the first line of data, apart from comments, is a position
// with the values of its moves.
func (r rules) looksLikeProblems(data []byte) bool {
	for line := range strings.Lines(string(data[:min(len(data), 4096)])) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if line == "" || strings.IndexByte(problemComments, line[0]) >= 0 {
			continue
		}
		position, values := othello.CutComment(line)
		_, err := r.ParsePosition(position)
		return err == nil && firstValue.MatchString(values)
	}
	return false
}

// firstValue matches a move and its value, legal or not.
var firstValue = regexp.MustCompile(`^(?i:[a-h][1-8]|pa|ps|pass|--)\s*:\s*[+-]?[0-9]`)

// problemComments are the characters that begin a comment line.
const problemComments = "#%"

// Lists are the lists of names of a WTHOR base.
type Lists struct {
	Players, Tournaments Names // from the .jou and the .trn file
}

// Complete fills in the missing names of a game by their numbers, and the missing numbers of its
// names, if the lists have them.
func (l *Lists) Complete(h *record.Heading) {
	for _, f := range []struct {
		text  *string
		tag   string
		names *Names
	}{
		{&h.Event, tagTournament, &l.Tournaments},
		{&h.Players[othello.Black], tagBlack, &l.Players},
		{&h.Players[othello.White], tagWhite, &l.Players},
	} {
		if n, err := strconv.Atoi(h.Tags[f.tag]); err == nil && *f.text == "" {
			*f.text = f.names.Name(n)
		}
		if n := f.names.Number(*f.text); n > 0 && h.Tags[f.tag] == "" {
			h.SetTag(f.tag, strconv.Itoa(n))
		}
	}
}
