package browsertest

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// click clicks cells of the board.
func (b *browser) click(cells ...string) {
	b.Helper()
	for _, c := range cells {
		b.press(`.cells [data-cell="` + c + `"]`)
	}
}

// drag drags a piece from one cell to another.
func (b *browser) drag(from, to string) {
	b.Helper()
	b.until(fmt.Sprintf(`((...names) => {
		const [from, to] = names.map((n) => document.querySelector('[data-cell="' + n + '"]')?.getBoundingClientRect())
		const send = (type, { x, y, width, height }) => document.querySelector('.cells').dispatchEvent(
			new PointerEvent(type, { bubbles: true, isPrimary: true, clientX: x + width / 2, clientY: y + height / 2 }))
		return !!from && !!to && (send('pointerdown', from), send('pointerup', to), true)
	})(%q, %q)`, from, to))
}

// TestEntersMoves plays a game of which the page knows only the board: pieces are moved, capture
// along a path that the player chooses, and promote to a chosen piece.
func TestEntersMoves(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, toyConfig())
	visits := 0
	at := func(position string) {
		b.Helper()
		visits++ // forces a reload of the page
		b.do(chromedp.Navigate(fmt.Sprint(server.URL, "/?", visits, "#/play?game=jumps&position=", position)))
		b.until(`document.querySelectorAll('.hint').length > 0`)
	}
	played := func(move string) {
		b.Helper()
		b.until(`location.hash.includes('moves=` + move + `')`)
	}
	// A piece is selected, deselected, selected and moved.
	at("------/------/------/-a----/------/A-A---+A")
	b.click("c6")
	b.until(`document.querySelector('.entered') && document.querySelectorAll('.hint').length === 2`)
	b.until(`document.querySelector('[data-cell="c6"]').getAttribute('aria-pressed') === 'true'`)
	b.until(`(document.querySelector('.cells').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })), !document.querySelector('.entered'))`)
	b.click("c6", "a6")
	b.until(`document.querySelectorAll('.hint').length === 1`) // the other piece is selected instead
	b.click("b5")
	played("a6-b5")
	// By keyboard: from the focused cell to the one above and to the right.
	at("------/------/------/------/------/A----a+A")
	b.until(`(document.querySelector('[data-cell="a6"]').focus(), true)`)
	b.do(chromedp.KeyEvent("\r"))
	b.until(`document.querySelector('.entered')`)
	b.until(`(document.querySelector('[data-cell="b5"]').focus(), true)`)
	b.do(chromedp.KeyEvent("\r"))
	played("a6-b5")
	// One path, two moves: the player chooses.
	at("------/A-----/------/------/------/-----a+A")
	b.click("a2", "b1")
	b.until(`document.querySelectorAll('.choice button').length === 2 && document.activeElement.matches('.choice button[aria-label="king"]')`)
	b.do(chromedp.KeyEvent("\x1b"))
	b.until(`!document.querySelector('.choice') && !document.querySelector('.entered')`)
	b.click("a2", "b1")
	b.press(`.choice [data-move="a2-b1=C"]`)
	played("a2-b1%3DC")
	b.until(`document.querySelector('[data-cell="b1"]').getAttribute('aria-label').startsWith('b1, White tower')`)
	// A piece captures and stops, or goes on.
	at("B-----/-a----/------/---a--/------/------+A")
	b.click("a1", "c3", "c3")
	played("a1xc3")
	b.until(`!location.hash.includes('xe5') && document.querySelector('[data-cell="b2"]').getAttribute('aria-label') === 'b2, empty'`)
	at("B-----/-a----/------/---a--/------/------+A")
	b.click("a1", "c3", "e5")
	played("a1xc3xe5")
	b.until(`document.querySelectorAll('.last').length === 3`)
	// The last cell is enough if only one path ends there. Pieces can be dragged too.
	at("B-----/-a----/------/---a--/------/------+A")
	b.click("a1", "e5")
	played("a1xc3xe5")
	at("B-----/-a----/------/---a--/------/------+A")
	b.drag("b2", "c3")
	b.drag("a1", "b2")
	b.drag("a1", "e5")
	played("a1xc3xe5")
	b.until(`document.querySelectorAll('.piece.moved').length === 1 && document.querySelectorAll('.last').length === 3`)
	// Positions are set up by hand, and the page may rotate the board by half a turn.
	b.press(`.tools [aria-label^="Set up"]`)
	b.press(`.setup .row:nth-child(1) button:nth-of-type(2)`)
	b.click("a1")
	b.until(`document.querySelector('[data-cell="a1"]').getAttribute('aria-label').startsWith('a1, White king')`)
	b.press(`.setup .primary:last-child`)
	b.until(`decodeURIComponent(location.hash).includes('position=B-----/')`)
}

