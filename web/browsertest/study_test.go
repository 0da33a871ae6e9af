package browsertest

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// work creates an Othello study with a variation, a comment and a rotated board, and shows the
// variation.
func (b *browser) work(server string) {
	b.Helper()
	b.do(chromedp.Navigate(server + "/#/play?game=othello&moves=f5.d6"))
	b.until(`document.querySelectorAll('.move').length === 2`)
	b.do(chromedp.SendKeys(chromedp.CSS(".comment"), "tiger?"))
	b.leave()
	b.key("f")
	b.key("k")
	b.at("f5")
	b.tap(`.cells [data-move="f4"]`)
	b.at("f4")
}

// worked waits until the study made by work is shown.
func (b *browser) worked() {
	b.Helper()
	b.until(`document.querySelector('.variation')?.textContent.includes('f4') && document.querySelector('.moves q')?.textContent === 'tiger?'`)
	b.until(`document.querySelector('.cells button').style.left.startsWith('83')`) // a1 is on the right
	b.at("f4")
}

// list opens the list of studies.
func (b *browser) list() {
	b.Helper()
	b.leave()
	b.key("s")
	b.until(`document.querySelector('dialog[open] .studies')`)
}

func TestKeepsStudies(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.work(server.URL)
	b.worked()
	b.do(chromedp.Reload())
	b.worked()
	// Another language and another game; then the browser's Back.
	b.do(chromedp.SetValue(chromedp.CSS(".bar select"), "ru"))
	b.until(`document.documentElement.lang === 'ru' && document.documentElement.dataset.ready`)
	b.worked()
	b.until(`(e => (e.value = 'connect4:7x6', e.dispatchEvent(new Event('change', { bubbles: true })), true))(document.querySelector('.pick.game select'))`)
	b.tap(`.cells [data-move="4"]`)
	b.shows(".moves .list", "4")
	b.do(chromedp.NavigateBack())
	b.worked()
	b.do(chromedp.Reload())
	b.worked()
	// A deletion can be undone.
	b.press(".variation-tools button:last-child")
	b.until(`!document.querySelector('.variation') && document.querySelector('.notice')`)
	b.leave()
	b.key("u")
	b.worked()
	b.list()
	b.until(`document.querySelectorAll('.study').length === 2`)
	b.press(`.study:first-child button:last-child`)
	b.until(`document.querySelectorAll('.study').length === 1`)
	b.press(`.studies .actions button`)
	b.until(`document.querySelectorAll('.study').length === 2`)
	// The address contains the whole study.
	b.key(kb.Escape)
	b.until(`!document.querySelector('dialog')`)
	b.press(`.tools .group:last-child button:nth-child(4)`)
	b.until(`window.link = [...document.querySelectorAll('.copied input')].find((i) => i.value.includes('study='))?.value`)
	b.until(`(localStorage.clear(), history.pushState(null, ''), location.href = window.link, true)`)
	b.until(`location.hash.includes('at=') || location.hash.includes('moves=f5.f4')`)
	b.do(chromedp.Reload())
	b.worked()
}

// TestBringsCommentsBack deletes a comment and undoes that.
func TestBringsCommentsBack(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe&moves=b2"))
	b.do(chromedp.SendKeys(chromedp.CSS(".comment"), "centre"))
	b.leave()
	b.shows(".moves q", "centre")
	b.do(chromedp.SendKeys(chromedp.CSS(".comment"), "\b\b\b\b\b\b"))
	b.until(`!document.querySelector('.moves q')`)
	b.leave()
	b.shows(".notice", "The comment is deleted")
	b.key("u")
	b.shows(".moves q", "centre")
	b.until(`document.querySelector('.comment').value === 'centre'`)
}

