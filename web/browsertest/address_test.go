package browsertest

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/plywood-go/plywood/internal/seeded"
)

// TestAddresses opens addresses with faults. The page shows what it can and says what it left
// out.
func TestAddresses(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	open := func(address string) {
		b.Helper()
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+"/#/"+address))
		b.until(`document.documentElement.dataset.ready`)
	}
	for _, at := range []string{"x", "-3", "1.5", "99", "", "1e3", "NaN"} {
		open("play?game=othello&moves=f5.d6&at=" + at)
		b.at("d6")
	}
	open("play?game=othello&moves=f5.d6.a1.c3")
	b.at("d6")
	b.shows(".status .error", "Only the moves before the illegal one are shown")
	b.shows(".status .error", "move 3")
	b.until(`location.hash.endsWith('moves=f5.d6')`)
	open("play?game=none&moves=f5")
	b.shows(".status .error", "none")
	for _, address := range []string{
		"play?game=othello&position=%00%ff", "play?moves=....&at=0", "play?game=__proto__", "play?study=%%%", "play?study=AAAA&moves=f5", "play?id=constructor",
		"puzzles?puzzle=none", "puzzles?puzzle=tiles:3&position=x&moves=1.2.3", "puzzles?puzzle=cube:3&moves=Z", "puzzles?puzzle=tiles:99999999&goal=__proto__",
		"learn/lab?tree=(((", "learn/lab?game=othello&depth=-1&step=x", "learn/lab?puzzle=none&step=99", "learn/quiz?tree=&algorithm=none", "learn/lessons?x=%", "nothing?%E0%A4%A",
	} {
		open(address)
		b.until(`document.querySelector('main').textContent.length > 20 && !document.querySelector('#page').textContent.includes('server does not answer')`)
	}
}

// TestHidesWeakAnalyses plays against the weakest engine and resigns. The shallow search by which
// the engine chose its moves is not the page's analysis of the positions.
func TestHidesWeakAnalyses(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe"))
	b.until(`document.querySelectorAll('.hint').length === 9`)
	b.press(".round") // no analyses of the page's own
	b.until(`(window.send = fetch, window.fetch = (to, init) => String(to).endsWith('/analysis') ? new Promise(() => {}) : window.send(to, init), true)`)
	b.press(".segments label:nth-child(3) input")
	b.do(chromedp.SetValue(chromedp.CSS(".opponent .strength"), "1"))
	b.press(`.cells [data-move="a1"]`)
	b.until(`document.querySelectorAll('.move').length === 2`)
	b.press(".playing button:last-child")
	b.press(".playing button.primary")
	b.shows(".status.over", "X resigned")
	b.key("k")
	b.at("a1")
	b.until(`document.querySelector('.verdict') && !document.querySelector('.lines, .figures')`)
}

// TestFindsTheStudyOfAnAddress opens the address of a study with variations in a second tab, and
// in a browser that does not have the study.
func TestFindsTheStudyOfAnAddress(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.work(server.URL)
	b.until(`location.hash.includes('&id=') && Object.keys(localStorage).some((k) => localStorage[k].includes('"f4"'))`)
	address, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`location.href`))
	if err != nil {
		t.Fatal(err)
	}
	ctx, closeTab := chromedp.NewContext(b.ctx)
	t.Cleanup(closeTab)
	second := &browser{TB: t, ctx: ctx}
	second.do(chromedp.Navigate(address))
	second.worked()
	other := newBrowser(t)
	other.do(chromedp.Navigate(address))
	other.at("f4")
	other.shows(".notice", "main line only")
}

// TestFuzzes opens random damage of a study in an address, and of the address. The page opens them
// or says why not, and goes on.
func TestFuzzes(t *testing.T) {
	t.Parallel()
	rng := seeded.Rand(t, 5)
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe&moves=b2"))
	b.at("b2")
	const study = `{"schema":"ply.study/1","game":"tictactoe","at":1,"moves":[{"from":0,"move":"b2"}],"comments":{"1":"x"},"view":{"quarters":1},"ended":{"1":{"loser":0}},"clocks":[1,2],"review":{"nodes":[0]}}`
	const values = "0 -1 1.5 1e99 null true [] {} \"\" \"__proto__\" [null] {\"from\":0}"
	value := regexp.MustCompile(`[\d"][^:,{}\[\]]*"?(?:[,}\]])`)
	for i := range 30 {
		doc := study
		for range 1 + rng.IntN(2) {
			at := value.FindAllStringIndex(doc, -1)
			place, with := at[rng.IntN(len(at))], strings.Fields(values)
			doc = doc[:place[0]] + with[rng.IntN(len(with))] + doc[place[1]-1:]
		}
		t.Log(doc)
		address := "game=tictactoe&moves=b2." + url.QueryEscape(doc[rng.IntN(20):][:rng.IntN(9)]) + "&at=" + url.QueryEscape(doc[len(doc)-rng.IntN(9):])
		if i%2 == 0 {
			b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+"/#/play?"+address))
			b.at("b2")
			continue
		}
		b.until(`(window.gone = false, new Response(new Blob([` + strconv.Quote(doc) + `]).stream().pipeThrough(new CompressionStream('deflate-raw'))).bytes().then((bytes) => {
			location.hash = '#/play?study=' + encodeURIComponent(bytes.toBase64?.() ?? btoa(String.fromCharCode(...bytes)))
			window.gone = true
		}), true)`)
		b.until(`window.gone && !location.hash.includes('study=') && document.querySelector('.play .board')`)
	}
}
