package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

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

// slow slows the processor of the page's thread.
func (b *browser) slow(t testing.TB, rate float64) {
	t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: rate}); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkFirstScores measures the time from a click on a move to the first scores of the moves
// after it, as usual and with the processor of the page's thread slowed six times.
func BenchmarkFirstScores(b *testing.B) {
	for game, move := range map[string]string{"othello": "f5", "connect4": "4", "tictactoe": "b2"} {
		for name, rate := range rates {
			b.Run(game+"/"+name, func(b *testing.B) {
				server := serve(b, config())
				times(b, func(p *browser) float64 {
					p.slow(b, rate)
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
}

// rates are the speeds of processors on which a page is measured: this one, and one six times as slow.
var rates = map[string]float64{"here": 1, "slowed-6": 6}

// busy runs body, of the given number of steps, in a page on a processor of each speed. It reports the time of
// the processor that the page's thread takes for a step, without painting and with it, and how long its longest
// task lasts, in milliseconds.
func busy(b *testing.B, steps int, prepare, body func(p *browser)) {
	for name, rate := range rates {
		b.Run(name, func(b *testing.B) {
			var script, task, longest float64
			for range b.N {
				p := newBrowser(b)
				prepare(p)
				p.slow(b, rate)
				p.until(`(window.longest = 0, new PerformanceObserver((l) => l.getEntries().forEach((e) => longest = Math.max(longest, e.duration))).observe({ type: 'longtask' }), true)`)
				before := p.metrics()
				body(p)
				after := p.metrics()
				p.slow(b, 1)
				for _, name := range []string{"ScriptDuration", "LayoutDuration", "RecalcStyleDuration"} {
					script += 1000 * (after[name] - before[name]) / float64(steps)
				}
				task += 1000 * (after["TaskDuration"] - before["TaskDuration"]) / float64(steps)
				longest = max(longest, p.number(`longest + 1e-9`))
			}
			b.ReportMetric(script/float64(b.N), "ms/step")
			b.ReportMetric(task/float64(b.N), "all-ms/step")
			b.ReportMetric(longest, "longest-task-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// metrics returns the browser's counts of the page's work.
func (b *browser) metrics() map[string]float64 {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
		b.Fatal(err)
	}
	result, err := chromedp.Call(b.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		b.Fatal(err)
	}
	out := map[string]float64{}
	for _, m := range result.Metrics {
		out[m.Name] = m.Value
	}
	return out
}

// BenchmarkVariations goes through a game with 200 variations, 12 plies back and 12 forward, three times, with a
// tenth of a second between two steps.
func BenchmarkVariations(b *testing.B) {
	rng := seeded.Rand(b, 5)
	var sgf strings.Builder
	sgf.WriteString("(;GM[2]SZ[8]")
	for range 200 {
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
	busy(b, 72, func(p *browser) {
		p.do(chromedp.Navigate(server.URL + "/#/play?game=othello"))
		p.press(`.tools [aria-label^="Open"]`)
		p.until(`document.querySelector('dialog input[type=file]')`)
		p.do(chromedp.SetUploadFiles(chromedp.CSS("dialog input[type=file]"), []string{file}))
		p.until(`document.querySelectorAll('.variation').length >= 150`)
		p.leave()
		p.press(".verdict .round.on") // no analysis, whose results are drawn as they come
	}, func(p *browser) {
		p.until(`(window.left = 72, window.walk = setInterval(() => {
			if (!left--) return clearInterval(walk)
			dispatchEvent(new KeyboardEvent('keydown', { key: Math.floor(left / 12) % 2 ? 'ArrowLeft' : 'ArrowRight', bubbles: true }))
		}, 100), true)`)
		p.until(`left < 0`)
	})
}

// BenchmarkDrag drags a piece of chess over the board in 60 steps, one a frame.
func BenchmarkDrag(b *testing.B) {
	server := serve(b, config())
	busy(b, 60, func(p *browser) {
		p.do(chromedp.Navigate(server.URL + "/#/play?game=chess"))
		p.until(`document.querySelectorAll('.movable').length > 5`)
		p.press(".verdict .round.on")
	}, func(p *browser) {
		p.until(`((box) => {
			const send = (type, x, y) => document.querySelector('.cells').dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, pointerId: 1, buttons: 1, clientX: x, clientY: y }))
			const from = document.querySelector('[data-cell="e2"]').getBoundingClientRect()
			document.querySelector('.cells').setPointerCapture = () => {} // no pointer of that number exists
			send('pointerdown', from.x + 9, from.y + 9)
			window.step = 0
			const move = () => {
				send('pointermove', box.x + box.width * (0.5 + 0.4 * Math.sin(step / 7)), box.y + box.height * (0.5 + 0.4 * Math.cos(step / 5)))
				if (++step < 60) requestAnimationFrame(move)
				else send('pointerup', 1, 1)
			}
			requestAnimationFrame(move)
			return true
		})(document.querySelector('.cells').getBoundingClientRect())`)
		p.until(`step >= 60`)
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
