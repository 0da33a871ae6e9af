package draughtsrecord

import (
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/reason"
)

// Write writes games in PDN 3.0. The moves of records must be legal.
func Write(out io.Writer, r draughts.Rules, records []Record) error {
	return WriteEach(out, r, slices.Values(records))
}

// WriteEach writes games one after the other, as they come; see Write.
func WriteEach(out io.Writer, r draughts.Rules, records iter.Seq[Record]) error {
	n := 0
	for g := range records {
		if n++; n > 1 {
			if _, err := io.WriteString(out, "\n"); err != nil {
				return err
			}
		}
		if err := record.DepartsFromMoves(len(g.Moves), g.Variations); err != nil {
			return reason.Errorf("draughts: game %d: %w", n, err)
		}
		if _, err := io.WriteString(out, writeGame(r, &g)); err != nil {
			return err
		}
	}
	return nil
}

// FormatResult returns the Result of a Record: the points of White first, of two in
// international draughts, of one in the others.
func FormatResult(r draughts.Rules, e record.Ending) string {
	white := e.Outcome
	if sideTag(r, 0) == "Black" {
		white = -white
	}
	if r.Variant == draughts.International {
		return [...]string{"0-2", "1-1", "2-0"}[white+1]
	}
	return [...]string{"0-1", "1/2-1/2", "1-0"}[white+1]
}

// writeGame returns a game in PDN.
func writeGame(r draughts.Rules, g *Record) string {
	w := record.Movetext[draughts.Position, draughts.Move]{Rules: r}
	h := &g.Heading
	fen := ""
	if start := r.Start(); g.Start != start {
		if fen = r.FormatPosition(&g.Start); fen == r.FormatPosition(&start) {
			fen = ""
		}
	}
	for _, t := range [][2]string{
		{"Event", h.Event},
		{"Site", h.Place},
		{"Date", strings.ReplaceAll(h.Date, "-", ".")},
		{"Round", h.Round},
		{sideTag(r, 0), h.Players[0]},
		{sideTag(r, 1), h.Players[1]},
		{"Result", h.Result},
		{"GameType", gameTypes[r.Variant&3]},
		{"FEN", fen},
	} {
		w.Tag(t[0], t[1])
	}
	for _, name := range slices.Sorted(maps.Keys(h.Tags)) {
		if own, ok := strings.CutPrefix(name, "pdn."); ok {
			w.Tag(own, h.Tags[name])
		}
	}
	w.Break()
	w.Comment(h.Comment)
	w.Line(g.Start, int(g.Start.Turn), g.Moves, g.Notes, g.Variations)
	w.Word("*")
	w.Break()
	return w.String()
}
