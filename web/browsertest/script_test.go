package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/plywood-go/plywood/games/star"
)

// TestOwnGame writes a game on the page: a template with its board and tree, a fault at its line, a move on
// the board, a match of two evaluations; the address carries the text.
func TestOwnGame(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/learn/lab"))
	b.press(`.source .segments label:nth-child(4) input`)
	b.until(`document.querySelector('.write textarea')?.value.includes('Tic-tac-toe on a torus')`)
	b.until(`document.querySelector('.node [data-move="a1"]') && document.querySelector('.lab .tree-view').getBoundingClientRect().left > 0`)
	write := func(change string) {
		t.Helper()
		b.until(`(e => {
			const text = e.value, changed = ` + change + `
			if (changed === text) return false
			e.value = changed
			e.dispatchEvent(new InputEvent('input', { bubbles: true }))
			return true
		})(document.querySelector('.write textarea'))`)
	}
	write(`text.replace('return [cell]', 'return [99]')`)
	b.shows(".write .error", "cells(…) returns [99]")
	b.press(".write .error button")
	b.until(`(e => e === document.activeElement && e.value.slice(e.selectionStart, e.selectionEnd).startsWith('def cells(board, cell):'))(document.querySelector('.write textarea'))`)
	write(`text.replace('return [99]', 'return [cell]').replace('def start', 'def evaluate(board):\n    return 0\n\ndef evaluate2(board):\n    return 1\n\ndef start')`)
	b.until(`!document.querySelector('.write .error') && [...document.querySelectorAll('.side option')].some((o) => o.value === 'evaluate2')`)
	b.press(`.node [data-move="a1"]`)
	b.shows(".node h2", "a1")
	b.until(`(e => (e.value = 'evaluate2', e.dispatchEvent(new Event('change', { bubbles: true })), true))([...document.querySelectorAll('.side select')].find((s) => [...s.options].some((o) => o.value === 'evaluate2')))`)
	b.until(`([...document.querySelectorAll('.side button')].find((e) => e.textContent === 'Play the match').click(), true)`)
	b.until(`document.querySelector('.side').textContent.includes('Player 1 in 20 games')`)
	b.until(`[...document.querySelectorAll('.side .copied input')].at(-1).value === location.href`)
	address, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`location.href`))
	if err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	b.until(`document.querySelector('.write textarea')?.value.includes('def evaluate2(board)')`)
	b.press(`.write a.button`)
	b.press(`.cells [data-move="b2"]`)
	b.shows(".moves .list", "b2")
}

// TestOwnPuzzle draws the tree of a game with a die, plays one whose pieces are numbers, and solves a puzzle.
func TestOwnPuzzle(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/learn/lab"))
	b.press(`.source .segments label:nth-child(4) input`)
	choose := func(name string) {
		t.Helper()
		b.until(`document.querySelectorAll('.write option').length === 8`)
		b.until(`(e => (e.value = '` + name + `', e.dispatchEvent(new Event('change', { bubbles: true })), true))(document.querySelector('.write select'))`)
	}
	choose("pig")
	b.shows(".node", `"scores"`)
	b.until(`document.querySelector('.tree .item.chance')`)
	choose("kalah")
	b.until(`document.querySelector('.node [data-move="1"]')`)
	b.press(`.write a.button`)
	b.press(`.cells [data-move="1"]`)
	b.shows(".moves .list", "1")
	b.do(chromedp.Navigate(server.URL + "/#/learn/lab"))
	b.press(`.source .segments label:nth-child(4) input`)
	choose("sliding")
	b.until(`location.hash.includes('puzzle=star') && document.querySelector('.lab .tree-view')`)
	b.press(`.write a.button`)
	b.shows(".puzzle .account", "0 moves made.")
	b.press(`.puzzle .row .primary`)
	b.shows(".puzzle .account", "Solved after")
}

// TestDice draws the tree of a game with a die, compares searches of it, and has the page roll the die.
func TestDice(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	name, err := star.Name(star.Template("pig"))
	if err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate(server.URL + "/#/learn/lab?depth=2&game=" + name))
	b.until(`document.querySelectorAll('.tree .item').length === 8 && document.querySelector('.tree .item.chance')`)
	b.until(`[...document.querySelectorAll('.tree .note.on')].map((e) => e.textContent).join(' ') === 'roll 1: 1/6 2: 1/6 3: 1/6 4: 1/6 5: 1/6 6: 1/6'`)
	b.until(`location.hash.includes('algorithm=expectiminimax') && document.querySelector('.settings select').options.length === 3`)
	b.do(chromedp.Navigate(server.URL + "/#/learn/compare?depth=3&game=" + name))
	b.until(`document.querySelectorAll('.compare tbody tr').length === 3 && [...document.querySelectorAll('.compare tbody tr')].every((e) => e.textContent.includes('10/3'))`)
	b.do(chromedp.Navigate(server.URL + "/#/learn/compare"))
	b.until(`document.querySelectorAll('.compare .tree').length === 2`)
	b.do(chromedp.Navigate(server.URL + "/#/play?moves=roll&game=" + name))
	b.until(`document.querySelectorAll('.legal-moves button').length === 6`)
	b.until(`(e => (e.click(), true))(document.querySelectorAll('input[name=engine]')[2])`)
	b.until(`/roll\.[1-6]/.test(location.hash) && document.querySelectorAll('.legal-moves button').length !== 6`)
}
