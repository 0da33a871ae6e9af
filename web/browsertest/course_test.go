package browsertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/sheet"
)

// TestCourse opens the example of docs/teaching.md by file, reads a lesson, answers a quiz and saves the
// progress, which grades as the page counted it. A course with faults says each, and the rest works.
func TestCourse(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	const example = "../../docs/course.json"
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	open := func(file string) { b.opensCourse(server.URL, file) }
	open(example)
	b.shows(".course h1", "Game trees, autumn")
	b.until(`document.querySelectorAll('.course li').length === 6`)
	b.shows(".course li:nth-child(2) .note", "due September 23, 2030")
	b.shows(".course li:nth-child(5) .error", "sheets/variant-1.html cannot be opened")
	// The first value wrong, then right; the second shown; the third right.
	b.press(".course li:nth-child(2) a")
	answer := func(question, text, verdict string) {
		t.Helper()
		b.shows(".ask label", question)
		b.do(chromedp.SetValue(chromedp.CSS(".ask input"), text), chromedp.SendKeys(chromedp.CSS(".ask input"), "\r"))
		b.shows(".verdict-text", verdict)
	}
	answer("Value of b", "4", "✗")
	answer("Value of b", "3", "✓")
	b.press(".ask .next")
	b.shows(".ask label", "Value of c")
	b.press(".ask form button:nth-of-type(2)")
	b.shows(".verdict-text", "✗ 2")
	answer("Value of c", "2", "✓")
	b.press(".ask .next")
	answer("Value of d", "2", "✓")
	b.shows(".stages .primary", "Values 1/4")
	// The lesson to its end, and the game in the laboratory.
	b.do(chromedp.Navigate(server.URL + "/#/learn/lessons?lesson=minimax&at=99"))
	b.shows(".walk h1", "")
	b.until(`JSON.parse(localStorage['plywood.lessons'] ?? '{}').minimax > 0`)
	b.do(chromedp.Navigate(server.URL + "/#/learn/course"))
	b.until(`document.querySelector('.course li .number')?.textContent === '✓'`)
	b.shows(".course li:nth-child(2)", "1 of 4 right at the first try, 2 more at the last; 1 of 2 parts begun")
	b.press(".course li:nth-child(6) a")
	b.until(`document.querySelector('.write textarea')?.value.startsWith('title = "Nim"')`)
	b.do(chromedp.Navigate(server.URL + "/#/learn/course"))
	b.shows(".course li:nth-child(6)", "opened")
	b.until(`(HTMLAnchorElement.prototype.click = function () { window.saved = this.download }, URL.createObjectURL = (blob) => (blob.text().then((t) => { window.file = t }), ''), true)`)
	b.do(chromedp.SendKeys(chromedp.CSS(".save input"), "Ada L."))
	b.press(".save .primary")
	b.until(`window.saved === 'Ada-L-.json' && window.file`)
	file, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`window.file`))
	if err != nil {
		t.Fatal(err)
	}
	course, err := sheet.ReadCourse(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	course.Lang = words.English
	all, err := sheet.ReadAnswers([]byte(file))
	if err != nil || len(all) != 1 {
		t.Fatalf("%d students, %v", len(all), err)
	}
	r, err := course.Grade(all[0])
	if err != nil {
		t.Fatal(err)
	}
	if e := r.Entries[1]; r.Student != "Ada L." || len(r.Edited)+len(r.Foreign) > 0 || e.Right != 1 || e.Later != 2 || e.Of != 5 || r.First.IsZero() ||
		r.Entries[0].Pages == 0 || r.Entries[0].Read != r.Entries[0].Pages || !r.Entries[5].Opened || r.Entries[4].Opened {
		t.Errorf("%+v", r)
	}
	hostile := filepath.Join(t.TempDir(), "hostile.json")
	bad := `{"schema":"ply.syllabus/1","title":"<img src=x onerror=hit=1>","teacher":1,"entries":[{"lesson":"none"},{"sheet":"javascript:hit=1"},
		{"title":"<b>x</b>","lesson":"minimax","note":"<img src=x onerror=hit=1>"},{"quiz":{"tree":"((1 2)","stages":["cuts"]}},{"game":"def"}]}`
	if err := os.WriteFile(hostile, []byte(bad), 0o666); err != nil {
		t.Fatal(err)
	}
	open(hostile)
	b.shows(".course h1", "<img")
	b.shows(".course > .error", `Unknown field "teacher"`)
	b.shows(".course li:nth-child(1) .error", "There is no lesson none")
	b.shows(".course li:nth-child(2) .error", "is not on this site")
	b.shows(".course li:nth-child(3) a", "<b>x</b>")
	b.press(".course li:nth-child(5) a")
	b.until(`document.querySelector('.course li:nth-child(5) .error')?.textContent`)
	b.until(`window.hit === undefined && !document.querySelector('.course img, .course b, .course a[href^="javascript"]')`)
	b.press(".course li:nth-child(4) a")
	b.until(`document.querySelector('.quiz > .error')?.textContent`)
	for address, said := range map[string]string{"https://example.org/c.json": "not on this site", "none.json": "cannot be opened", "http://": "not on this site"} {
		b.do(chromedp.Navigate(server.URL + "/#/learn?course=" + strings.ReplaceAll(address, "/", "%2F")))
		b.shows(".learn > .error", said)
	}
}

// opensCourse opens the course in a file.
func (b *browser) opensCourse(server, file string) {
	b.Helper()
	path, err := filepath.Abs(file)
	if err != nil {
		b.Fatal(err)
	}
	b.do(chromedp.Navigate(server+"/#/learn/lessons"), chromedp.SetUploadFiles(chromedp.CSS(`.learn input[type=file]`), []string{path}))
	b.until(`location.hash === '#/learn/course' && document.querySelector('.course li')`)
}

// TestCourseIsNotKept fills the browser's storage: the student reads that answers are not kept.
func TestCourseIsNotKept(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.opensCourse(server.URL, "../../docs/course.json")
	b.press(".course li:nth-child(2) a")
	b.shows(".ask label", "Value of b")
	b.until(`(() => { for (let n = 1 << 20, i = 0; n; ) try { localStorage.setItem('filler' + i++, 'x'.repeat(n)) } catch { n >>= 1 } return true })()`)
	b.do(chromedp.SetValue(chromedp.CSS(".ask input"), "4"), chromedp.SendKeys(chromedp.CSS(".ask input"), "\r"))
	b.shows(".quiz > .error", "not saved")
	b.do(chromedp.Navigate(server.URL + "/#/learn/course"))
	b.press(".course li:nth-child(6) a")
	b.until(`location.hash.includes('star')`)
	b.until(`(localStorage.removeItem('filler0'), location.hash = '#/learn/course', document.querySelector('.course'))`)
	b.press(".course li:nth-child(2) a")
	b.do(chromedp.SetValue(chromedp.CSS(".ask input"), "4"), chromedp.SendKeys(chromedp.CSS(".ask input"), "\r"))
	b.shows(".verdict-text", "✗")
	b.until(`!document.querySelector('.quiz > .error')`)
}