// TestRefusesStudies opens links and files that are damaged, too new or too large. The open
// study must stay.
func TestRefusesStudies(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.work(server.URL)
	const packed = `async (doc) => {
		const stream = new Blob([typeof doc === 'string' ? doc : JSON.stringify(doc)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
		const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
		location.hash = '#/play?study=' + encodeURIComponent(btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join('')))
	}`
	for _, link := range []struct{ doc, want string }{
		{`'{'`, "damaged"},
		{`{ schema: 'ply.study/1', game: 'none', at: 0, moves: [] }`, "cannot be opened"},
		{`{ schema: 'ply.study/1', game: 'othello', at: 1, moves: [{ from: 0, move: 'f5' }], reviewed: { 1: { move: 'f5', mark: {} } } }`, "damaged"},
		{`{ schema: 'ply.study/2' }`, "later version"},
		{`'x'.repeat(9e6)`, "too large"},
		{`{ schema: 'ply.study/1', game: 'othello', at: 0, moves: [{ from: 0, move: '<img src=x onerror=hit=1>' }] }`, "cannot be opened"},
		{`{ schema: 'ply.study/1', game: 'othello', at: 0, moves: Array(5000).fill({ from: 0, move: 'f5' }) }`, "too large"},
		{`{ schema: 'ply.study/1', game: 'othello', at: 0, moves: [{ from: 7, move: 'f5' }] }`, "damaged"},
	} {
		b.until(`((` + packed + `)(` + link.doc + `), true)`)
		b.shows(".status .error", link.want)
		b.worked()
		b.until(`!location.hash.includes('study=')`)
	}
	file := filepath.Join(t.TempDir(), "studies.json")
	b.list()
	for _, content := range []struct{ text, selector, want string }{
		{"{", ".error", "damaged"},
		{`{"schema":"ply.studies/2"}`, ".error", "later version"},
		{`{"schema":"ply.studies/1","studies":[{"schema":"ply.study/1"}]}`, ".error", "damaged"},
		{`{"schema":"ply.studies/1","studies":[{"schema":"ply.study/1","game":"tictactoe","at":1,"moves":[{"from":0,"move":"b2"}],"title":"<b>centre</b>"}]}`, ".found", "<b>centre</b>"},
	} {
		if err := os.WriteFile(file, []byte(content.text), 0o600); err != nil {
			t.Fatal(err)
		}
		b.do(chromedp.SetUploadFiles(chromedp.CSS(".studies input[type=file]"), []string{file}))
		b.shows(".studies "+content.selector, content.want)
	}
	b.press(".study:first-child button")
	b.until(`!document.querySelector('dialog') && window.hit === undefined`)
	b.at("b2")
}

// TestSaysThatStorageIsFull fills the browser's storage. Later changes last as long as the page.
func TestSaysThatStorageIsFull(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello"))
	b.until(`document.querySelector('.cells [data-move="f5"]')`)
	b.until(`(() => { for (let n = 1 << 20, i = 0; n; ) try { localStorage.setItem('filler' + i++, 'x'.repeat(n)) } catch { n >>= 1 } return true })()`)
	b.tap(`.cells [data-move="f5"]`)
	b.shows(".notice", "storage is full")
	b.until(`(e => (e.value = 'tictactoe', e.dispatchEvent(new Event('change', { bubbles: true })), true))(document.querySelector('.pick.game select'))`)
	b.until(`location.hash.includes('tictactoe')`)
	b.do(chromedp.NavigateBack())
	b.at("f5")
}

// TestSaysThatStorageIsDenied has a browser that lets pages store nothing.
func TestSaysThatStorageIsDenied(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello"))
	b.until(`document.querySelector('.cells [data-move="f5"]')`)
	b.until(`Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError') } }) && true`)
	b.tap(`.cells [data-move="f5"]`)
	b.shows(".notice", "does not let this page store")
	b.at("f5")
}

// TestChapters makes a study a chapter, adds a second one, goes from one to the other, swaps
// them and reads them again from their file.
func TestChapters(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.work(server.URL)
	b.list()
	b.do(chromedp.SendKeys(chromedp.CSS(`.studies label:nth-of-type(1) input`), "Tiger"))
	b.do(chromedp.SendKeys(chromedp.CSS(`.studies label:nth-of-type(2) input`), "Openings"))
	b.shows(".chapters p", "Openings")
	b.press(".chapters p button") // a new chapter
	b.until(`!document.querySelector('dialog') && document.querySelector('.pick.chapter option:checked').textContent.startsWith('2. ')`)
	b.tap(`.cells [data-move="d3"]`)
	b.at("d3")
	const chapters = `[...document.querySelectorAll('.chapters ol b')].map((e) => e.textContent).join()`
	b.list()
	b.until(chapters + ` === 'Tiger,d3'`)
	b.press(`.chapters ol li:last-child [aria-label="Move up"]`)
	b.until(chapters + ` === 'd3,Tiger'`)
	b.key(kb.Escape)
	b.until(`!document.querySelector('dialog')`)
	b.until(`(e => (e.value = e.options[1].value, e.dispatchEvent(new Event('change', { bubbles: true })), true))(document.querySelector('.pick.chapter select'))`)
	b.worked()
	b.do(chromedp.Reload())
	b.worked()
	b.until(`document.querySelector('.pick.chapter option:checked').textContent === '2. Tiger'`)
	// The file of the chapters has both, and reading it brings them back.
	b.until(`((make) => (URL.createObjectURL = (blob) => (void blob.text().then((t) => (window.saved = t)), make.call(URL, blob)), true))(URL.createObjectURL)`)
	b.list()
	b.press(`.chapters p button:last-child`)
	b.until(`window.saved`)
	saved, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`window.saved`))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "chapters.json")
	if err := os.WriteFile(file, []byte(saved), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		b.press(`.chapters ol li:first-child [aria-label="Remove this study"]`)
	}
	b.until(`!document.querySelector('.chapters')`)
	b.do(chromedp.SetUploadFiles(chromedp.CSS(".studies input[type=file]"), []string{file}))
	b.until(chapters + ` === 'd3,Tiger'`)
}

