package web

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestBrowserWaitsForTheServer ends the server under a page that analyses, makes a
// move without it, and begins it again: the page goes on by itself.
func TestBrowserWaitsForTheServer(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server, end := listening(t, New(testConfig()), "127.0.0.1:0")
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello"))
	b.until(`document.querySelectorAll('.hint text').length === 4`)
	server.CloseClientConnections()
	end()
	b.shows(".lost-server", "goes on by itself")
	b.press(`.cells [data-move="f5"]`)
	_, end = listening(t, New(testConfig()), server.Listener.Addr().String())
	t.Cleanup(end)
	b.until(`!document.querySelector('.lost-server')`)
	b.at("f5")
	b.until(`document.querySelectorAll('.hint text').length === 3 && document.querySelector('.round').ariaPressed === 'true'`)
	b.mu.Lock()
	b.faults = nil // the browser tells of each attempt
	b.mu.Unlock()
}

// TestBrowserGraph goes through a reviewed game by the keys and the pointer of its graph.
func TestBrowserGraph(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
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

// TestBrowserSetsUpAfterAReload reloads the page amid setting up: what was put on the
// board is there, and is gone for good once it is left.
func TestBrowserSetsUpAfterAReload(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	_, server := newTest(t, testConfig())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe&moves=b2"))
	b.press(`.tools [aria-label^="Set up"]`)
	b.press(`.setup .row button:nth-of-type(2)`) // an O
	b.press(`.cells [data-cell="a1"]`)
	b.until(`document.querySelector('.cells [data-cell="a1"]').ariaLabel === 'a1, O'`)
	b.do(chromedp.Reload())
	b.until(`document.querySelector('.setup') && document.querySelector('.cells [data-cell="a1"]').ariaLabel === 'a1, O'`)
	b.press(`.setup .row:last-child button:nth-of-type(2)`)
	b.until(`!document.querySelector('.setup') && document.querySelector('.cells [data-cell="a1"]').ariaLabel.startsWith('a1, empty')`)
	b.do(chromedp.Reload())
	b.until(`document.querySelector('.hint') && !document.querySelector('.setup')`)
}

// TestBrowserOnAPhone turns a phone: the engine is one touch away, and on its side
// the phone has board and panel beside each other.
func TestBrowserOnAPhone(t *testing.T) {
	t.Parallel()
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

// TestBrowserOpensCollections chooses a file of games that is no text with its
// lists of names, searches it, opens one game and saves it as such a file; then it
// pastes a tree, which is for the laboratory, and a number, which is nothing.
func TestBrowserOpensCollections(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	_, server := newTest(t, testConfig())
	base := append([]byte(nil), wthor...)
	base[4] = 3
	for range 2 {
		base = append(base, wthor[16:]...)
	}
	base[16+68+2], base[16+68+4] = 0, 2 // the second game is Ann's against Cem
	folder := t.TempDir()
	var files []string
	for _, f := range []struct {
		name    string
		content []byte
	}{{"a.wtb", base}, {"a.JOU", names(20, "Ann", "Bob", "Cem")}, {"a.TRN", names(26, "Oslo")}} {
		files = append(files, filepath.Join(folder, f.name))
		if err := os.WriteFile(files[len(files)-1], f.content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe"))
	b.press(`.tools [aria-label^="Open"]`)
	b.until(`document.querySelector('dialog input[type=file]')`)
	b.do(chromedp.SetUploadFiles(chromedp.CSS("dialog input[type=file]"), files))
	b.until(`document.querySelectorAll('.found li').length === 3`)
	b.do(chromedp.SendKeys(chromedp.CSS("dialog input[type=search]"), "cem oslo 2024 d6"))
	b.until(`document.querySelectorAll('.found li').length === 1`)
	b.press(".found button")
	b.at("d6")
	b.list()
	b.shows(".study", "Ann – Cem, Oslo, 2024")
	b.key(kb.Escape)
	b.until(`!document.querySelector('dialog')`)
	b.press(`.tools [aria-label^="Copy"]`)
	b.until(`document.querySelector('.copied select')`)
	b.until(`(HTMLAnchorElement.prototype.click = function () { window.saved = this.download }, URL.createObjectURL = (blob) => (window.size = blob.size, ''), true)`)
	b.do(chromedp.SetValue(chromedp.CSS(".copied select"), "wtb"))
	b.until(`document.querySelector('.copied textarea').value.includes('no text')`)
	b.press(".copied:has(select) .row button")
	b.until(`window.saved === 'plywood.wtb' && window.size === 84`)
	b.key(kb.Escape)
	b.until(`!document.querySelector('dialog')`)
	b.press(`.tools [aria-label^="Open"]`)
	b.do(chromedp.SetValue(chromedp.CSS("dialog textarea"), "99999"))
	b.press("dialog .primary")
	b.shows("dialog .error", "cannot be read")
	b.do(chromedp.SetValue(chromedp.CSS("dialog textarea"), "((1 4)(5 6))"))
	b.press("dialog .primary")
	b.until(`location.hash.startsWith('#/learn/lab?') && decodeURIComponent(location.hash.replaceAll('+', ' ')).includes('((1 4) (5 6))')`)
}
