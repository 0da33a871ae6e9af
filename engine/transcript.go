package engine

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/plywood-go/plywood/game"
)

// A transcript is the notation that every game has: the moves, written as the
// game's players do and numbered or not, in front of them perhaps a position
// that is not the initial one, set off by the word "moves":
//
//	f5d6c3d3c4
//	1. f5 d6 2. c3 d3
//	---O----… X moves f5 d6
//
// A line is a game. Where that cannot be, all lines together are one. Blank
// lines and lines that begin with # are skipped.

// movesWord stands between a position and the moves played from it.
const movesWord = " moves "

// maxPositionWords is how many words of a transcript without movesWord may be
// its position. A FEN has six.
const maxPositionWords = 16

// moveNumber is the number in front of a move or of a pair of them.
var moveNumber = regexp.MustCompile(`(^|[\s,])[0-9]+\.+`)

// transcript returns the notation that every game has.
func (g *adapter[S, M, R]) transcript() Codec[S, M] {
	return Codec[S, M]{
		Format: Format{Name: "transcript", Title: "moves, a game a line"},
		Read:   g.readTranscripts,
		Write: func(w io.Writer, records []game.Record[S, M]) error {
			for _, r := range records {
				if _, err := fmt.Fprintln(w, g.formatTranscript(&r)); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// positions returns the format of a position a line: those in which games
// ended.
func (g *adapter[S, M, R]) positions() Codec[S, M] {
	return Codec[S, M]{
		Format: Format{Name: "position", Title: "last position"},
		Read:   g.readPositions,
		Write: func(w io.Writer, records []game.Record[S, M]) error {
			for _, r := range records {
				s := r.Start
				for _, m := range r.Moves {
					g.rules.Play(&s, &s, m)
				}
				text := cmp.Or(g.rules.FormatPosition(&s), startPosition)
				if _, err := fmt.Fprintln(w, text); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func (g *adapter[S, M, R]) formatTranscript(r *game.Record[S, M]) string {
	start := g.rules.Start()
	position, initial := g.rules.FormatPosition(&r.Start), g.rules.FormatPosition(&start)
	switch {
	case position == initial && len(r.Moves) == 0:
		return startPosition
	case position == initial:
		return g.formatMoves(r)
	case len(r.Moves) == 0 && !g.readsAsMoves(position):
		return position
	}
	return position + strings.TrimSuffix(movesWord+g.formatMoves(r), " ")
}

// readsAsMoves reports whether a position could be taken for moves from the
// start that lead elsewhere.
func (g *adapter[S, M, R]) readsAsMoves(position string) bool {
	r, err := g.playFrom(g.rules.Start(), position)
	s := r.Start
	for _, m := range r.Moves {
		g.rules.Play(&s, &s, m)
	}
	return err == nil && g.rules.FormatPosition(&s) != position
}

func (g *adapter[S, M, R]) formatMoves(r *game.Record[S, M]) string {
	if g.spec.FormatMoves != nil {
		return g.spec.FormatMoves(&r.Start, r.Moves)
	}
	return strings.Join(g.at(r.Start).line(r.Moves), " ")
}

func (g *adapter[S, M, R]) readPositions(data []byte) ([]game.Record[S, M], error) {
	return readLines(data, func(line string) (game.Record[S, M], error) {
		s, err := g.parse(line)
		return game.Record[S, M]{Start: s}, err
	})
}

func (g *adapter[S, M, R]) readTranscripts(data []byte) ([]game.Record[S, M], error) {
	records, err := readLines(data, g.parseTranscript)
	if err == nil || bytes.IndexByte(bytes.TrimSpace(data), '\n') < 0 {
		return records, err
	}
	var all strings.Builder
	for line := range contentLines(data) {
		all.WriteString(line + "\n")
	}
	if r, wrong := g.parseTranscript(all.String()); wrong == nil {
		return []game.Record[S, M]{r}, nil
	}
	return nil, err
}

// contentLines visits the lines of data that are neither blank nor comments.
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

func readLines[S any, M comparable](data []byte, parse func(line string) (game.Record[S, M], error)) ([]game.Record[S, M], error) {
	var records []game.Record[S, M]
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

// parseTranscript reads moves, or a position and perhaps moves.
func (g *adapter[S, M, R]) parseTranscript(text string) (game.Record[S, M], error) {
	if position, moves, ok := strings.Cut(text+" ", movesWord); ok {
		return g.parseFrom(position, moves)
	}
	r, noMoves := g.playFrom(g.rules.Start(), text)
	if noMoves == nil {
		return r, nil
	}
	return g.playFromLeading(strings.Fields(text), noMoves)
}

// playFromLeading reads a position and moves behind it: of the positions that
// words begin with, for the side to move may be left out in some games, the
// first behind which the rest are moves. noMoves says why all are not.
func (g *adapter[S, M, R]) playFromLeading(words []string, noMoves error) (r game.Record[S, M], err error) {
	var noPosition, noRest error
	for n := 1; n <= min(len(words), maxPositionWords); n++ {
		position := strings.Join(words[:n], " ")
		s, err := g.parse(position)
		if err != nil {
			noPosition = err
			continue
		}
		if _, err := g.playFrom(g.rules.Start(), position); err == nil {
			return r, noMoves // the game writes positions as moves
		}
		if r, err = g.playFrom(s, strings.Join(words[n:], " ")); err == nil {
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
func (g *adapter[S, M, R]) parseFrom(position, moves string) (game.Record[S, M], error) {
	s, err := g.parse(position)
	if err != nil {
		return game.Record[S, M]{}, err
	}
	return g.playFrom(s, moves)
}

// playFrom reads moves played from s.
func (g *adapter[S, M, R]) playFrom(s S, text string) (game.Record[S, M], error) {
	moves, err := g.readMoves(s, moveNumber.ReplaceAllString(text, "$1"))
	return game.Record[S, M]{Start: s, Moves: moves}, err
}