// TestInTwoTabs changes one study in two tabs. Both versions must be kept.
func TestInTwoTabs(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.work(server.URL)
	ctx, closeTab := chromedp.NewContext(b.ctx)
	t.Cleanup(closeTab)
	second := &browser{TB: t, ctx: ctx}
	second.do(chromedp.Navigate(server.URL + "/#/play?game=othello"))
	second.until(`document.querySelector('.board')`)
	second.list()
	second.press(".study button")
	second.worked()
	// The second tab plays c3, which the first tab does not know.
	second.tap(`.cells [data-move="c3"]`)
	second.at("c3")
	second.list()
	const studies = `Object.keys(localStorage).filter((k) => k.startsWith('plywood.study.')).length`
	second.until(studies + ` === 1`)
	second.until(`Object.keys(localStorage).some((k) => localStorage[k].includes('"c3"'))`)
	b.tap(`.cells [data-move="d3"]`)
	b.at("d3")
	b.shows(".notice", "another tab")
	for i, tab := range []*browser{b, second} {
		tab.until(studies + ` === 2`)
		tab.until(`Object.keys(localStorage).some((k) => localStorage[k].includes('"` + []string{"c3", "d3"}[i] + `"'))`)
	}
	b.do(chromedp.Reload())
	b.until(`document.querySelectorAll('.move').length === 4`)
	b.at("d3")
}

// TestEndsGames takes a move back, resigns, which begins a review, and runs out of time.
func TestEndsGames(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe"))
	b.press(".segments label:nth-child(3) input")
	b.press(`.cells [data-move="b2"]`)
	b.until(`document.querySelectorAll('.move').length === 2 && document.querySelector('.playing button:not(:disabled)')`)
	b.press(".playing button:first-child")
	b.at("")
	b.until(`!document.querySelector('.move') && document.querySelector('.notice').textContent.includes('b2 was taken back')`)
	b.press(`.cells [data-move="a1"]`)
	b.until(`document.querySelectorAll('.move').length === 2 && document.querySelector('.status .word').textContent === 'X to move'`)
	b.press(".playing button:last-child")
	b.shows(".playing", "Really resign?")
	b.press(".playing button:last-child")
	b.shows(".status.over", "O wins: X resigned")
	b.until(`document.querySelector('.retry').textContent.startsWith('The review marks')`)
	b.press(".retry button")
	b.until(`document.querySelector('dialog .totals')`)
	b.do(chromedp.Reload())
	b.shows(".status.over", "O wins: X resigned")
	b.until(`!document.querySelector('.cells .legal')`)
	// Only a fifth of a second remains.
	b.do(chromedp.SetValue(chromedp.CSS(".opponent .row label:nth-child(2) select"), "1"))
	file := filepath.Join(t.TempDir(), "study.json")
	const late = `{"schema":"ply.study/1","game":"tictactoe","at":2,"moves":[{"from":0,"move":"b2"},{"from":1,"move":"c1"}],"clocks":[200,60000]}`
	if err := os.WriteFile(file, []byte(late), 0o600); err != nil {
		t.Fatal(err)
	}
	b.list()
	b.do(chromedp.SetUploadFiles(chromedp.CSS(".studies input[type=file]"), []string{file}))
	b.until(`document.querySelectorAll('.study').length === 2`)
	b.press(".study:first-child button")
	b.shows(".status.over", "O wins: X ran out of time")
	b.until(`document.querySelector('.seat time').textContent === '0:00'`)
}

