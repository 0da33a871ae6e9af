package browsertest

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// units are the tests of web/page/src/units.ts, as web/build bundles them.
//
//go:embed testdata/units.js
var units string

// TestUnits runs the page's own tests, which need its texts but draw nothing.
func TestUnits(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL+"/#/learn/lessons"), chromedp.Evaluate[chromedp.Void](units))
	b.until(`window.failed`)
	failed, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](`window.failed`))
	if err != nil {
		t.Fatal(err)
	}
	if len(failed) > 0 {
		t.Errorf("%d fail:\n%s", len(failed), strings.Join(failed, "\n"))
	}
}
