package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// walk chooses every option of a select after every other one, and waits after each choice until
// the page shows it. shown is an expression for the title shown. The last step is in
// window.step.
const walk = `async (select, arrived) => {
	const wait = (ready) => new Promise((done) => { const look = () => ready() ? done() : setTimeout(look, 5); look() })
	const find = () => document.querySelector(select)
	await wait(() => find()?.options.length > 1)
	const all = [...find().options].map((o) => o.value).filter((name) => name && !name.includes(' ')) // but for the random start of a game
	const go = async (value) => {
		window.step = (window.step ?? '').split(' to ').at(-1) + ' to ' + value
		const e = find()
		const title = [...e.options].find((o) => o.value === value).textContent
		e.value = value
		e.dispatchEvent(new Event('change', { bubbles: true }))
		await wait(() => arrived(value, title))
	}
	for (let i = 0; i < all.length; i++) for (let j = i + 1; j < all.length; j++) { await go(all[j]); await go(all[i]) }
	window.walked = true
}`

// TestWalks goes from every game to every other, from every puzzle to every other, and from every
// screen to every other. The page must show each and report no error.
func TestWalks(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ name, address, do string }{
		{"games", "#/play?game=tictactoe", `(` + walk + `)('.pick.game select', (value, title) =>
			document.querySelector('h1').textContent === title && location.hash.includes(encodeURIComponent(value)) && document.querySelector('.cells [data-cell], .drawing'))`},
		{"puzzles", "#/puzzles", `(` + walk + `)('.puzzle .settings select', (value, title) =>
			document.querySelector('h1').textContent === title && (document.querySelector('.cells .legal') ?? document.querySelector('.legal-moves button')))`},
		{"challenges", "#/challenges", `(` + walk + `)('.puzzle .settings select', (value, title) =>
			document.querySelector('h1')?.textContent.startsWith(title) && document.querySelector('.cells .legal'))`},
		{"screens", "#/play", `(async () => {
			const screens = { '#/play?game=othello&moves=f5': '.play .board', '#/play?game=connect4': '.play .board', '#/learn': '.player', '#/learn/quiz': '.ask', '#/learn/lessons': '.learn', '#/challenges?game=othello': '.puzzle .board', '#/puzzles': '.puzzle .board', '#/puzzles?puzzle=cube:2': '.puzzle .legal-moves, .puzzle .board' }
			const all = Object.keys(screens)
			const wait = (ready) => new Promise((done) => { const look = () => ready() ? done() : setTimeout(look, 5); look() })
			const go = async (to) => { window.step = location.hash + ' to ' + to; location.hash = to; await wait(() => document.querySelector(screens[to])) }
			for (let i = 0; i < all.length; i++) for (let j = i + 1; j < all.length; j++) { await go(all[j]); await go(all[i]) }
			window.walked = true
		})()`},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			b := newBrowser(t)
			server := serve(t, config())
			b.do(chromedp.Navigate(server.URL + "/" + x.address))
			b.until(`document.documentElement.dataset.ready && (` + x.do + `, true)`)
			b.until(`window.walked`)
		})
	}
}
