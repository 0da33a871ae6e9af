package record

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// A transcript is a notation for any game: its moves in the notation of the game's players,
// numbered or not. A position other than the initial one comes first, followed by the word "moves":
//
//	f5d6c3d3c4
//	1. f5 d6 2. c3 d3
//	---O----… X moves f5 d6
//
// Each line is a game. A line of moves that go on from the position alone on the line
// before it belongs to that game. If a line is no game, all lines together are tried
// as one game. Blank lines and lines that begin with # are skipped.

// movesWord separates a position from the moves played from it.
const movesWord = " moves "

// maxPositionWords is the greatest number of words in a position that is not
// followed by movesWord. A FEN has six.
const maxPositionWords = 16

// moveNumber is the number in front of a move or of a pair of them.
var moveNumber = regexp.MustCompile(`(^|[\s,])[0-9]+\.+`)

// Codecs returns the notations of every game: transcripts, and the last
// positions of games, one a line.
func (t *Transcriber[S, M]) Codecs() []Codec[S, M] {
	return []Codec[S, M]{
		{
			Format: Format{Name: "transcript", Title: "moves, a game a line"},
			Games:  t.readTranscripts, WriteEach: t.writeTranscripts,
		},
		{
			Format: Format{Name: "position", Title: "last position"},
			Games:  t.readPositions, WriteEach: WriteTexts(func(r *Record[S, M]) (string, error) {
				s := t.after(r.Start, r.Moves)
				return cmp.Or(t.Rules.FormatPosition(&s), StartPosition) + "\n", nil
			}),
		},
	}
}

// writeTranscripts writes a game a line. It ends a position without moves with
// movesWord if a reader would take the next game for its moves.
func (t *Transcriber[S, M]) writeTranscripts(w io.Writer, records iter.Seq[Record[S, M]]) error {
	var last Record[S, M]
	before := "" // the line of last
	for r := range records {
		text := t.formatTranscript(&r)
		if before != "" {
			if standsAlone(before, last.Moves) {
				if _, joined := t.goOn(last.Start, text); joined {
					before += strings.TrimSuffix(movesWord, " ")
				}
			}
			if _, err := fmt.Fprintln(w, before); err != nil {
				return err
			}
		}
		before, last = text, r
	}
	if before == "" {
		return nil
	}
	_, err := fmt.Fprintln(w, before)
	return err
}

// standsAlone reports whether a line is only a position, whose moves the next line may hold.
// moves are those read from the line.
func standsAlone[M any](line string, moves []M) bool {
	return len(moves) == 0 && line != StartPosition && !strings.Contains(line+" ", movesWord)
}

// goOn reads a line of moves that continue from s. ok is false if it has none, or if it is also
// a position.
func (t *Transcriber[S, M]) goOn(s S, line string) (r Record[S, M], ok bool) {
	r, err := t.playFrom(s, line)
	if err != nil || len(r.Moves) == 0 {
		return r, false
	}
	_, _, err = t.ReadPosition(line)
	return r, err != nil
}

func (t *Transcriber[S, M]) formatTranscript(r *Record[S, M]) string {
	start := t.Rules.Start()
	position, initial := t.Rules.FormatPosition(&r.Start), t.Rules.FormatPosition(&start)
	switch {
	case position == initial && len(r.Moves) == 0:
		return StartPosition
	case position == initial:
		return t.formatMoves(r)
	case len(r.Moves) == 0 && !t.readsAsMoves(position):
		return position
	}
	return position + strings.TrimSuffix(movesWord+t.formatMoves(r), " ")
}

// readsAsMoves reports whether the text of a position can also be read as
// moves from the start that lead elsewhere.
func (t *Transcriber[S, M]) readsAsMoves(position string) bool {
	r, err := t.playFrom(t.Rules.Start(), position)
	s := t.after(r.Start, r.Moves)
	return err == nil && t.Rules.FormatPosition(&s) != position
}

func (t *Transcriber[S, M]) formatMoves(r *Record[S, M]) string {
	if t.FormatMoves != nil {
		return t.FormatMoves(&r.Start, r.Moves)
	}
	return strings.Join(t.WriteLine(r.Start, r.Moves), " ")
}

func (t *Transcriber[S, M]) readPositions(in io.Reader) iter.Seq2[Record[S, M], error] {
	return ReadLines(in, commentMark, func(line string) (Record[S, M], error) {
		s, mended, err := t.ReadPosition(line)
		return Record[S, M]{Start: s, Remarks: remarks(mended)}, err
	})
}

// commentMark begins a line that is a comment.
const commentMark = "#"

// maxBroken bounds a game that is broken over lines, in bytes.
const maxBroken = 64 << 10

// readTranscripts reads a game a line. If a file is short and one of its lines is no
// game, it tries all lines as one game first.
func (t *Transcriber[S, M]) readTranscripts(in io.Reader) iter.Seq2[Record[S, M], error] {
	return func(yield func(Record[S, M], error) bool) {
		head := bufio.NewReaderSize(in, maxBroken)
		data, end := head.Peek(maxBroken)
		if end == io.EOF {
			if r, ok := t.readBroken(data); ok {
				yield(r, nil)
				return
			}
		}
		t.readLines(head)(yield)
	}
}

