// Package chessrecord reads and writes games of chess in PGN, the Portable Game
// Notation (Edwards 1994). Package movetext has the grammar.
//
//	[Event "…"]
//	[Result "1-0"]
//
//	1. e4 e5 {comment} 2. Nf3! (2. f4 $5 {variation} exf4) 2... Nc6 1-0
//
// Games are written in its export format, in UTF-8. What is read may be less tidy: moves in
// every form of [chess.Rules.ParseMove], also with the letters of another [chess.Language] if
// the file needs it, tags in the middle of a line, games without a heading or a result. Games
// of other variants are left out.
package chessrecord

import (
	"bufio"
	"io"
	"iter"

	"github.com/plywood-go/plywood/engine/movetext"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/reason"
)

// Record is a game of chess as it was played.
//
// Its Result is 1-0, 0-1, 1/2-1/2 or empty. Its Tags begin with "pgn.".
type Record = record.Record[chess.Position, chess.Move]

type dialect = movetext.Dialect[chess.Position, chess.Move]

// Codec returns the notation of games of chess.
func Codec() record.Codec[chess.Position, chess.Move] {
	return record.Codec[chess.Position, chess.Move]{
		Format:    record.Format{Name: "pgn", Title: "Portable Game Notation", Variations: true, Detect: isPGN, Resembles: english.Begins, Foreign: english.Foreign},
		Games:     games,
		WriteEach: func(w io.Writer, records iter.Seq[Record]) error { return movetext.WriteEach(w, english, records) },
	}
}

// games reads the games of a file in the language of its moves.
func games(in io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		head := bufio.NewReaderSize(in, movetext.SampleBytes)
		sample, _ := head.Peek(movetext.SampleBytes)
		l := languageOf(sample)
		first := true
		for g, err := range movetext.NewReader(head, dialectOf(l)).All() {
			if first && err == nil && l != chess.English {
				first = false
				g.Remarks = append(g.Remarks, record.Remark{Err: reason.Errorf("chess: the letters of pieces are read as %s", reason.Phrase(l.String()))})
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// isPGN reports whether data has games of chess in PGN: with moves of pieces, or with a heading
// that only chess has. Most of several games must follow the rules.
func isPGN(data []byte) bool {
	data = data[:min(len(data), movetext.SampleBytes)]
	if !english.Begins(data) {
		return false
	}
	s := dialectOf(languageOf(data)).Sample(data)
	const several = 4
	switch {
	case s.Games >= several && !s.Fits():
		return false
	case s.Games > s.Broken:
		return len(s.Tags) > 0 || hasPieces(data)
	case s.Games > 0:
		return s.Has("ECO", "WhiteElo", "BlackElo") || s.Plies > 0 && hasPieces(data)
	}
	return s.Set > 0 || s.Has("ECO", "WhiteElo", "BlackElo", "Variant")
}
