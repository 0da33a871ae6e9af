package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
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

// TestSolid turns a solved cube by keys and by dragging. At first three sides with 27 stickers are
// visible; after half a turn two others are, and then the one below.
func TestSolid(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/puzzles?puzzle=cube:3&position=UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"))
	colours := `[...new Set([...document.querySelectorAll('.solid .sticker')].map((s) => s.getAttribute('fill')))]`
	b.until(`document.querySelectorAll('.solid .sticker').length === 27 && ` + colours + `.length === 3`)
	b.until(`(window.before = ` + colours + `, document.querySelector('.solid').focus(), true)`)
	for range 12 {
		b.key(kb.ArrowLeft)
	}
	b.until(colours + `.filter((c) => !window.before.includes(c)).length === 2`) // all but the top
	b.until(`(() => {
		const solid = document.querySelector('.solid')
		solid.setPointerCapture = () => {} // which wants a real pointer
		for (const [type, y] of [['down', 300], ['move', 0], ['up', 0]]) solid.dispatchEvent(new PointerEvent('pointer' + type, { bubbles: true, clientX: 0, clientY: y }))
		return true
	})()`)
	b.until(colours + `.length === 1`) // the side below alone
}
