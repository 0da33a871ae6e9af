package browsertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestKeepsVariations opens a PDN game with variations, judges a move and saves it, folds, promotes and
// deletes a variation of an SGF game, which has one that is illegal, and opens two files at once.
func TestKeepsVariations(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	folder := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	choose := func(game string, files ...string) {
		b.Helper()
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+"/#/play?game="+game))
		b.press(`.tools [aria-label^="Open"]`)
		b.until(`document.querySelector('dialog input[type=file]')`)
		b.do(chromedp.SetUploadFiles(chromedp.CSS("dialog input[type=file]"), files))
	}
	pdn := write("a.pdn", "[White \"Wim\"]\n[Black \"Bea\"]\n[Result \"1-0\"]\n1. 11-15 (1. 11-16 {wide} 23-18) 23-19 2. 8-11 1-0\n")
	choose("checkers", pdn)
	b.at("8-")
	b.until(`document.querySelector('.variation').textContent.replace(/\s/g, '').includes('11-16wide') && document.querySelectorAll('.move').length === 5`)
	const here = `document.querySelector('.move [aria-current]')`
	b.press(`.variation-tools [aria-label^="!! "]`)
	b.until(here + `.textContent === '8-11!!' && document.querySelector('.board .sign.good')`)
	b.press(`.variation-tools [aria-label^="? "]`)
	b.until(here + `.textContent === '8-11?'`)
	b.press(`.tools [aria-label^="Copy"]`)
	b.until(`document.querySelector('.copied textarea')?.value.includes(' 8-11? ')`)
	b.key(kb.Escape)
	b.until(`!document.querySelector('dialog')`)
	b.press(`.variation-tools [aria-pressed="true"]`)
	b.until(here + `.textContent === '8-11' && !document.querySelector('.board .sign')`)
	sgf := write("a.sgf", "(;GM[2]SZ[8];B[f5];W[d6](;B[c3];W[d3])(;B[c5];W[f4])(;B[a1]))")
	choose("othello", sgf)
	b.shows(".notice", "a variation that replaces no move is left out")
	// The second side's moves have a number only after a variation.
	b.until(`[...document.querySelectorAll('.move')].map((m) => (m.querySelector('i')?.textContent ?? '') + m.querySelector('button span').firstChild.textContent).join(' ') === '1.f5 d6 2.c3 2.c5 f4 2…d3'`)
	b.at("d3")
	const moves = `[...document.querySelectorAll('.move button span')].map((m) => m.firstChild.textContent).join(' ')`
	b.press(".variation .fold")
	b.until(moves + ` === 'f5 d6 c3 c5 d3' && document.querySelector('.fold').ariaExpanded === 'false'`)
	b.press(".variation .move button")
	b.at("c5")
	b.press(".variation .fold")
	b.press(".variation .move:nth-of-type(2) button")
	b.at("f4")
	b.press(`.variation-tools [aria-label^="Make it"]`)
	b.until(moves + ` === 'f5 d6 c5 c3 d3 f4' && !document.querySelector('.variation-tools [aria-label^="Make it"]')`)
	b.press(`.variation-tools button:last-child`)
	b.at("c5")
	b.until(moves + ` === 'f5 d6 c5 c3 d3'`)
	choose("checkers", pdn, write("b.pdn", "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n1. 11-15 23-19 *\n"))
	b.until(`document.querySelectorAll('.found li').length === 2`)
	b.shows(".found", "Bea (Black) – Wim (White)")
	b.shows(".found", "Bob (Black) – Ann (White)")
	for _, search := range [][2]string{{"11-15 23-19", "2"}, {"23-19 11-15", "0"}, {"11-15 23-19 8-11", "1"}, {"8-11", "0"}, {"11-15 ann", "1"}, {"", "2"}} {
		b.until(`(e => (e.value = '` + search[0] + `', e.dispatchEvent(new Event('input', { bubbles: true })), true))(document.querySelector('dialog input[type=search]'))`)
		b.until(`document.querySelectorAll('.found li').length === ` + search[1])
	}
}