// TestPlaysAlone plays a game for one player.
func TestPlaysAlone(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, toyConfig())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=pegs"))
	b.until(`document.querySelectorAll('.seat').length === 1 && document.querySelectorAll('.opponent .segments label').length === 2`)
	b.click("a1", "c1")
	b.until(`location.hash.includes('moves=a1-c1')`)
	b.click("d1", "b1")
	b.shows(".status.over", "Player wins")
}

// TestPlaysWithoutBoard plays a game that is shown as text.
func TestPlaysWithoutBoard(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, toyConfig())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tree&position=((1+4)(5+6))"))
	b.until(`document.querySelector('.drawing') && document.querySelectorAll('.legal-moves button').length === 2`)
	b.press(`.legal-moves [data-move="2"]`)
	b.until(`location.hash.includes('moves=2')`)
	b.until(`!document.querySelector('.tools [aria-label^="Set up"]')`)
}

// TestSmallValues checks that a value rounded to zero has no sign.
func TestSmallValues(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tree&position=(0.04+-0.02)"))
	b.until(`[...document.querySelectorAll('.lines .tag')].map(e => e.textContent.trim()).join() === '0,0'`)
}

// TestDrags carries pieces with a real mouse and a finger: the piece follows, the cell under it is
// marked, a legal cell takes it, and anywhere else it goes back. A click still selects. The right
// button and a long press draw.
func TestDrags(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, toyConfig())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=jumps&position=B-----/-a----/------/---a--/------/------+A"))
	b.until(`document.querySelectorAll('.hint').length > 0`)
	centre := func(cell string) (x, y float64) {
		b.Helper()
		at, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]float64](`(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('[data-cell="`+cell+`"]').getBoundingClientRect())`))
		if err != nil {
			b.Fatal(err)
		}
		return at[0], at[1]
	}
	mouse := func(kind input.DispatchMouseEventType, x, y float64) {
		b.Helper()
		b.do(chromedp.MouseEvent(kind, x, y, chromedp.ButtonLeft, func(p *input.DispatchMouseEventParams) { p.Buttons, p.ClickCount = 1, 1 }))
	}
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		b.Helper()
		p := input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)}
		if _, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, p); err != nil {
			b.Fatal(err)
		}
	}
	under := func(cell string) string {
		return `document.querySelector('.carried') && document.querySelector('.lifted') && document.querySelector('.under')?.dataset.cell === '` + cell + `'`
	}
	back := `!document.querySelector('.carried') && !document.querySelector('.entered') && !document.querySelector('.under') && !location.hash.includes('moves')`
	x, y := centre("a1")
	tx, ty := centre("c3")
	mouse(input.DispatchMouseEventTypeMousePressed, x, y)
	mouse(input.DispatchMouseEventTypeMouseMoved, tx, ty)
	b.until(under("c3"))
	off, err := chromedp.Run(b.ctx, chromedp.Evaluate[float64](fmt.Sprintf(`(r => Math.hypot(r.x + r.width / 2 - %v, r.y + r.height / 2 - %v))(document.querySelector('.carried').getBoundingClientRect())`, tx, ty)))
	if err != nil || off > 12 {
		t.Errorf("the piece is %.1f pixels from the pointer: %v", off, err)
	}
	mouse(input.DispatchMouseEventTypeMouseMoved, 2, 2)
	mouse(input.DispatchMouseEventTypeMouseReleased, 2, 2)
	b.until(back)
	mouse(input.DispatchMouseEventTypeMousePressed, x, y)
	mouse(input.DispatchMouseEventTypeMouseReleased, x, y)
	b.until(`document.querySelector('.entered') && !document.querySelector('.carried')`)
	b.do(chromedp.KeyEvent("\x1b"))
	b.until(back)
	right := func(kind input.DispatchMouseEventType, x, y float64) {
		b.Helper()
		b.do(chromedp.MouseEvent(kind, x, y, chromedp.ButtonRight, func(p *input.DispatchMouseEventParams) { p.Buttons, p.ClickCount = 2, 1 }))
	}
	right(input.DispatchMouseEventTypeMousePressed, x, y)
	right(input.DispatchMouseEventTypeMouseMoved, tx, ty)
	b.until(`document.querySelector('g.arrow.ink-G')`)
	right(input.DispatchMouseEventTypeMouseReleased, tx, ty)
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: tx, Y: ty})
	b.until(`document.querySelector('circle.arrow.ink-G')`)
	touch(input.DispatchTouchEventTypeTouchEnd)
	b.do(chromedp.Reload()) // the study keeps them
	b.until(`document.querySelector('circle.arrow.ink-G') && document.querySelector('g.arrow.ink-G') && document.querySelector('.comment').value === ''`)
	right(input.DispatchMouseEventTypeMousePressed, tx, ty)
	right(input.DispatchMouseEventTypeMouseReleased, tx, ty)
	b.until(`!document.querySelector('circle.arrow.ink-G')`)
	b.until(back)
	ex, ey := centre("e5")
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: tx, Y: ty})
	b.until(under("c3"))
	touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: ex, Y: ey})
	b.until(under("e5"))
	touch(input.DispatchTouchEventTypeTouchEnd)
	b.until(`location.hash.includes('moves=a1xc3xe5') && !document.querySelector('.carried')`)
}