// readLines reads a game a line, or a position and its moves on two lines.
func (t *Transcriber[S, M]) readLines(in io.Reader) iter.Seq2[Record[S, M], error] {
	return func(yield func(Record[S, M], error) bool) {
		var position *Record[S, M] // that stands alone on the line before
		game := 0
		for line, err := range contentLines(in, commentMark) {
			var r Record[S, M]
			if position != nil && err == nil {
				joined := false
				if r, joined = t.goOn(position.Start, line.text); joined {
					position = nil
					if !yield(r, nil) {
						return
					}
					continue
				}
			}
			if position != nil && !yield(*position, nil) {
				return
			}
			position = nil
			if err == nil {
				game++
				if r, err = t.parseTranscript(line.text); err != nil {
					r, err = partly(r, game, reason.Errorf("line %d: %w", line.number, err))
				} else if standsAlone(line.text, r.Moves) {
					position = &r
					continue
				}
			}
			if !yield(r, err) {
				return
			}
		}
		if position != nil {
			yield(*position, nil)
		}
	}
}

// partly returns a game with a remark if its first moves could be read, and otherwise a fault.
func partly[S any, M comparable](r Record[S, M], game int, why error) (Record[S, M], error) {
	if len(r.Moves) == 0 {
		return Record[S, M]{}, &Fault{Game: game, Err: why}
	}
	r.Remarks = append(r.Remarks, Remark{Err: why, Lost: true})
	return r, nil
}

// readBroken reads a game that is broken over lines. ok is false if every line is a
// game, or if all of them together are not.
func (t *Transcriber[S, M]) readBroken(data []byte) (r Record[S, M], ok bool) {
	var all strings.Builder
	lines, broken := 0, false
	for line, err := range contentLines(bytes.NewReader(data), commentMark) {
		if err != nil {
			return r, false
		}
		lines++
		all.WriteString(line.text + "\n")
		if !broken {
			_, err := t.parseTranscript(line.text)
			broken = err != nil
		}
	}
	if !broken || lines == 1 {
		return r, false
	}
	r, err := t.parseTranscript(all.String())
	return r, err == nil
}

// MaxLine bounds a line of a file of games, in bytes.
const MaxLine = 1 << 20

// contentLine is a line with its number, from 1.
type contentLine struct {
	text   string
	number int
}

// contentLines visits the lines of a file that are neither blank nor comments. Nothing
// follows an error.
func contentLines(in io.Reader, skipped string) iter.Seq2[contentLine, error] {
	return func(yield func(contentLine, error) bool) {
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, MaxLine)
		n := 1
		for ; lines.Scan(); n++ {
			text := strings.TrimSpace(lines.Text())
			if text != "" && strings.IndexByte(skipped, text[0]) < 0 && !yield(contentLine{text, n}, nil) {
				return
			}
		}
		switch err := lines.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			yield(contentLine{}, reason.Errorf("line %d: more than %d MiB", n, MaxLine>>20))
		case err != nil:
			yield(contentLine{}, reason.Errorf("line %d: %w", n, err))
		}
	}
}

// ReadLines reads a file that has a game, or a position, a line. Blank lines and lines that begin
// with a character of skipped are left out. Faults name the line.
func ReadLines[T any](in io.Reader, skipped string, parse func(line string) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		game := 0
		for line, err := range contentLines(in, skipped) {
			var r T
			if err == nil {
				game++
				if r, err = parse(line.text); err != nil {
					err = &Fault{Game: game, Err: reason.Errorf("line %d: %w", line.number, err)}
				}
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// parseTranscript reads moves, or a position and perhaps moves. With an error it returns the
// game before the fault.
func (t *Transcriber[S, M]) parseTranscript(text string) (Record[S, M], error) {
	if position, moves, ok := strings.Cut(text+" ", movesWord); ok {
		return t.parseFrom(position, moves)
	}
	r, noMoves := t.playFrom(t.Rules.Start(), text)
	if noMoves == nil {
		return r, nil
	}
	led, err := t.playFromLeading(strings.Fields(text), noMoves)
	switch {
	case err == nil || len(led.Moves) > len(r.Moves):
		return led, err
	case len(r.Moves) > 0:
		return r, noMoves
	}
	return r, err
}

// playFromLeading reads a position followed by moves. Some games may omit the side to move, so it
// tries every prefix of words as a position. It returns the first for which the rest are moves, or
// else the one with the most moves. noMoves is the error of reading all words as moves.
func (t *Transcriber[S, M]) playFromLeading(words []string, noMoves error) (best Record[S, M], err error) {
	var noPosition, noRest error
	for n := 1; n <= min(len(words), maxPositionWords); n++ {
		position := strings.Join(words[:n], " ")
		s, mended, err := t.ReadPosition(position)
		if err != nil {
			noPosition = err
			continue
		}
		if _, err := t.playFrom(t.Rules.Start(), position); err == nil {
			return best, noMoves // the game writes positions as moves
		}
		r, err := t.playFrom(s, strings.Join(words[n:], " "))
		r.Remarks = remarks(mended)
		if err == nil {
			return r, nil
		}
		if len(r.Moves) > len(best.Moves) {
			best = r
		}
		noRest = cmp.Or(noRest, err)
	}
	if noRest != nil {
		return best, noRest
	}
	return best, reason.Errorf("neither moves (%w) nor a position (%w)", noMoves, noPosition)
}

// parseFrom reads a position and moves played from it.
func (t *Transcriber[S, M]) parseFrom(position, moves string) (Record[S, M], error) {
	s, mended, err := t.ReadPosition(position)
	if err != nil {
		return Record[S, M]{}, err
	}
	r, err := t.playFrom(s, moves)
	r.Remarks = remarks(mended)
	return r, err
}

// remarks makes remarks of what a Mender has left out.
func remarks(mended []error) (list []Remark) {
	for _, err := range mended {
		list = append(list, Remark{Err: err})
	}
	return list
}

// playFrom reads moves played from s.
func (t *Transcriber[S, M]) playFrom(s S, text string) (Record[S, M], error) {
	moves, err := t.ReadMoves(s, moveNumber.ReplaceAllString(text, "$1"))
	return Record[S, M]{Start: s, Moves: moves}, err
}
