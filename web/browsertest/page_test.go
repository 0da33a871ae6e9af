package browsertest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
)

// TestWaitsForTheServer ends the server under an analysing page, makes a move without it, and
// restarts it: the page must resume by itself.
func TestWaitsForTheServer(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	address, end := listening(t, "127.0.0.1:0")
	b.do(chromedp.Navigate("http://" + address.String() + "/#/play?game=othello"))
	b.until(`document.querySelectorAll('.hint text').length === 4`)
	end()
	b.shows(".lost-server", "goes on by itself")
	b.press(`.cells [data-move="f5"]`)
	_, end = listening(t, address.String())
	t.Cleanup(end)
	b.until(`!document.querySelector('.lost-server')`)
	b.at("f5")
	b.until(`document.querySelectorAll('.hint text').length === 3 && document.querySelector('.round').ariaPressed === 'true'`)
	b.mu.Lock()
	b.faults = nil // the browser reports each attempt
	b.mu.Unlock()
}

// TestGraph moves through a reviewed game by the keys and the pointer on its graph, which a strip
// below the moves opens.
func TestGraph(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello:6&moves=e4.e5.d5.e3.f5.f6"))
	b.press(".moves .top button")
	b.press(".review .primary")
	b.until(`document.querySelector('.totals') && !document.querySelector('progress')`)
	b.key(kb.Escape)
	b.until(`!document.querySelector('dialog') && document.querySelector('.strip .curve') && !document.querySelector('.panel.graph')`)
	b.until(`(e => (e.dispatchEvent(new MouseEvent('click', { clientX: e.getBoundingClientRect().left + 1, bubbles: true })), true))(document.querySelector('.strip .field'))`)
	b.at("")
	b.press(".strip button")
	b.until(`document.querySelectorAll('.panel.graph').length === 2`) // losses have a separate graph
	b.until(`document.querySelectorAll('.graph .ticks span').length >= 6 && document.querySelector('.moves-axis').textContent === '123'`)
	b.until(`(document.querySelector('.plot .field').focus(), true)`)
	for _, step := range [][2]string{{kb.Home, ""}, {kb.ArrowRight, "e4"}, {kb.ArrowUp, "e5"}, {kb.PageUp, "f6"}, {kb.PageDown, ""}, {kb.ArrowUp, "e4"}} {
		b.key(step[0])
		b.at(step[1])
		b.until(`document.querySelector('.plot .field').ariaValueText.includes(` + current + `)`)
	}
	b.until(`(e => (e.dispatchEvent(new PointerEvent('pointermove', { clientX: e.getBoundingClientRect().right - 1, bubbles: true })), true))(document.querySelector('.plot .field'))`)
	b.shows(".graph .told", "3… f6")
	b.at("e4")
}

// TestCounts shows a game that ended with empty squares, which count.
func TestCounts(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello:4&position=" + "XXXX-----------X+O"))
	b.shows(".status .counting", "empty squares count for the winner")
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello:4&position=" + "XXXXXXXXXXXXXXOX+O"))
	b.until(`document.querySelector('.status.over') && !document.querySelector('.counting')`)
}

// TestSetsUpInPeace starts to set up a position. The previous one must no longer be analysed or
// changed by keys.
func TestSetsUpInPeace(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello&moves=f5.d6"))
	b.until(`document.querySelector('.hint text') && document.querySelector('.round').ariaPressed === 'true'`)
	b.press(`.tools [aria-label^="Set up"]`)
	b.until(`document.querySelector('.setup') && document.querySelector('.round').ariaPressed === 'false'`)
	server.rests(t)
	b.leave()
	b.key(kb.ArrowLeft)
	b.key("f")
	b.at("d6")
	b.press(`.setup .row:last-child button:nth-of-type(2)`)
	b.until(`!document.querySelector('.setup') && document.querySelector('.round').ariaPressed === 'true'`)
}

