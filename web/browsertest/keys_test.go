package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tap clicks an element with the pointer, which may move the focus there. Results of searches
// shift the panels, so the pointer may meet another element, which then gets no event, and tap
// tries again.
func (b *browser) tap(selector string) {
	b.Helper()
	for hit := false; !hit; {
		b.until(fmt.Sprintf(`document.querySelector(%q)`, selector))
		b.until(fmt.Sprintf(`(%s(%q), true)`, guard, selector))
		b.do(chromedp.Click(chromedp.CSS(selector)))
		var err error
		if hit, err = chromedp.Run(b.ctx, chromedp.Evaluate[bool](`window.lift()`)); err != nil {
			b.Fatal(err)
		}
	}
}

// guard is a function that keeps the pointer's events from all elements but those of a selector.
// window.lift ends it and reports whether the pointer went down on the selected element.
const guard = `(selector => {
	let hit = false
	const events = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']
	const filter = e => {
		if (e.target.closest(selector)) hit ||= e.type === 'pointerdown'
		else { e.preventDefault(); e.stopImmediatePropagation() }
	}
	for (const name of events) addEventListener(name, filter, true)
	window.lift = () => { for (const name of events) removeEventListener(name, filter, true); return hit }
})`

// key presses a key.
func (b *browser) key(key string) {
	b.Helper()
	b.do(chromedp.KeyEvent(key))
}

// current is an expression for the current move, without its number.
const current = `(document.querySelector('.move [aria-current]')?.textContent ?? '').slice(0, 2)`

// at waits until the given move is current; "" means the first position.
func (b *browser) at(move string) {
	b.Helper()
	b.until(fmt.Sprintf(`%s === %q`, current, move))
}

// changes presses a key and waits until the value of an expression changes.
func (b *browser) changes(key, expression string) {
	b.Helper()
	b.until(fmt.Sprintf(`(window.before = %s, true)`, expression))
	b.key(key)
	b.until(fmt.Sprintf(`%s !== window.before`, expression))
}

// TestKeys clicks controls of every kind with the pointer. After each click the page must
// receive the keys; after some, the test presses every key of the help.
func TestKeys(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config()) // so that an analysis runs meanwhile
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello&moves=f5.d6.c3"))
	b.until(`document.querySelectorAll('.move').length === 3`)
	b.key(kb.Home)
	b.at("")
	b.tap(`.cells [data-move="e6"]`)
	b.at("e6")
	for _, control := range []string{
		".switch", ".bar button.icon", ".move button", ".tools .group:first-child button:not(:disabled)", ".opponent h2", ".round",
	} {
		b.tap(control)
		b.key(kb.Home)
		b.at("")
		b.key(kb.ArrowRight)
		b.at("f5")
		b.key(kb.ArrowLeft)
		b.at("")
		b.changes(" ", running)
	}
	for _, control := range []string{".segments label:nth-child(1)", `.cells [data-cell="a1"]`, games} {
		b.tap(control)
		if control == games { // an open list has keys of its own and may take a while to open
			b.until(fmt.Sprintf(`document.querySelector(%q).matches(':open')`, games))
			b.key(kb.Escape)
			b.until(fmt.Sprintf(`!document.querySelector(%q).matches(':open')`, games))
		}
		b.pressAll()
		b.until(`document.querySelector('.segments input').checked && document.querySelector('.pick.game select').value === 'othello'`)
	}
}

const (
	games   = ".pick.game select"
	running = `document.querySelector('.round').ariaPressed`
	corner  = `document.querySelector('.cells button').style.cssText`
)

// pressAll presses the keys of the help in the game f5 d6 c3 with the variation e6 of f5.
func (b *browser) pressAll() {
	b.Helper()
	b.key(kb.Home)
	for _, step := range [][2]string{
		{kb.ArrowRight, "f5"},
		{"j", "d6"},
		{kb.ArrowRight, "c3"},
		{kb.ArrowLeft, "d6"},
		{"k", "f5"},
		{kb.ArrowDown, "e6"},
		{kb.ArrowUp, "f5"},
		{kb.End, "c3"},
		{kb.Home, ""},
		{kb.ArrowRight, "f5"},
	} {
		b.key(step[0])
		b.at(step[1])
	}
	for _, key := range []string{" ", "l"} {
		b.changes(key, running)
	}
	for _, key := range []string{"f", "r", "f", "r"} {
		b.changes(key, corner)
	}
	for range 2 {
		b.changes("z", `document.documentElement.className`)
	}
	for _, key := range []string{"?", "n", "s"} {
		b.key(key)
		b.until(`document.querySelector('dialog[open]')`)
		b.key(kb.Escape)
		b.until(`!document.querySelector('dialog')`)
	}
}

// TestKeepsKeysByTab reaches controls by Tab: then they receive the keys.
func TestKeepsKeysByTab(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello&moves=f5.d6"))
	b.until(`document.querySelectorAll('.move').length === 2`)
	b.key(kb.ArrowLeft)
	b.at("f5")
	b.key(kb.Tab)
	b.until(`(document.querySelector('.cells [data-cell="c5"]').focus(), true)`)
	b.key(kb.ArrowRight)
	b.until(`document.activeElement.dataset.cell === 'd5'`)
	b.at("f5")
	b.until(`(document.querySelector('.segments input').focus(), true)`)
	b.key(kb.ArrowRight)
	b.until(`document.querySelectorAll('.segments input')[1].checked`) // the engine is Black and does not move
	b.at("f5")
	// A text field receives all keys, however it was reached.
	b.until(`(document.querySelector('.type input').focus(), document.activeElement.value === '')`)
	b.key("fnr")
	b.until(`document.querySelector('.type input').value === 'fnr' && !document.querySelector('dialog')`)
}
