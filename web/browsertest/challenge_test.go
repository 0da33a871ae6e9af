package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/plywood-go/plywood/engine/problem"
)

// TestChallenges solves a challenge after a mistake, shows the answer of another and returns to
// the first, which then counts as solved.
func TestChallenges(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	c := config()
	c.Challenges = func(game string) problem.Challenges {
		if game != "tictactoe" {
			return nil
		}
		return []byte("--O/---/-X- X; c3:5 % win 4: c3 a3 b2 a1 b1\nX--/---/--- O; b2:0 % draw 1: b2\n")
	}
	server := serve(t, c)
	b.do(chromedp.Navigate(server.URL + "/#/challenges?game=tictactoe&n=2"))
	b.shows(".puzzle .account", "X to move. Find the only winning move.")
	b.press(`[data-cell="a1"].legal`)
	b.shows(".puzzle .said", "✗ a1 is not the move. Try again.")
	b.press(`[data-cell="c3"].legal`)
	b.shows(".puzzle .said", "✓ c3 is right. Go on.")
	b.press(`[data-cell="b2"].legal`)
	b.shows(".puzzle .said", "✓ b2 is right. Go on.")
	b.press(`[data-cell="b1"].legal`)
	b.until(`document.querySelector('.puzzle .said').textContent.startsWith('✓ Solved.')`)
	b.until(`document.querySelector('.puzzle .settings').textContent.includes('Solved 0 of 2, missed 1.')`)
	b.do(chromedp.KeyEvent("n"))
	b.shows(".puzzle .account", "O to move. Find the only move that does not lose.")
	b.do(chromedp.KeyEvent("s"))
	b.shows(".puzzle .said", "The solution: b2")
	b.do(chromedp.KeyEvent("n"))
	b.shows(".puzzle h1", "Tic-tac-toe: challenge 2")
	for _, move := range []string{"c3", "b2", "b1"} {
		b.press(`[data-cell="` + move + `"].legal`)
	}
	b.until(`document.querySelector('.puzzle .settings').textContent.includes('Solved 1 of 2, missed 1.')`)
	b.do(chromedp.Reload())
	b.until(`document.querySelector('.puzzle .settings')?.textContent.includes('Solved 1 of 2, missed 1.')`)
	b.press(`.bar nav a[aria-current]`) // without a number
	b.until(`location.hash.includes('n=') && document.querySelector('.puzzle .cells .legal')`)
}
