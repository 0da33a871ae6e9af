// Package wording writes texts about games and analyses in every language that
// Plywood speaks, for both the command line and the full screen.
package wording

import (
	"cmp"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/words"
)

// captions are the keys of captions by their meaning.
var captions = map[game.Saying]string{
	game.ToMove:    "play.turn",
	game.ToMoveIn:  "board.turn-in",
	game.ToMoveAny: "board.turn-any",
	game.HasWon:    "opinion.over-win",
	game.HasWonBy:  "board.won",
	game.IsDraw:    "opinion.over-draw",
	game.Level:     "board.level",
	game.Moves:     "board.moves",
	game.ByChance:  "board.chance",
}

// Board draws a position with its captions in the language. Text after a caption keeps its column.
func Board(l words.Lang, p *engine.Position) string {
	rest := p.Board()
	if l == words.English {
		return rest
	}
	var out strings.Builder
	for _, c := range p.Captions() {
		before, after, found := strings.Cut(rest, c.Text)
		if !found {
			break
		}
		text := caption(l, p.Game().About(), c)
		out.WriteString(before + text)
		if !strings.HasPrefix(after, "\n") {
			out.WriteString(strings.Repeat(" ", max(0, lipgloss.Width(c.Text)-lipgloss.Width(text))))
		}
		rest = after
	}
	return out.String() + rest
}

// caption translates a caption.
func caption(l words.Lang, about engine.About, c game.Caption) string {
	return l.Text(captions[c.Says], "side", sideName(l, about, c.Side), "n", c.What, "count", c.What)
}

// Refusal says that a move is not possible at p, and lists some that are.
func Refusal(l words.Lang, p *engine.Position, move string) string {
	const few = 6
	legal := p.Moves()
	switch {
	case len(legal) == 0:
		return l.Text("play.ended")
	case len(legal) > few:
		return l.Text("error.illegal-some", "move", move, "legal", strings.Join(legal[:few], ", "))
	}
	return l.Text("error.illegal", "move", move, "legal", strings.Join(legal, ", "))
}

// Name returns the name of a game.
func Name(l words.Lang, about engine.About) string {
	return cmp.Or(about.In[string(l)].Title, about.Title)
}

// Title returns the title of a game, with its size.
func Title(l words.Lang, about engine.About) string {
	return strings.TrimSpace(Name(l, about) + " " + about.Size)
}

// Side returns the name of the side to move at p. X and O are named after the pieces on the board.
func Side(l words.Lang, p *engine.Position) string {
	return sideName(l, p.Game().About(), p.ToMove())
}

// Sides returns the names of the players of a game.
func Sides(l words.Lang, about engine.About) [2]string {
	return [2]string{sideName(l, about, game.First), sideName(l, about, game.Second)}
}

// sideName returns the name of a side: the game's own in the language,
// otherwise the translation of its English name, otherwise the English name.
func sideName(l words.Lang, about engine.About, side game.Player) string {
	if name := about.In[string(l)].Sides[side&1]; name != "" {
		return name
	}
	return Known(l, "side", about.Sides[side&1])
}

// Known returns the translation of name, which is of the given kind; name
// itself if it has no translation. Names that differ in the number at their end share one.
func Known(l words.Lang, kind, name string) string {
	word := strings.TrimRight(name, "0123456789")
	for _, key := range []string{keyOf(kind, name), keyOf(kind, word+"{n}")} {
		if words.Has(key) {
			return l.Text(key, "n", name[len(word):])
		}
	}
	return name
}

// keyOf returns the key of the translation of name.
func keyOf(kind, name string) string {
	return kind + "." + strings.ReplaceAll(strings.ToLower(name), " ", "-")
}

// Opinion describes the value of line i of an analysis and how certain it is.
func Opinion(l words.Lang, a *engine.Analysis, i int) string {
	text := opinion(l, a, i)
	if a.Book || a.Sure(i) == game.NoBound {
		return text
	}
	switch a.Of() {
	case engine.OfPosition:
		return l.Text("opinion.of-position", "opinion", text)
	case engine.OfGame:
		return l.Text("opinion.of-game", "opinion", text)
	}
	return text
}

