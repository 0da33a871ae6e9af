package browsertest

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// axe is axe-core 4.14.1 by Deque, a checker of accessibility. Its licence, the Mozilla Public
// License 2.0, is beside it.
//
//go:embed testdata/axe/axe.min.js
var axe string

// TestAccess has axe-core judge the screens and dialogs of the page, light and dark, and looks for texts
// that are cut off.
func TestAccess(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			t.Parallel()
			b := newBrowser(t)
			server := serve(t, config())
			b.do(chromedp.Navigate(server.URL + "/"))
			b.until(`document.documentElement.dataset.ready`)
			b.until(`(localStorage.setItem('plywood.theme', '"` + scheme + `"'), true)`)
			b.do(chromedp.Reload())
			for _, screen := range []struct{ address, shown string }{
				{"play?game=othello&moves=f5.d6.c3", ".play .board"},
				{"play?game=checkers", ".play .board"},
				{"play?game=chess", ".play .board"},
				{"challenges?game=othello", ".puzzle .board"},
				{"puzzles", ".puzzle .board"},
				{"puzzles?puzzle=cube:2", ".puzzle .board, .puzzle .legal-moves"},
				{"learn", ".player"},
				{"learn/lessons", ".learn"},
				{"learn/quiz", ".ask"},
			} {
				b.until(`(location.hash = '#/` + screen.address + `', document.documentElement.dataset.ready)`)
				b.until(`document.querySelector('` + screen.shown + `')`)
				b.barriers(screen.address)
			}
			b.opensCourse(server.URL, "../../docs/course.json")
			b.until(`document.querySelectorAll('.course li').length === 6`)
			b.barriers("course")
			b.press(".course li:nth-child(2) a")
			b.until(`document.querySelector('.ask')`)
			b.barriers("quiz of a course")
			b.until(`(location.hash = '#/learn/lab?game=chess&depth=3', document.querySelectorAll('.tree .item').length > 9)`)
			b.barriers("folded tree")
			b.until(`(location.hash = '#/play?game=othello&moves=f5.d6.c3', document.querySelector('.play .board'))`)
			for key, dialog := range map[string]string{"n": ".new", "s": ".studies", "?": ".keys"} {
				b.leave()
				b.key(key)
				b.until(`document.querySelector('dialog[open] ` + dialog + `')`)
				b.barriers("dialog " + dialog)
				b.until(`(document.querySelector('dialog')?.close(), !document.querySelector('dialog'))`)
			}
		})
	}
}

// barriers fails the test if axe-core finds a fault on the page.
func (b *browser) barriers(screen string) {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](axe))
	b.until(`(window.judged = undefined, axe.run({ resultTypes: ['violations'] }).then((r) => (window.judged =
		r.violations.flatMap((v) => v.nodes.map((n) => v.id + ' ' + n.target.join(' ') + ': ' + n.failureSummary.replace(/\s+/g, ' '))))), true)`)
	b.until(`window.judged`)
	found, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](`window.judged`))
	if err != nil {
		b.Fatal(err)
	}
	if len(found) > 0 {
		b.Errorf("%s: axe finds %d:\n%s", screen, len(found), strings.Join(found, "\n"))
	}
	b.whole(screen)
}

// cut lists the texts that do not fit where they stand, and the pixels by which the page is too wide.
// Lines of an analysis fade out.
const cut = `[...document.querySelectorAll('body *')].flatMap((e) => {
	if (!e.checkVisibility() || !e.textContent || e.closest('.hidden, .cells, svg, .follow, .segments')) return []
	const style = getComputedStyle(e)
	if (e.tagName !== 'SELECT') return /hidden|clip/.test(style.overflowX) && e.scrollWidth > e.clientWidth + 1 ? [e.className + ': ' + e.textContent] : []
	const pen = document.createElement('canvas').getContext('2d')
	pen.font = style.font
	const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
	const text = e.selectedOptions[0]?.textContent ?? ''
	return pen.measureText(text).width > room + 1 ? ['select: ' + text] : []
}).concat(document.documentElement.scrollWidth > innerWidth ? ['the page is too wide'] : [])`

// whole fails the test if a text is cut off.
func (b *browser) whole(screen string) {
	b.Helper()
	found, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](cut))
	if err != nil {
		b.Fatal(err)
	}
	if len(found) > 0 {
		b.Errorf("%s: %d texts are cut off:\n%s", screen, len(found), strings.Join(found, "\n"))
	}
}
