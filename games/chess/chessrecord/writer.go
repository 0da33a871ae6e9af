package chessrecord

import (
	"cmp"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/reason"
)

// Write writes games in PGN. The moves of records must be legal.
func Write(out io.Writer, records []Record) error { return WriteEach(out, slices.Values(records)) }

// WriteEach writes games one after the other, as they come; see Write.
func WriteEach(out io.Writer, records iter.Seq[Record]) error {
	n := 0
	for g := range records {
		if n++; n > 1 {
			if _, err := io.WriteString(out, "\n"); err != nil {
				return err
			}
		}
		if err := record.DepartsFromMoves(len(g.Moves), g.Variations); err != nil {
			return reason.Errorf("chess: game %d: %w", n, err)
		}
		if _, err := io.WriteString(out, format(&g)); err != nil {
			return err
		}
	}
	return nil
}

// format returns a game in PGN. The seven tags of the roster come first and
// are never missing.
func format(g *Record) string {
	w := record.Movetext[chess.Position, chess.Move]{Rules: chess.Rules{}}
	h, result := &g.Heading, cmp.Or(g.Result, "*")
	for _, t := range [][2]string{
		{"Event", cmp.Or(h.Event, "?")},
		{"Site", cmp.Or(h.Place, "?")},
		{"Date", formatDate(h.Date)},
		{"Round", cmp.Or(h.Round, "?")},
		{"White", cmp.Or(h.Players[0], "?")},
		{"Black", cmp.Or(h.Players[1], "?")},
		{"Result", result},
	} {
		w.Tag(t[0], t[1])
	}
	own := map[string]string{}
	for name, value := range h.Tags {
		if name, ok := strings.CutPrefix(name, "pgn."); ok {
			own[name] = value
		}
	}
	if g.Start != (chess.Rules{}).Start() {
		own["SetUp"], own["FEN"] = "1", chess.Rules{}.FormatPosition(&g.Start)
		if fischer(&g.Start) {
			own["Variant"] = cmp.Or(own["Variant"], fischerVariant)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		w.Tag(name, own[name])
	}
	w.Break()
	w.Comment(h.Comment)
	w.Line(g.Start, firstPly(&g.Start), g.Moves, g.Notes, g.Variations)
	w.Word(cmp.Or(terminator(result), "*"))
	w.Break()
	return w.String()
}

// fischerVariant is the value of the tag Variant for Chess960.
const fischerVariant = "Chess960"

// firstPly returns the number of plies before a position, by its move number.
func firstPly(s *chess.Position) int { return 2*(s.Number()-1) + int(s.Turn()) }

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

// formatDate writes a date with a question mark for each unknown digit.
func formatDate(date string) string {
	parts := strings.Split(date, "-")
	for i, unknown := range []string{"????", "??", "??"} {
		if i >= len(parts) {
			parts = append(parts, unknown)
		} else if parts[i] == "" {
			parts[i] = unknown
		}
	}
	return strings.Join(parts, ".")
}

// terminator returns a result that ends a game; "" for any other text.
func terminator(result string) string {
	switch result {
	case "1-0", "0-1", "1/2-1/2", "*":
		return result
	}
	return ""
}
