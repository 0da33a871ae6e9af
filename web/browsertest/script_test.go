package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
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

// TestOwnPuzzle shows a game without a tree, plays one whose pieces are numbers, and solves a puzzle.
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
	b.shows(".stage .error", "events of chance")
	b.shows(".stage .node", `"scores"`)
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
