package browsertest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

var circled = flag.Int("circled", 0, "`number` of positions of Connect Four whose circled moves TestCirclesTheBest judges, and two fifths as many of Othello; 0 means a few")

// watch records every move that the page circles, from the first moment on, in window.circled.
const watch = `window.circled = new Set(); new MutationObserver(() => {
	for (const e of document.querySelectorAll('.hint .halo')) window.circled.add(e.parentElement.getAttribute('transform'))
}).observe(document, { childList: true, subtree: true, attributes: true })`

// TestCirclesTheBest compares all moves that the page ever circles in a position with proven
// values: no other move may be better. At length:
//
//	go test ./web/browsertest -run CirclesTheBest -circled 500 -timeout 2h
func TestCirclesTheBest(t *testing.T) {
	t.Parallel()
	rng := seeded.Rand(t, 11)
	few, batch := 3, 25
	if *circled > 0 {
		few = *circled
	}
	for _, x := range []struct {
		game         string
		least, plies int // random moves before the position
		count        int
		move         func(column, row int) string
	}{
		{"connect4", 10, 20, few, func(column, _ int) string { return fmt.Sprint(column + 1) }},
		{"othello", 50, 6, max(2, few*2/5), func(column, row int) string { return fmt.Sprintf("%c%d", 'a'+column, row+1) }},
	} {
		for first := 0; first < x.count; first += batch {
			t.Run(fmt.Sprintf("%s %d", x.game, first), func(t *testing.T) {
				b := newBrowser(t)
				if _, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watch}); err != nil {
					t.Fatal(err)
				}
				server := serve(t, config())
				for range min(batch, x.count-first) {
					p, moves := wander(t, rng, x.game, x.least+rng.IntN(x.plies))
					b.judge(server.URL, p, moves, x.move)
				}
			})
		}
	}
}

// wander returns a position after a number of random moves that has at least two moves, and the
// moves that lead to it.
func wander(t testing.TB, rng *rand.Rand, name string, plies int) (*engine.Position, []string) {
	t.Helper()
	g, err := catalog.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	for {
		p, played := g.Start(), []string(nil)
		for len(played) < plies && !p.Status().Over() {
			moves := p.Moves()
			m := moves[rng.IntN(len(moves))]
			if p, err = p.Play(m); err != nil {
				t.Fatal(err)
			}
			played = append(played, m)
		}
		if !p.Status().Over() && len(p.Moves()) > 1 {
			return p, played
		}
	}
}

// judge opens a position, waits until the page has a proven score on every move, and checks the
// values of the circled moves.
func (b *browser) judge(server string, p *engine.Position, played []string, name func(column, row int) string) {
	b.Helper()
	e := p.Game().NewEngine(engine.Options{Options: search.Options{TableBytes: 16 << 20}})
	n := len(p.Moves())
	truth := e.Analyze(b.Context(), p, search.Query{Lines: n, Exhaustive: true}, search.Control{}, nil)
	values := map[string]game.Score{}
	for _, l := range truth.Lines {
		if l.Proof != game.Exact {
			b.Fatalf("%s: %s is not solved", p, l.Move)
		}
		values[l.Move] = l.Score
	}
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(fmt.Sprintf("%s/#/play?game=%s&moves=%s", server, p.Game().About().Name, strings.Join(played, "."))))
	b.until(fmt.Sprintf(`document.querySelectorAll('.hint.exact').length === %d && window.circled.size > 0`, n))
	marks, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](`[...window.circled]`))
	if err != nil {
		b.Fatal(err)
	}
	if len(marks) == 0 {
		b.Errorf("%s after %v: nothing is circled", p, played)
	}
	for _, mark := range marks {
		var x, y int // the middle of a cell, in hundredths
		if _, err := fmt.Sscanf(mark, "translate(%d %d)", &x, &y); err != nil {
			b.Fatalf("%q: %v", mark, err)
		}
		if m := name(x/100, y/100); values[m] != truth.Lines[0].Score {
			b.Errorf("%s after %v: %s is circled, worth %v; best is %s, worth %v", p, played, m, values[m], truth.Lines[0].Move, truth.Lines[0].Score)
		}
	}
}
