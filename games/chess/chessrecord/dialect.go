package chessrecord

import (
	"regexp"
	"strings"

	"github.com/plywood-go/plywood/engine/movetext"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/reason"
)

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

// fischer reports whether a king or rook that may castle does not stand as in
// chess.
func fischer(s *chess.Position) bool {
	const corners, kings = 0x8100000000000081, 0x1000000000000010
	for side := range chess.Side(2) {
		if own := s.Castling() & s.Side(side); own&^corners != 0 || own != 0 && s.Pieces(chess.King)&s.Side(side)&kings == 0 {
			return true
		}
	}
	return false
}
