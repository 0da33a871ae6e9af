package web

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// serveAt serves the page at an address that is known before.
func serveAt(t *testing.T, address string) *httptest.Server {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	server := &httptest.Server{Listener: l, Config: &http.Server{Handler: New(testConfig()).Handler()}}
	server.Start()
	return server
}

// TestBrowserWaitsForTheServer ends the server under a page that analyses, makes a
// move without it, and begins it again: the page goes on by itself.
func TestBrowserWaitsForTheServer(t *testing.T) {
	b := newBrowser(t)
	server := serveAt(t, "127.0.0.1:0")
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello"))
	b.until(`document.querySelectorAll('.hint text').length === 4`)
	server.CloseClientConnections()
	server.Close()
	b.shows(".lost-server", "goes on by itself")
	b.press(`.cells [data-move="f5"]`)
	again := serveAt(t, server.Listener.Addr().String())
	t.Cleanup(func() {
		again.CloseClientConnections()
		again.Close()
	})
	b.until(`!document.querySelector('.lost-server')`)
	b.at("f5")
	b.until(`document.querySelectorAll('.hint text').length === 3 && document.querySelector('.round').ariaPressed === 'true'`)
	b.mu.Lock()
	b.faults = nil // the browser tells of each attempt
	b.mu.Unlock()
}

// TestBrowserGraph goes through a reviewed game by the keys and the pointer of its graph.
func TestBrowserGraph(t *testing.T) {
	b := newBrowser(t)
	_, server := newTest(t, testConfig())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello:6&moves=e4.e5.d5.e3.f5.f6"))
	b.press(".moves .top button")
	b.press(".review .primary")
	b.until(`document.querySelector('.totals') && !document.querySelector('progress')`)
	b.key(kb.Escape)
	b.until(`!document.querySelector('dialog') && document.querySelectorAll('.graph').length === 2`) // losses have their own
	b.until(`document.querySelectorAll('.graph .ticks span').length >= 6 && document.querySelector('.moves-axis').textContent === '123'`)
	b.until(`(document.querySelector('.graph .field').focus(), true)`)
	for _, step := range [][2]string{{kb.Home, ""}, {kb.ArrowRight, "e4"}, {kb.ArrowUp, "e5"}, {kb.PageUp, "f6"}, {kb.PageDown, ""}, {kb.ArrowUp, "e4"}} {
		b.key(step[0])
		b.at(step[1])
		b.until(`document.querySelector('.graph .field').ariaValueText.includes(` + current + `)`)
	}
	b.until(`(e => (e.dispatchEvent(new PointerEvent('pointermove', { clientX: e.getBoundingClientRect().right - 1, bubbles: true })), true))(document.querySelector('.graph .field'))`)
	b.shows(".graph .told", "3… f6")
	b.at("e4")
}

// TestBrowserCounts shows a game that ended with empty squares, which count.
func TestBrowserCounts(t *testing.T) {
	b := newBrowser(t)
	_, server := newTest(t, testConfig())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello:4&position=" + "XXXX-----------X+O"))
	b.shows(".status .counting", "empty squares count for the winner")
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello:4&position=" + "XXXXXXXXXXXXXXOX+O"))
	b.until(`document.querySelector('.status.over') && !document.querySelector('.counting')`)
}

// TestBrowserSetsUpInPeace begins to set up a position: the one before is not
// analysed any more, nor moved in by keys.
func TestBrowserSetsUpInPeace(t *testing.T) {
	b := newBrowser(t)
	s, server := newTest(t, testConfig())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello&moves=f5.d6"))
	b.until(`document.querySelector('.hint text') && document.querySelector('.round').ariaPressed === 'true'`)
	b.press(`.tools [aria-label^="Set up"]`)
	b.until(`document.querySelector('.setup') && document.querySelector('.round').ariaPressed === 'false'`)
	eventually(t, "the search has ended", s.idle)
	b.leave()
	b.key(kb.ArrowLeft)
	b.key("f")
	b.at("d6")
	b.press(`.setup .row:last-child button:nth-of-type(2)`)
	b.until(`!document.querySelector('.setup') && document.querySelector('.round').ariaPressed === 'true'`)
}

// TestBrowserOnAPhone turns a phone: the engine is one touch away, and on its side
// the phone has board and panel beside each other.
func TestBrowserOnAPhone(t *testing.T) {
	b := newBrowser(t)
	_, server := newTest(t, testConfig())
	b.do(chromedp.EmulateViewport(390, 844), chromedp.Navigate(server.URL+"/#/play?game=othello&moves=f5.d6"))
	b.until(`document.querySelector('.hint text')`)
	const box = `(s) => document.querySelector(s).getBoundingClientRect()`
	b.press(".panels button:nth-child(3)")
	b.until(`((box) => box('.opponent').height > 0 && box('.opponent').top < 844 && box('.analysis').height === 0)(` + box + `)`)
	b.do(chromedp.EmulateViewport(844, 390))
	b.until(`((box) => box('.board').right < box('.opponent').left && box('.board').height > 200 && box('.board').bottom <= 390 && box('.opponent').top < 390)(` + box + `)`)
	b.until(`[...document.querySelectorAll('button, select, input')].filter((e) => e.checkVisibility() && !e.closest('.cells, .hidden')).every((e) => { const r = (e.closest('label') ?? e).getBoundingClientRect(); return r.width >= 24 && r.height >= 24 })`)
}