// TestExplorer shows the shipped counts, and opens two collections, whose games add to them. It looks up
// a position to which symmetric games come, plays a move, and opens a game. Then it closes a collection;
// the other is still open after a reload.
func TestExplorer(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	folder := t.TempDir()
	open := func(name, content string) {
		b.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		b.press(".explorer .top button")
		b.until(`document.querySelector('dialog input[type=file]')`)
		b.do(chromedp.SetUploadFiles(chromedp.CSS("dialog input[type=file]"), []string{path}))
		b.until(`document.querySelectorAll('dialog .found li').length > 1`)
		b.press(`dialog [aria-label="Close"]`)
		b.until(`!document.querySelector('dialog')`) // it stays for a moment after it is closed
		b.shows(".explorer", name)
	}
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello"))
	b.shows(".explorer", "WTHOR 1977–2025: 137,548 games.")
	// All first moves are images of one another.
	rows := func(want string) {
		b.Helper()
		b.until(`[...document.querySelectorAll('.explorer tbody tr')].map(r => r.querySelector('button').textContent + ' ' + r.querySelectorAll('.number')[1].textContent).join('; ') === '` + want + `'`)
	}
	rows("d3 137.5K")
	open("one.txt", "f5d6c3d3c4\nf5f6\n")
	open("two.sgf", "(;GM[2]SZ[8]PB[Ann]PW[Bea]DT[1999]RE[B+10];B[d3];W[c5];B[f6];W[f5])(;GM[2]SZ[8]PB[Cy]PW[Dan]DT[2001]RE[W+2];B[c4];W[e3])")
	open("one.txt", "f5d6c3d3c4\nf5f6\n") // again: its games count once
	rows("d3 137.6K")
	b.shows(".explorer summary", "4 games come to this position")
	b.press(".explorer tbody button")
	rows("c5 89,716; c3 46,129; e3 1,707")
	b.until(`document.querySelector('.explorer .shares').title === 'Black 45 %, draws 5 %, White 50 %'`)
	b.until(`document.querySelector('.explorer tbody td').textContent === 'c5Perpendicular Opening'`)
	b.press(".explorer summary")
	b.until(`(e => (e.value = 'ann 1999', e.dispatchEvent(new Event('input', { bubbles: true })), true))(document.querySelector('.explorer details input'))`)
	b.until(`document.querySelectorAll('.explorer .games li').length === 1`)
	b.press(".explorer .games button")
	b.until(`document.querySelectorAll('.move').length === 4 && location.hash.includes('at=1')`)
	b.press(`.opened [aria-label="Close one.txt"]`)
	rows("c5 89,715; c3 46,128; e3 1,707")
	b.until(`(indexedDB.open('plywood').onsuccess = ({ target: { result: kept } }) => {
		kept.transaction('collections').objectStore('collections').count().onsuccess = (e) => (kept.close(), window.collectionsKept = e.target.result)
	}, window.collectionsKept === 1)`) // a page that is left at once may forget that it closed a collection
	b.do(chromedp.Reload())
	rows("c5 89,715; c3 46,128; e3 1,707")
}

// TestOpenings finds an opening by its code and name, and goes to it. It sees how named openings go on, and
// plays on from there against an opponent.
func TestOpenings(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=chess"))
	b.shows(".explorer tbody tr", "e4B00 King's Pawn Game2020")
	b.do(chromedp.Focus(chromedp.CSS(".finder input")), chromedp.SendKeys(chromedp.CSS(".finder input"), "c60 ruy"))
	b.until(`[...document.querySelectorAll('.finder b')].some((e) => e.textContent === 'C60 Ruy Lopez')`)
	b.until(`([...document.querySelectorAll('.finder button')].find((e) => e.querySelector('b').textContent === 'C60 Ruy Lopez').click(), true)`)
	b.at("Bb")
	b.shows(".title .opening", "C60 Ruy Lopez")
	b.until(`[...document.querySelectorAll('.explorer tbody tr')].some((e) => /^a6C70 Ruy Lopez: Morphy Defense/.test(e.textContent))`)
	b.until(`([...document.querySelectorAll('.explorer button')].find((e) => e.textContent.startsWith('Play on')).click(), true)`)
	b.until(`document.querySelector('dialog .opponent input:checked').value === 'second'`)
	b.do(chromedp.SetValue(chromedp.CSS("dialog .strength"), "beginner"))
	b.press("dialog .primary")
	b.until(`!document.querySelector('dialog') && document.querySelectorAll('.move').length === 5 && !document.querySelector('.explorer')`)
	b.do(chromedp.SendKeys(chromedp.CSS(".type input"), "a6\r"))
	b.until(`document.querySelectorAll('.move').length === 7`) // the engine replies
}

// TestTrainsLine trains a line as the second side: the page plays the first side's moves, says what is known of a
// move that is not of the line, and takes a symmetric one. After a mistake the line comes again tomorrow; it is
// kept in the browser.
func TestTrainsLine(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello&moves=f5.d6.c3.d3"))
	button := func(words string) {
		b.Helper()
		b.until(`(e => !!e && !e.disabled && (e.click(), true))([...document.querySelectorAll('.trainer button, .retry button')].find((e) => e.textContent === '` + words + `'))`)
	}
	button("White")
	b.shows(".retry", "White: your move of the line. 1 of 4 played.")
	b.until(`!document.querySelector('.explorer') && document.querySelectorAll('.move').length === 1`)
	b.do(chromedp.SendKeys(chromedp.CSS(".type input"), "f4\r"))
	b.shows(".retry", "f4 is in the book, but not of this line.")
	button("Try again")
	b.until(`document.querySelectorAll('.move').length === 1`)
	b.do(chromedp.SendKeys(chromedp.CSS(".type input"), "d6\r"))
	b.shows(".retry", "White: your move of the line. 3 of 4 played.")
	b.do(chromedp.SendKeys(chromedp.CSS(".type input"), "d3\r"))
	b.shows(".retry", "The end of the line, with a mistake. It comes again in 1 day.")
	b.shows(".trainer", "1 line to learn")
	b.press(`.retry [aria-label="Close"]`)
	// The first move of the other side's line has three images.
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+"/#/play?game=othello&moves=f5.d6"))
	b.shows(".trainer", "1 line to learn")
	button("Black")
	b.shows(".retry", "Black: your move of the line. 0 of 2 played.")
	b.do(chromedp.SendKeys(chromedp.CSS(".type input"), "c4\r"))
	b.shows(".retry", "The line without a mistake. It comes again in 2 days.")
	b.until(`[...document.querySelectorAll('.move button')].map((e) => e.textContent).join(' ') === 'f5 d6'`)
	b.shows(".trainer", "2 lines to learn")
	b.press(`.retry [aria-label="Close"]`)
	b.press(`.trainer details summary`)
	b.shows(".trainer li", "White")
	b.press(`.trainer [aria-label="Forget this line"]`)
	b.shows(".trainer", "1 line to learn")
	// A line goes on by the book and recorded games.
	b.press(`.trainer .switch input`)
	button("White")
	b.shows(".retry", "of 10 played.")
}

