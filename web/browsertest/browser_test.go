package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browsers are the program names of Chromium. The first are headless builds, which take half as
// long (measured).
var browsers = []string{
	"chromium-headless-shell", "headless-shell", "chrome-headless-shell",
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
}

// findBrowser returns the program named by CHROMIUM, or the first of browsers found.
func findBrowser() string {
	for _, name := range append([]string{os.Getenv("CHROMIUM")}, browsers...) {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// browser is a page in Chromium. Its methods wait for conditions, not for fixed times.
type browser struct {
	testing.TB
	ctx context.Context

	mu     sync.Mutex
	faults []string
}

// patient is the longest wait, for loaded machines.
const patient = 4 * time.Minute

// often is the interval between looks at a page. A look at every frame would make the browser
// draw them all.
const often = 20 * time.Millisecond

// chromium starts the browser shared by all tests. It ends with the tests.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path := findBrowser()
	if path == "" {
		return nil, errors.New("no Chromium found; ./test installs it, CHROMIUM names one")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(1280, 900), chromedp.WSURLReadTimeout(patient),
		chromedp.Flag("lang", "en"),
		// One process fewer for each page: no spare renderer, no site isolation.
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,SpareRendererForSitePerProcess"),
		chromedp.Flag("disable-site-isolation-trials", true),
		chromedp.Flag("renderer-process-limit", "1"), // pages of all servers share a process
	)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeBrowser := chromedp.NewContext(allocator)
	endBrowser = func() {
		closeBrowser()
		stop()
	}
	if err := chromedp.Do(ctx); err != nil { // starts the browser
		return nil, fmt.Errorf("%s does not start here: %w", path, err)
	}
	return ctx, nil
})

// endBrowser ends the browser, if it was started.
var endBrowser = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	endBrowser()
	os.Exit(code)
}

// newBrowser opens a page that shares nothing with those of other tests.
func newBrowser(t testing.TB) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("needs a browser; left out with -short")
	}
	all, err := chromium()
	if err != nil {
		t.Skip(err)
	}
	ctx, closePage := chromedp.NewContext(all, chromedp.WithNewBrowserContext())
	t.Cleanup(closePage)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	b := &browser{TB: t, ctx: ctx}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	var stop func()
	b.ctx, stop = context.WithTimeout(ctx, patient)
	t.Cleanup(stop)
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.faults) > 0 {
			t.Errorf("the page complained: %s", strings.Join(b.faults, "; "))
		}
		if t.Failed() {
			ctx, stop := context.WithTimeout(ctx, time.Minute)
			defer stop()
			text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + '\n' + document.body.innerText`))
			t.Logf("the page at the end (%v): %s", err, text)
		}
	})
	return b
}

// listen records the page's errors. Refused requests are part of the tests.
func (b *browser) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.fault(e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError && !strings.Contains(e.Entry.Text, "status of 4") {
			b.fault(e.Entry.Text)
		}
	}
}

// fault records an error, unless the test is over, when its server may be gone.
func (b *browser) fault(text string) {
	if b.Context().Err() != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faults = append(b.faults, text)
}

// do runs actions one after the other.
func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// until waits until an expression is true. It ignores errors while one page is replaced by
// another.
func (b *browser) until(expression string) {
	b.Helper()
	var err error
	for end := time.Now().Add(patient); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		err = chromedp.Do(b.ctx, chromedp.Poll[chromedp.Void](expression, chromedp.WithPollingInterval(often), chromedp.WithPollingTimeout(patient)))
		if err == nil || !between(err) {
			break
		}
	}
	if err != nil {
		b.Fatalf("waiting for %s: %v", expression, err)
	}
}

// between reports whether an expression failed because the page was being replaced: its context
// was lost, or an element was missing.
func between(err error) bool {
	return strings.Contains(err.Error(), "context with specified id") || strings.Contains(err.Error(), "properties of null")
}

// press clicks an element as soon as it exists, even while it moves: results of searches shift
// the panels.
func (b *browser) press(selector string) {
	b.Helper()
	b.until(fmt.Sprintf(`(e => !!e && !e.disabled && (e.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })), true))(document.querySelector(%q))`, selector))
}

// leave removes the focus from a field, so that keys go to the page.
func (b *browser) leave() {
	b.Helper()
	b.until(`(document.activeElement.blur(), true)`)
}

// shows waits until an element contains a text.
func (b *browser) shows(selector, text string) {
	b.Helper()
	b.until(fmt.Sprintf(`document.querySelector(%q)?.textContent.includes(%q)`, selector, text))
}