// TestRating loses to a rated opponent in a game that is loaded again, which the reader's rating then shows once,
// and again after a move taken back, after a hint, after another opponent and from a set-up position, which do
// not count.
func TestRating(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	begin := func(address string) {
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+"/#/play?game=tictactoe"+address))
		b.until(`document.querySelector('.cells .legal')`)
	}
	begin("")
	b.press(".segments label:nth-child(3) input")
	b.do(chromedp.SetValue(chromedp.CSS(".opponent .strength"), "beginner"))
	move := func(cell string) {
		b.press(`.cells [data-move="` + cell + `"]`)
		b.until(`document.querySelectorAll('.move').length >= 2 && document.querySelector('.status .word').textContent === 'X to move'`)
	}
	resignIn := func(b *browser) {
		b.press(".playing button:nth-of-type(4)")
		b.press(".playing button:nth-of-type(4)")
		b.shows(".status.over", "X resigned")
	}
	resign := func() { resignIn(b) }
	again := func() {
		b.do(chromedp.Reload())
		b.until(`document.querySelectorAll('.move').length >= 2`)
	}
	move("b2")
	again()
	ctx, closeTab := chromedp.NewContext(b.ctx)
	second := &browser{TB: t, ctx: ctx} // has the same game open
	second.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe"))
	second.until(`document.querySelector('.board')`)
	second.list()
	second.press(".study button")
	second.until(`document.querySelectorAll('.move').length >= 2`)
	resign()
	b.shows(".opponent .strength + .note", "1 game.")
	resignIn(second)
	closeTab()
	b.shows(".retry", "Your rating: ")
	again()
	b.shows(".status.over", "X resigned")
	begin("")
	move("b2")
	b.press(".playing button:first-child")
	b.until(`!document.querySelector('.move')`)
	move("a1")
	again()
	resign()
	begin("")
	move("a3")
	begin("&moves=b2")
	b.do(chromedp.SetValue(chromedp.CSS(".opponent .strength"), "perfect"))
	b.list()
	b.press(".study:nth-child(2) button") // the game above
	b.shows(".moves .move", "a3")
	b.leave()
	resign()
	b.do(chromedp.SetValue(chromedp.CSS(".opponent .strength"), "beginner"))
	begin("")
	b.press(".playing button:nth-child(2)")
	b.shows(".playing .asked", "Hint")
	move("b2")
	resign()
	begin("&position=" + url.QueryEscape("X--/-O-/--- X"))
	move("c3")
	resign()
	b.shows(".opponent .strength + .note", "1 game.")
	begin("")
	move("a1")
	resign()
	b.shows(".opponent .strength + .note", "2 games.")
}

// TestDraws offers a draw, which the engine declines early in an open game and accepts in a drawn
// one. The study remembers the end.
func TestDraws(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	offer := func(game, move string) {
		b.Helper()
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+"/#/play?game="+game))
		b.press(".segments label:nth-child(3) input")
		b.press(`.cells [data-move="` + move + `"]`)
		b.until(`document.querySelectorAll('.move').length === 2 && document.querySelector('.playing button:nth-child(3):not(:disabled)')`)
		b.press(".playing button:nth-child(3)")
		b.shows(".playing", "Really offer a draw?")
		b.press(".playing button:nth-child(3)")
	}
	offer("connect4", "4")
	b.shows(".notice", "declines the draw")
	b.until(`document.querySelector('.playing button:nth-child(3)').disabled && !document.querySelector('.status.over')`)
	offer("tictactoe", "b2")
	b.shows(".status.over", "A draw by agreement")
	b.do(chromedp.Reload())
	b.shows(".status.over", "A draw by agreement")
	// No draws are offered where discs are counted. Moves may sound.
	b.press(".opponent > .switch input")
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+"/#/play?game=othello"))
	b.until(`document.querySelectorAll('.playing button').length === 3 && document.querySelector('.opponent > .switch input').checked`)
	b.press(`.cells [data-move="f5"]`)
	b.until(`document.querySelectorAll('.move').length === 2`)
}

