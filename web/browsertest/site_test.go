package browsertest

import (
	"html"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/plywood-go/plywood/web"
)

// publish writes the page without a server to a folder, and serves it as plain files below
// /plywood/, as hosts of projects do.
func publish(t testing.TB) *httptest.Server {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a program for browsers; left out with -short")
	}
	public := filepath.Join(t.TempDir(), "public")
	site := exec.CommandContext(t.Context(), "go", "run", "github.com/plywood-go/plywood/cmd/ply", "site", public)
	if out, err := site.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s := httptest.NewServer(http.StripPrefix("/plywood", web.New(web.Config{Static: public}).Handler()))
	t.Cleanup(s.Close)
	return s
}

// TestSite plays and analyses games, solves a puzzle and changes the language on a page without
// a server; then its host is gone, and it still works.
func TestSite(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	host := publish(t)
	at := func(rest string) string { return host.URL + "/plywood/" + rest }
	b.do(chromedp.Navigate(at("#/play?game=othello")))
	b.until(`document.querySelectorAll('.hint text').length === 4`)
	b.press(`.cells [data-move="f5"]`)
	b.shows(".moves .list", "f5")
	// The engine replies, in all games from now on.
	b.press(".segments label:nth-child(3)")
	b.until(`document.querySelectorAll('.moves .move').length >= 2`)
	for game, move := range map[string]string{"connect4": "4", "checkers": "11-15"} {
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(at("#/play?game="+game)))
		b.do(chromedp.SendKeys(chromedp.CSS(".type input"), move+"\r"))
		b.until(`document.querySelectorAll('.moves .move').length >= 2`)
	}
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(at("#/puzzles?puzzle=tiles:3&position=1+2+3+4+0+6+7+5+8")))
	b.shows(".puzzle .account", "0 moves made.")
	b.press(`.puzzle .row .primary`)
	b.shows(".puzzle .account", "Solved after")
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(at("#/challenges?game=othello&n=1")))
	b.shows(".puzzle h1", "Othello: challenge 1")
	b.until(`document.querySelector('.cells .legal')`)
	b.do(chromedp.Navigate(at("ru/#/play?game=othello&moves=f5.f6.e6.f4.e3")))
	b.shows(".opening", "Корова")
	b.until(`!!navigator.serviceWorker.controller`)
	manifest, err := chromedp.Call(b.ctx, page.GetAppManifest, page.GetAppManifestParams{})
	if err != nil || len(manifest.Errors) > 0 || !strings.Contains(manifest.Data, `"lang": "ru"`) {
		t.Errorf("the manifest: %+v, %v", manifest, err)
	}
	host.Close()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(at("#/play?game=othello&moves=f5.d6")))
	b.press(`.cells [data-move="c3"]`)
	b.until(`document.querySelectorAll('.moves .move').length >= 4`)
	// A game of the reader's own, with its board, tree and a match.
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(at("#/learn/lab")))
	b.press(`.source .segments label:nth-child(4) input`)
	b.press(`.node [data-move="a1"]`)
	b.shows(".node h2", "a1")
	b.until(`([...document.querySelectorAll('.side button')].find((e) => e.textContent === 'Play the match').click(), true)`)
	b.until(`document.querySelector('.side').textContent.includes('Player 1 in 20 games')`)
}

// TestEmbeds opens the frame that the page offers for other sites: it shows a study with its variations,
// no menus, and keeps nothing.
func TestEmbeds(t *testing.T) {
	t.Parallel()
	server := serve(t, config())
	author, reader := newBrowser(t), newBrowser(t)
	author.do(chromedp.Navigate(server.URL + "/#/play?game=othello&moves=f5.d6.c3&at=1"))
	author.press(`.cells [data-move="f6"]`)
	author.shows(".moves .variation", "f6")
	author.press(`.tools [aria-label^="Copy and"]`)
	author.until(`[...document.querySelectorAll('.copied textarea')].some((e) => e.value.includes('?embed=1#/play?study='))`)
	frame, err := chromedp.Run(author.ctx, chromedp.Evaluate[string](`[...document.querySelectorAll('.copied textarea')].at(-1).value`))
	if err != nil {
		t.Fatal(err)
	}
	_, address, _ := strings.Cut(frame, `<iframe src="`)
	address, _, _ = strings.Cut(address, `" title="Othello"`)
	reader.do(chromedp.Navigate(html.UnescapeString(address)))
	reader.shows(".embed .variation", "f6")
	reader.until(`document.querySelectorAll('.bar, .analysis, .opponent, dialog, select, textarea').length === 0`)
	reader.press(`.tools [aria-label^="First"]`)
	reader.until(`document.querySelectorAll('.cells .legal').length === 4`)
	reader.press(`.cells [data-move="d3"]`) // the reader tries a move
	reader.shows(".embed .list", "d3")
	reader.until(`document.querySelector('.tools a').href.includes('/#/play?study=')`)
	reader.do(chromedp.Sleep(300 * time.Millisecond))
	reader.until(`Object.keys(localStorage).length === 0`)
}