// TestSavesWhatItOpened pastes games with everything that their notations hold, edits a comment,
// and finds the same text among what the page saves, in the notation that the game came in.
func TestSavesWhatItOpened(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello"))
	for _, text := range []string{
		`[Event "Open"]
[Site "Oslo"]
[Date "2024.05.??"]
[Round "3"]
[White "Ann"]
[Black "Bo \"B\""]
[Result "1-0"]
[ECO "C50"]

{so} 1. e4! {[%eval 0.25] [%clk 0:03:00]} 1... e5 $14 {[%cal Gd2d4] good} (1...
c5 $5 2. Nf3 {[%clk 0:02:00]} (2. c3 d5) 2... d6) 2. Nf3 (2. f4) 2... Nc6 {end}
1-0`,
		`[Date "2024"]
[White "Wim"]
[Black "Bea"]
[Result "2-0"]
[GameType "20,W,10,10,N2,0"]
[FEN "W:W31,32,33:B18,19"]

1. 32-28 {[%eval 0.5]} 1... 19-23 (1... 18-22 $1) *`,
		`(;GM[2]FF[4]CA[UTF-8]SZ[8]PB[Ann]PW[Bo]EV[Open]RE[B+2]
;B[f5]C[eval 1, 2 s
good]
(
;W[d6]
;B[c3])
(
;W[f6]))`,
	} {
		b.press(`.tools [aria-label^="Open"]`)
		b.do(chromedp.SetValue(chromedp.CSS("dialog textarea"), text))
		b.press("dialog .primary")
		b.until(`!document.querySelector('dialog')`)
		b.press(`.tools [aria-label^="Copy"]`)
		b.until(`document.querySelector('.copied textarea')?.value`)
		saved, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.querySelector('.copied textarea').value`))
		if err != nil || saved != text {
			t.Errorf("the page saves\n%s\nwant\n%s; %v", saved, text, err)
		}
		b.key(kb.Escape)
		b.until(`!document.querySelector('dialog')`)
		b.do(chromedp.Reload())
		b.until(`document.querySelector('.move')`)
		if strings.Contains(text, "%cal") { // its arrow is drawn, and is no part of the words
			b.until(`([...document.querySelectorAll('.move')].find((m) => m.querySelector('q')?.textContent === 'good').querySelector('button').click(), document.querySelector('g.arrow.ink-G'))`)
		}
	}
}

// TestHeading shows the players of a record with their ratings and clocks at the board, and changes what it
// says of the game.
func TestHeading(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=chess"))
	b.press(`.tools [aria-label^="Open"]`)
	b.do(chromedp.SetValue(chromedp.CSS("dialog textarea"), `[Event "Match"]
[Date "1960.05.01"]
[White "Botvinnik"]
[Black "Tal"]
[Result "0-1"]
[BlackElo "2680"]

1. e4 {[%clk 1:59:30]} e5 {[%clk 0:08:05]} 2. Nf3 {[%clk 1:58:00]} 0-1`))
	b.press("dialog .primary")
	seats := func(words string) {
		b.Helper()
		b.until(`[...document.querySelectorAll('.seat')].map((e) => ['.player', 'time'].map((s) => e.querySelector(s)?.textContent).join()).join(' ') === '` + words + `'`)
	}
	b.shows(".record", "Match · 1960-05-01 · 0-1")
	b.key(kb.End)
	seats("Botvinnik,1:58:00 Tal · 2680,8:05")
	b.key(kb.Home)
	seats("Botvinnik, Tal · 2680,")
	b.press(`.moves .top [aria-label^="Players"]`)
	b.do(chromedp.SetValue(chromedp.CSS(".heading select"), "1/2-1/2"))
	b.do(chromedp.SendKeys(chromedp.CSS(".heading .field:last-child input"), "5"), chromedp.SendKeys(chromedp.CSS(".heading .field:first-child input"), "!"))
	b.key(kb.Escape)
	b.do(chromedp.Reload())
	seats("Botvinnik!, Tal · 26805,")
	b.press(`.tools [aria-label^="Copy"]`)
	b.until(`['White "Botvinnik!"', 'BlackElo "26805"', 'Result "1/2-1/2"'].every((tag) => document.querySelector('.copied textarea')?.value.includes(tag))`)
}