// TestPlaysAhead enters a jump over three men while the engine thinks. It is played after the only reply, and
// the men are taken one after the other. A jump that is not legal then is forgotten.
func TestPlaysAhead(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=checkers&position=" + url.QueryEscape("B:W14,15,21,23,28,29,30,31,32:B1,2,3,4,5,6,7,20,22")))
	b.until(`document.querySelector('.cells .legal')`)
	// The engine's moves wait until they are released.
	b.until(`(window.send = fetch, window.held = [], window.fetch = (to, init) => String(to).endsWith('/move') ? new Promise((go) => held.push(go)).then(() => send(to, init)) : send(to, init), true)`)
	b.press(".segments label:nth-child(3) input")
	b.click("7", "10")
	b.until(`held.length === 1`)
	entered := func(n int) { b.until(fmt.Sprintf(`document.querySelectorAll('.entered').length === %d`, n)) }
	b.click("15") // not the reader's
	b.click("2", "11", "18")
	entered(3)
	b.until(`(document.querySelector('.cells').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })), true)`)
	entered(0)
	b.click("2", "11", "18", "27")
	entered(4)
	b.until(`(held[0](), true)`)
	b.until(`held.length === 2 && document.querySelectorAll('.move').length === 3 && document.querySelectorAll('.move')[2].textContent.includes('2x27')`)
	b.until(`document.querySelectorAll('.taken').length === 3`)
	b.until(`[...document.querySelectorAll('.taken')].map((e) => e.dataset.step).sort().join() === '1,2,3'`)
	b.click("1", "29")
	entered(2)
	b.until(`(held[1](), true)`)
	b.until(`document.querySelectorAll('.move').length === 4`)
	entered(0)
}

// TestDrawsByKeyboard draws an arrow and a circle by keys, and leaves a drawing.
func TestDrawsByKeyboard(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello"))
	b.until(`document.querySelector('.cells [data-cell="d4"]')`)
	b.until(`(document.querySelector('[data-cell="d4"]').focus(), true)`)
	b.do(chromedp.KeyEvent("d"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowDown))
	b.until(`document.querySelector('g.arrow.ink-G')`)
	b.do(chromedp.KeyEvent("\x1b"))
	b.until(`!document.querySelector('.arrow[class*=ink]')`)
	b.do(chromedp.KeyEvent("d"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent("d"))
	b.until(`document.querySelectorAll('g.arrow.ink-G').length === 1 && document.activeElement.dataset.cell === 'f5'`)
	b.do(chromedp.KeyEvent("D"), chromedp.KeyEvent("d"))
	b.until(`document.querySelectorAll('circle.arrow.ink-R').length === 1 && !location.hash.includes('moves')`)
}
