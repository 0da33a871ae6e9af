package record

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// A transcript is a notation for any game: its moves in the notation of the
// game's players, numbered or not. A position other than the initial one comes
// first, followed by the word "moves":
//
//	f5d6c3d3c4
//	1. f5 d6 2. c3 d3
//	---O----… X moves f5 d6
//
// Each line is a game. If that fails, all lines together are read as one game.
// Blank lines and lines that begin with # are skipped.

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
	return []Codec[S, M]{t.transcripts(), t.positions()}
}

func (t *Transcriber[S, M]) transcripts() Codec[S, M] {
	return Codec[S, M]{
		Format: Format{Name: "transcript", Title: "moves, a game a line"},
		Read:   t.readTranscripts,
		Write: func(w io.Writer, records []Record[S, M]) error {
			for _, r := range records {
				if _, err := fmt.Fprintln(w, t.formatTranscript(&r)); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func (t *Transcriber[S, M]) positions() Codec[S, M] {
	return Codec[S, M]{
		Format: Format{Name: "position", Title: "last position"},
		Read:   t.readPositions,
		Write: func(w io.Writer, records []Record[S, M]) error {
			for _, r := range records {
				s := t.last(r)
				text := cmp.Or(t.Rules.FormatPosition(&s), StartPosition)
				if _, err := fmt.Fprintln(w, text); err != nil {
					return err
				}
			}
			return nil
		},
	}
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
	s := t.last(r)
	return err == nil && t.Rules.FormatPosition(&s) != position
}

func (t *Transcriber[S, M]) formatMoves(r *Record[S, M]) string {
	if t.FormatMoves != nil {
		return t.FormatMoves(&r.Start, r.Moves)
	}
	return strings.Join(t.WriteLine(r.Start, r.Moves), " ")
}

func (t *Transcriber[S, M]) readPositions(data []byte) ([]Record[S, M], error) {
	return readLines(data, func(line string) (Record[S, M], error) {
		s, err := t.ReadPosition(line)
		return Record[S, M]{Start: s}, err
	})
}

func (t *Transcriber[S, M]) readTranscripts(data []byte) ([]Record[S, M], error) {
	records, err := readLines(data, t.parseTranscript)
	if err == nil || bytes.IndexByte(bytes.TrimSpace(data), '\n') < 0 {
		return records, err
	}
	var all strings.Builder
	for line := range contentLines(data) {
		all.WriteString(line + "\n")
	}
	if r, wrong := t.parseTranscript(all.String()); wrong == nil {
		return []Record[S, M]{r}, nil
	}
	return nil, err
}

// contentLines iterates over the lines of data that are neither blank nor
// comments.
func contentLines(data []byte) func(yield func(line string, number int) bool) {
	return func(yield func(string, int) bool) {
		n := 0
		for raw := range bytes.Lines(data) {
			n++
			line := strings.TrimSpace(string(raw))
			if line != "" && line[0] != '#' && !yield(line, n) {
				return
			}
		}
	}
}

func readLines[S any, M comparable](data []byte, parse func(line string) (Record[S, M], error)) ([]Record[S, M], error) {
	var records []Record[S, M]
	for line, n := range contentLines(data) {
		r, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		records = append(records, r)
	}
	if records == nil {
		return nil, fmt.Errorf("no game in the file")
	}
	return records, nil
}

// parseTranscript reads moves, or a position with or without moves.
func (t *Transcriber[S, M]) parseTranscript(text string) (Record[S, M], error) {
	if position, moves, ok := strings.Cut(text+" ", movesWord); ok {
		return t.parseFrom(position, moves)
	}
	r, noMoves := t.playFrom(t.Rules.Start(), text)
	if noMoves == nil {
		return r, nil
	}
	return t.playFromLeading(strings.Fields(text), noMoves)
}

// playFromLeading reads a position followed by moves. Because some games may
// omit the side to move, it tries every prefix of words as a position and
// returns the first for which the rest are moves. noMoves is the error of
// reading all words as moves.
func (t *Transcriber[S, M]) playFromLeading(words []string, noMoves error) (r Record[S, M], err error) {
	var noPosition, noRest error
	for n := 1; n <= min(len(words), maxPositionWords); n++ {
		position := strings.Join(words[:n], " ")
		s, err := t.ReadPosition(position)
		if err != nil {
			noPosition = err
			continue
		}
		if _, err := t.playFrom(t.Rules.Start(), position); err == nil {
			return r, noMoves // the game writes positions as moves
		}
		if r, err = t.playFrom(s, strings.Join(words[n:], " ")); err == nil {
			return r, nil
		}
		noRest = cmp.Or(noRest, err)
	}
	if noRest != nil {
		return r, noRest
	}
	return r, fmt.Errorf("neither moves (%w) nor a position (%w)", noMoves, noPosition)
}

// parseFrom reads a position and moves played from it.
func (t *Transcriber[S, M]) parseFrom(position, moves string) (Record[S, M], error) {
	s, err := t.ReadPosition(position)
	if err != nil {
		return Record[S, M]{}, err
	}
	return t.playFrom(s, moves)
}

// playFrom reads moves played from s.
func (t *Transcriber[S, M]) playFrom(s S, text string) (Record[S, M], error) {
	moves, err := t.ReadMoves(s, moveNumber.ReplaceAllString(text, "$1"))
	return Record[S, M]{Start: s, Moves: moves}, err
}
