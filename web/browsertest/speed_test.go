package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/plywood-go/plywood/internal/seeded"
)

// times runs the body of a benchmark b.N times, each in a new page, and reports the mean and the
// longest of the times that it returns, in milliseconds.
func times(b *testing.B, body func(p *browser) float64) {
	var sum, longest float64
	for range b.N {
		p := newBrowser(b)
		t := body(p)
		sum, longest = sum+t, max(longest, t)
	}
	b.ReportMetric(sum/float64(b.N), "ms")
	b.ReportMetric(longest, "longest-ms")
}

// number returns the value of an expression as soon as it is positive.
func (b *browser) number(expression string) float64 {
	b.Helper()
	b.until(expression + ` > 0`)
	n, err := chromedp.Run(b.ctx, chromedp.Evaluate[float64](expression))
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// BenchmarkFirstScores measures the time from a click on a move to the first scores of the moves
// after it.
func BenchmarkFirstScores(b *testing.B) {
	for game, move := range map[string]string{"othello": "f5", "connect4": "4", "tictactoe": "b2"} {
		b.Run(game, func(b *testing.B) {
			server := serve(b, config())
			times(b, func(p *browser) float64 {
				p.do(chromedp.Navigate(server.URL + "/#/play?game=" + game))
				p.until(`document.querySelectorAll('.hint text').length > 0`)
				p.until(fmt.Sprintf(`(() => {
					const began = performance.now()
					document.querySelector('.cells [data-move=%q]').click()
					const look = () => {
						if (document.querySelector('.moves .move') && document.querySelector('.hint text')) window.took = performance.now() - began
						else requestAnimationFrame(look)
					}
					requestAnimationFrame(() => requestAnimationFrame(look))
					return true
				})()`, move))
				return p.number(`window.took`)
			})
		})
	}
}

// BenchmarkVariations measures the longest frame while a reader goes through a game with 300
// variations, to its end and back.
func BenchmarkVariations(b *testing.B) {
	rng := seeded.Rand(b, 5)
	var sgf strings.Builder
	sgf.WriteString("(;GM[2]SZ[8]")
	for range 300 {
		_, moves := wander(b, rng, "othello", 12)
		sgf.WriteString("(")
		for i, m := range moves {
			fmt.Fprintf(&sgf, ";%c[%s]", "BW"[i%2], m)
		}
		sgf.WriteString(")")
	}
	sgf.WriteString(")")
	file := filepath.Join(b.TempDir(), "a.sgf")
	if err := os.WriteFile(file, []byte(sgf.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	server := serve(b, config())
	times(b, func(p *browser) float64 {
		p.do(chromedp.Navigate(server.URL + "/#/play?game=othello"))
		p.press(`.tools [aria-label^="Open"]`)
		p.until(`document.querySelector('dialog input[type=file]')`)
		p.do(chromedp.SetUploadFiles(chromedp.CSS("dialog input[type=file]"), []string{file}))
		p.until(`document.querySelectorAll('.variation').length >= 250`)
		p.leave()
		p.until(`(() => {
			let before = 0
			window.frame = 0
			const look = (now) => { if (before) window.frame = Math.max(window.frame, now - before); before = now; requestAnimationFrame(look) }
			requestAnimationFrame(look)
			return true
		})()`)
		for range 3 {
			for range 12 {
				p.key(kb.ArrowLeft)
			}
			for range 12 {
				p.key(kb.ArrowRight)
			}
		}
		p.until(`([...document.querySelectorAll('.variation .move button')].at(-1).click(), true)`)
		p.until(`(() => {
			const list = document.querySelector('.moves .list').getBoundingClientRect()
			const now = document.querySelector('.variation .move [aria-current]')?.getBoundingClientRect()
			return now && now.top >= list.top && now.bottom <= list.bottom
		})()`)
		return p.number(`window.frame`)
	})
}

// BenchmarkFirstGame measures the time from opening a page without a server to the first scores.
func BenchmarkFirstGame(b *testing.B) {
	host := publish(b)
	for _, game := range []string{"othello", "connect4", "checkers", "chess"} {
		b.Run(game, func(b *testing.B) {
			times(b, func(p *browser) float64 {
				p.do(chromedp.Navigate(host.URL + "/plywood/#/play?game=" + game))
				return p.number(`(document.querySelector('.hint text, .lines li') ? performance.now() : 0)`)
			})
		})
	}
}