// TestHidesScores plays against the engine. The scores of moves are hidden until the game ends
// or the reader asks for them; the study remembers that.
func TestHidesScores(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	const told = `document.querySelectorAll('.hint, .odds, .arrow, .verdict, .lines, .graph, .move small, .mark, .cells [aria-label*="estimate"], .cells [aria-label*="proven"]').length`
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe"))
	b.until(`document.querySelectorAll('.hint').length === 9`)
	b.press(".segments label:nth-child(3) input")
	b.until(told + ` === 0 && document.querySelector('.veil')`)
	b.press(`.cells [data-move="a1"]`)
	b.until(`document.querySelectorAll('.move').length === 2 && document.querySelectorAll('.hint-dot').length === 7`)
	b.until(told + ` === 0 && document.querySelector('.moves .top button').disabled`)
	// The reader reveals the scores, the study keeps that, and a new game hides them again.
	b.press(".veil button")
	b.until(`document.querySelectorAll('.hint').length === 7 && document.querySelector('.graph')`)
	b.do(chromedp.Reload())
	b.until(`document.querySelectorAll('.hint').length === 7 && !document.querySelector('.veil')`)
	b.press(".opponent .switch input")
	b.until(told + ` === 0`)
	b.key(" ")
	b.until(`document.querySelectorAll('.hint').length === 7`)
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+"/#/play?game=mnk:4,3,3"))
	b.until(told + ` === 0 && document.querySelector('.veil') && document.querySelector('.opponent .switch input').checked`)
	// After the game nothing is hidden, at its end or earlier in it.
	b.press(`.cells [data-move="a1"]`)
	b.until(`document.querySelectorAll('.move').length === 2`)
	b.press(".playing button:last-child")
	b.shows(".playing", "Really resign?")
	b.press(".playing button:last-child")
	b.until(`document.querySelector('.verdict') && !document.querySelector('.veil')`)
	b.key(kb.Home)
	b.until(`document.querySelectorAll('.hint').length === 12`)
}

// TestHints asks for hints against an engine of level 1. Hints are searched at full strength,
// shown for one move, and counted.
func TestHints(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	const pointed = `document.querySelectorAll('.hint-dot.pointed').length`
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe&moves=a1.b2.b1"))
	b.until(`document.querySelectorAll('.hint').length === 6`)
	b.key("h") // not in a game against the engine: no hint
	b.until(pointed + ` === 0 && !document.querySelector('.playing')`)
	b.press(".segments label:nth-child(2) input") // the engine plays X
	b.do(chromedp.SetValue(chromedp.CSS(".opponent .row select"), "1"))
	// Only c1 does not lose, which takes more than one ply to see.
	b.until(`(window.asked = [], window.send = fetch, window.fetch = (to, init) => (String(to).endsWith('/move') && window.asked.push(JSON.parse(init.body)), window.send(to, init)), true)`)
	b.tap(".opponent h2")
	b.key("h")
	b.until(`document.querySelector('.hint-dot.pointed') && document.querySelector('.asked').textContent === 'Hint: c1'`)
	b.until(`window.asked.length === 1 && !('level' in window.asked[0])`)
	b.shows("[aria-live]", "Hint: c1")
	b.press(`.cells [data-move="c1"]`)
	b.until(`document.querySelectorAll('.move').length === 5 && document.querySelector('.playing button:nth-child(2):not(:disabled)')`)
	b.until(pointed + ` === 0 && document.querySelector('.asked').textContent === 'Hints: 1' && window.asked[1].level === 1`)
	b.press(".playing button:nth-child(2)")
	b.until(pointed + ` === 1`)
	b.shows(".asked", "Hint: ")
	b.do(chromedp.Reload())
	b.until(pointed + ` === 0 && document.querySelector('.asked')?.textContent === 'Hints: 2'`)
}

// TestOpponents plays against a named opponent, which stays selected, and in a game without that
// name against its strongest one.
func TestOpponents(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	const strength = ".opponent .strength"
	b.do(chromedp.Navigate(server.URL + "/#/play?game=connect4"))
	b.until(`document.querySelectorAll('.hint').length === 7`)
	b.until(`(window.asked = [], window.send = fetch, window.fetch = (to, init) => (String(to).endsWith('/move') && window.asked.push(JSON.parse(init.body)), window.send(to, init)), true)`)
	b.press(".segments label:nth-child(3) input")
	b.until(`document.querySelectorAll('` + strength + ` optgroup').length === 2`)
	b.do(chromedp.SetValue(chromedp.CSS(strength), "beginner"))
	b.press(`.cells [data-move="4"]`)
	b.until(`document.querySelectorAll('.move').length === 2 && window.asked[0].opponent === 'beginner' && window.asked[0].seed >= 0 && !('level' in window.asked[0])`)
	b.do(chromedp.SetValue(chromedp.CSS(strength), "perfect"))
	b.do(chromedp.Reload())
	b.until(`document.querySelector('` + strength + `')?.value === 'perfect'`)
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+"/#/play?game=othello"))
	b.until(`document.querySelector('` + strength + `')?.value === 'champion'`)
	b.do(chromedp.SetValue(chromedp.CSS(strength), "2"))
	b.until(`document.querySelector('` + strength + `').value === '2'`)
}