// TestSetsUpAfterAReload reloads the page while setting up. The pieces must still be there, and
// gone for good after leaving.
func TestSetsUpAfterAReload(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
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

// TestOnAPhone looks at the board, the moves and the lines of a long game on a desk, and rotates a
// phone: the moves stay in view, the engine is one touch away, and in landscape board, status, buttons
// and panel are in view. The fifteen puzzle fills its frame.
func TestOnAPhone(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	const long = "e4.e5.Nf3.Nc6.Bb5.a6.Ba4.Nf6.O-O.Be7.Re1.b5.Bb3.d6.c3.O-O.h3.Nb8.d4.Nbd7.Nbd2.Bb7.Bc2.Re8.Nf1.Bf8.Ng3.g6.a4.c5.d5.c4.Bg5.h6.Be3.Nc5.Qd2.Kh7.Ra3.b4.cxb4.Nd3.Bxd3.cxd3.Qxd3.Kg8.Nd2.Rb8.b5.axb5.axb5.Nd7.Rd1.h5.Nc4.h4.Ne2"
	const seen = `document.querySelector('.move [aria-current]')?.getBoundingClientRect().bottom <= 1 + Math.min(innerHeight, document.querySelector('.moves .list').getBoundingClientRect().bottom)`
	b.do(chromedp.EmulateViewport(1280, 800), chromedp.Navigate(server.URL+"/#/play?game=chess&moves="+long))
	b.until(`document.querySelectorAll('.lines li').length === 5`)
	b.until(`((list) => list.scrollHeight > list.clientHeight && list.clientHeight > 70)(document.querySelector('.moves .list'))`)
	b.until(`['.board', '.status', '.tools', '.lines', '.moves .list', '.type', '.comment'].every((s) => document.querySelector(s).getBoundingClientRect().bottom <= 800) && scrollY === 0 && ` + seen)
	// Arrows show the best moves and the one under the pointer; circles show placed pieces.
	b.until(`((n) => n > 0 && n < 4)(document.querySelectorAll('g.arrow.best').length) && !document.querySelector('circle.arrow, .arrow.pointed')`)
	b.until(`(document.querySelector('.lines li').dispatchEvent(new MouseEvent('mouseenter')), document.querySelector('g.arrow.pointed'))`)
	b.do(chromedp.EmulateViewport(390, 844))
	b.until(`((list) => list.scrollHeight > list.clientHeight && list.getBoundingClientRect().bottom <= 844)(document.querySelector('.moves .list')) && ` + seen)
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello&moves=f5.d6"))
	b.until(`document.querySelector('.hint text') && document.querySelector('circle.arrow.best') && !document.querySelector('g.arrow')`)
	const box = `(s) => document.querySelector(s).getBoundingClientRect()`
	b.press(".panels button:nth-child(3)")
	b.until(`((box) => box('.opponent').height > 0 && box('.opponent').top < 844 && box('.analysis').height === 0)(` + box + `)`)
	b.do(chromedp.EmulateViewport(844, 390))
	b.until(`((box) => box('.board').right < box('.opponent').left && box('.board').height > 200 && box('.board').bottom <= 390 && box('.status').bottom <= 390 && box('.tools').bottom <= 390 && box('.opponent').top < 390)(` + box + `)`)
	b.until(`[...document.querySelectorAll('button, select, input')].filter((e) => e.checkVisibility() && !e.closest('.cells, .hidden')).every((e) => { const r = (e.closest('label') ?? e).getBoundingClientRect(); return r.width >= 24 && r.height >= 24 })`)
	for _, size := range [][2]int64{{844, 390}, {360, 740}} {
		b.do(chromedp.EmulateViewport(size[0], size[1]))
		for _, screen := range [][2]string{{"play?game=ultimate", ".play .board"}, {"puzzles?puzzle=tiles:4", ".puzzle .board"}, {"learn", ".player"}} {
			b.do(chromedp.Navigate(fmt.Sprintf("%s/?lang=ru&size=%d#/%s", server.URL, size[0], screen[0])))
			b.until(`document.querySelector('` + screen[1] + `')`)
			b.whole(fmt.Sprint(screen[0], size))
			if screen[0] == "puzzles?puzzle=tiles:4" {
				b.until(`document.querySelector('.ground').getBoundingClientRect().width > 0.9 * document.querySelector('.frame').getBoundingClientRect().width`)
			}
		}
	}
}

// wthor writes three games f5 d6 of 2024, as a WTHOR file and its lists of names, to a new
// folder and returns the file names. The second game is Ann's against Cem.
func wthor(t *testing.T) []string {
	t.Helper()
	moves := []othello.Move{37, 43}
	bob := othellorecord.Game{Year: 2024, Black: 1, Discs: 33, Best: 40, Moves: moves}
	cem := othellorecord.Game{Year: 2024, White: 2, Discs: 33, Best: 40, Moves: moves}
	base := othellorecord.Base{Year: 2024, Depth: 22, Games: []othellorecord.Game{bob, cem, bob}}
	players := othellorecord.Names{List: []string{"Ann", "Bob", "Cem"}}
	tournaments := othellorecord.Names{List: []string{"Oslo"}}
	var files [3]bytes.Buffer
	if err := errors.Join(
		base.Write(&files[0]),
		players.Write(&files[1], othellorecord.PlayerName),
		tournaments.Write(&files[2], othellorecord.TournamentName),
	); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	var paths []string
	for i, name := range []string{"a.wtb", "a.JOU", "a.TRN"} {
		paths = append(paths, filepath.Join(folder, name))
		if err := os.WriteFile(paths[i], files[i].Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

// TestOpensCollections chooses a binary file of games with its lists of names, searches it,
// opens one game and saves it in the same format. Then it pastes a tree, which the laboratory
// opens, and a number, which is refused.
func TestOpensCollections(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe"))
	b.press(`.tools [aria-label^="Open"]`)
	b.until(`document.querySelector('dialog input[type=file]')`)
	b.do(chromedp.SetUploadFiles(chromedp.CSS("dialog input[type=file]"), wthor(t)))
	b.until(`document.querySelectorAll('.found li').length === 3`)
	b.do(chromedp.SendKeys(chromedp.CSS("dialog input[type=search]"), "cem oslo 2024 f5 d6"))
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
