package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPuzzles slides a tile with one click and has the rest solved.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/puzzles?puzzle=tiles:3&position=1+2+3+4+0+6+7+5+8"))
	b.shows(".puzzle .account", "0 moves made.")
	b.press(`[data-move="2"]`)
	b.shows(".puzzle .account", "1 move made.")
	b.until(`location.hash.includes('moves=2')`)
	b.press(`.puzzle .row .primary`)
	b.shows(".puzzle .account", "Solved after 4 moves.")
}

// TestMendsPuzzles types an invalid position and then a valid one.
func TestMendsPuzzles(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/puzzles?puzzle=tiles:3&position=1+2+3+4+0+6+7+5"))
	b.until(`document.querySelector('.puzzle .error')?.textContent.includes('9')`)
	b.do(chromedp.SendKeys(chromedp.CSS(".puzzle textarea"), " 8"))
	b.press(`.puzzle form button`)
	b.shows(".puzzle .account", "0 moves made.")
}
