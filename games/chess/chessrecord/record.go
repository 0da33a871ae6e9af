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
	"bytes"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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

// languageOf returns the language of the letters of pieces in a file that begins with sample.
// That is English unless moves have other letters. Another language must read every game that
// English reads, and more; where two read the same games differently, the language is unknown
// and taken as English.
func languageOf(sample []byte) chess.Language {
	letters := foreignLetters(sample)
	if letters == nil {
		return chess.English
	}
	plain := attempt(sample, chess.English)
	best, found := plain, chess.English
	most, clear := best.whole, true
	for _, l := range chess.Languages()[1:] {
		if slices.ContainsFunc(letters, func(letter rune) bool { return !l.Has(letter) }) {
			continue
		}
		switch a := attempt(sample, l); {
		case !a.covers(plain):
		case a.whole > most:
			best, found, most, clear = a, l, a.whole, true
		case a.whole == most && found != chess.English && !a.agrees(best):
			clear = false
		}
	}
	if !clear {
		return chess.English
	}
	return found
}

// attempted are the games of a sample as they are read in one language.
type attempted struct {
	games [][]chess.Move // nil for a game of which a part is lost
	whole int            // the others with moves
}

func attempt(sample []byte, l chess.Language) (a attempted) {
	for g, err := range movetext.NewReader(bytes.NewReader(sample), dialectOf(l)).All() {
		if err != nil || record.FirstLost(g.Remarks) != nil {
			g.Moves = nil
		}
		a.games = append(a.games, g.Moves)
		if len(g.Moves) > 0 {
			a.whole++
		}
	}
	return a
}

// covers reports whether every game that b reads is read by a.
func (a attempted) covers(b attempted) bool {
	for i, moves := range b.games {
		if len(moves) > 0 && (i >= len(a.games) || len(a.games[i]) == 0) {
			return false
		}
	}
	return true
}

// agrees reports whether a and b have the same moves in the games that both read.
func (a attempted) agrees(b attempted) bool {
	for i := range min(len(a.games), len(b.games)) {
		if len(a.games[i]) > 0 && len(b.games[i]) > 0 && !slices.Equal(a.games[i], b.games[i]) {
			return false
		}
	}
	return true
}

// pieceLetter returns the letter or figurine with which a move begins, 0 if it has none.
func pieceLetter(word []byte) rune {
	c, _ := utf8.DecodeRune(word)
	if (unicode.IsUpper(c) && c != 'O' || c >= '♔' && c <= '♟') && moveForm.Match(word) {
		return c
	}
	return 0
}

// foreignLetters returns the letters of pieces in the moves of sample that English has not.
func foreignLetters(sample []byte) (letters []rune) {
	for word := range movetext.Words(sample) {
		if strings.IndexByte("KQRBNO", word[0]) >= 0 || word[0] >= 'a' && word[0] <= 'z' {
			continue
		}
		if c := pieceLetter(word); c != 0 && !slices.Contains(letters, c) {
			letters = append(letters, c)
		}
	}
	return letters
}

// hasPieces reports whether a piece moves in sample.
func hasPieces(sample []byte) bool {
	for word := range movetext.Words(sample) {
		if pieceLetter(word) != 0 {
			return true
		}
	}
	return false
}

// english is PGN in the letters of the standard.
var english = dialectOf(chess.English)

// dialectOf returns PGN with the letters of pieces of a language.
func dialectOf(l chess.Language) *dialect {
	rules := chess.Rules{}
	return &dialect{
		Rules: rules, Name: "chess", Prefix: "pgn.", White: 0, Other: other, Start: start, Tags: impliedTags,
		Ply: func(s *chess.Position) int { return 2*(s.Number()-1) + int(s.Turn()) },
		Roster: map[string]string{
			"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*",
		},
		Move: func(s *chess.Position, text []byte) (chess.Move, bool) {
			if l != chess.English {
				return 0, false
			}
			return rules.ReadMove(s, text)
		},
		Spelled: func(s *chess.Position, text string) ([]chess.Move, error) {
			switch text {
			case "--", "Z0", "0000", "null", "@@@@":
				return nil, movetext.ErrNull
			}
			m, err := rules.ParseMoveIn(s, text, l)
			if err != nil {
				return nil, err
			}
			return []chess.Move{m}, nil
		},
		Resembles: func(text []byte) bool { return moveForm.Match(text) },
		Result:    movetext.Result,
		End:       end,
	}
}

// end returns the text behind the moves of a game with a result.
func end(result string) string {
	switch result {
	case "1-0", "0-1", "1/2-1/2":
		return result
	}
	return "*"
}

// FormatResult returns the Result of a Record.
func FormatResult(e record.Ending) string { return [...]string{"0-1", "1/2-1/2", "1-0"}[e.Outcome+1] }

// moveForm matches the forms of moves in all languages.
var moveForm = regexp.MustCompile(`^(?:(?:(?:\p{Lu}\p{Ll}?|[♔-♟nbrqk])?[a-h]?[1-8]?[x:×–-]?[a-h][1-8]|[a-h][x:]?[a-h])(?:=?\(?(?:\p{Lu}|[♔-♟qrbn])\)?)?|[O0][-–][O0](?:[-–][O0])?)[+#†‡]{0,2}$`)

// variants are the values of the tag Variant whose games are chess, in small letters.
var variants = map[string]bool{
	"": true, "?": true, "-": true, "standard": true, "chess": true, "normal": true, "orthodox": true, "from position": true,
	"chess960": true, "chess 960": true, "fischerandom": true, "fischerrandom": true, "fischer random": true, "fischerandom chess": true, "960": true,
}

// other returns an error for games that are not chess.
func other(tag func(string) string) error {
	if v := tag("Variant"); !variants[strings.ToLower(v)] {
		return reason.Errorf("a game of %s, which is not chess", v)
	}
	if v := tag("GameType"); strings.Trim(v, "0") != "" {
		return reason.Errorf("a game of GameType %s, which is not chess", v)
	}
	return nil
}

// start returns the initial position of a game.
func start(tag func(string) string) (s chess.Position, remarks []error, err error) {
	rules := chess.Rules{}
	fen := tag("FEN")
	if fen == "" {
		return rules.Start(), nil, nil
	}
	if s, remarks, err = rules.MendPosition(fen); err != nil {
		err = reason.Errorf("FEN: %w", err)
	}
	return s, remarks, err
}

// impliedTags are those that the initial position of a game needs.
func impliedTags(g *Record) (list [][2]string) {
	rules := chess.Rules{}
	if g.Start == rules.Start() {
		return nil
	}
	list = [][2]string{{"FEN", rules.FormatPosition(&g.Start)}, {"SetUp", "1"}}
	if fischer(&g.Start) {
		list = append(list, [2]string{"Variant", "Chess960"})
	}
	return list
}

// fischer reports whether a king or rook that may castle does not stand as in chess.
func fischer(s *chess.Position) bool {
	const corners, kings = 0x8100000000000081, 0x1000000000000010
	for side := range chess.Side(2) {
		if own := s.Castling() & s.Side(side); own&^corners != 0 || own != 0 && s.Pieces(chess.King)&s.Side(side)&kings == 0 {
			return true
		}
	}
	return false
}