// opinion is Opinion without the note whether it is about the position or the game.
func opinion(l words.Lang, a *engine.Analysis, i int) string {
	line, sure := &a.Lines[i], a.Sure(i)
	value := claim(l, a.Position, line.Value)
	switch {
	case a.Book:
		return l.Text("opinion.book", "value", value)
	case sure == game.Exact && line.Value.Number == 0 && line.Value.Outcome == 0:
		return l.Text("opinion.exact", "value", l.Text("opinion.draw"))
	case sure == game.Exact:
		return l.Text("opinion.exact", "value", value)
	case sure == game.Lower:
		return l.Text("opinion.lower", "value", value)
	case sure == game.Upper:
		return l.Text("opinion.upper", "value", value)
	case a.Depth == 0:
		return l.Text("opinion.unknown")
	case a.Confidence > 0 && a.Confidence < 100:
		return l.Text("opinion.sure", "value", value, "percent", a.Confidence)
	}
	if o := line.Value.Odds; o.Known() {
		return l.Text("opinion.odds", "value", value, "percent", o.Percent())
	}
	return l.Text("opinion.estimate", "value", value)
}

// claim writes a value and, for a win, the winner and the distance.
func claim(l words.Lang, p *engine.Position, v engine.Value) string {
	if v.Outcome != 1 && v.Outcome != -1 {
		return Amount(l, v)
	}
	win := l.Text("opinion.win", "side", Winner(l, p, v.Outcome))
	if v.Plies >= 0 {
		win = l.Text("opinion.win-in", "side", Winner(l, p, v.Outcome), "plies", v.Plies)
	}
	if v.Unit == "plies" || v.Unit == "outcome" {
		return win
	}
	return Amount(l, v) + l.Text("opinion.and") + win
}

// Amount writes a value with its unit, and a plus sign if it is positive.
func Amount(l words.Lang, v engine.Value) string {
	number := written(l, v)
	unit := Unit(l, v.Unit, number)
	if v.Number > 0 {
		number = "+" + number
	}
	return number + " " + unit
}

// written writes the number of a value: 1/3 and ∞ too.
func written(l words.Lang, v engine.Value) string {
	return l.Number(strings.Replace(cmp.Or(v.Text, v.Decimal().String()), "inf", "∞", 1))
}

// Unit returns the name of a unit in the form for the number.
func Unit(l words.Lang, name, number string) string {
	if key := keyOf("unit", name); words.Has(key) {
		return l.Text(key, "n", number)
	}
	return name
}

// Winner returns the name of the side that wins by outcome, which is from the
// view of the side to move.
func Winner(l words.Lang, p *engine.Position, outcome int) string {
	side := p.ToMove()
	if outcome < 0 {
		side = side.Other()
	}
	return sideName(l, p.Game().About(), side)
}

// Verdict describes how a finished game has ended.
func Verdict(l words.Lang, p *engine.Position) string {
	score := p.Status().Score()
	if p.ToMove() == game.Second && p.Measure(score).Outcome == engine.NoOutcome {
		score = -score // the value of a tree is from MAX's view
	}
	v := p.Measure(score)
	switch {
	case v.Outcome == engine.NoOutcome:
		return l.Text("opinion.over-value", "value", written(l, v))
	case score == 0:
		if rule := p.EndedBy(); rule != "" {
			return l.Text("opinion.over-rule", "rule", Known(l, "rule", rule))
		}
		return l.Text("opinion.over-draw")
	}
	side := Winner(l, p, score.Outcome())
	if _, ok := p.Status().Margin(); !ok {
		return l.Text("opinion.over-win", "side", side)
	}
	margin := l.Number(strconv.FormatFloat(max(v.Number, -v.Number), 'g', -1, 64))
	return l.Text("opinion.over-margin", "side", side, "n", margin, "unit", Unit(l, v.Unit, margin))
}
