package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestPlays(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello"))
	// Every legal move has a score, and none is circled before it is proven best. A click plays
	// the first one.
	b.until(`document.querySelectorAll('.hint text').length === 4`)
	b.until(`document.querySelector('.hint.lead') && !document.querySelector('.halo')`) // nothing is proven
	b.press(`.cells [data-move="f5"]`)
	b.shows(".moves .list", "f5")
	b.do(chromedp.SendKeys(chromedp.CSS(".type input"), "d6\r"))
	b.shows(".moves .list", "d6")
	b.until(`location.hash.includes('moves=f5.d6')`)
	// An illegal move is refused, and the message names some legal ones.
	b.do(chromedp.SendKeys(chromedp.CSS(".type input"), "a1\r"))
	b.shows(".status .error", "a1 cannot be played here; legal")
	b.do(chromedp.SendKeys(chromedp.CSS(".type input"), "\b\b"))
	// Back and forward by keys; another move starts a variation.
	b.leave()
	b.do(chromedp.KeyEvent("k"))
	b.until(`document.querySelector('.move [aria-current]')?.textContent.startsWith('f5')`)
	b.press(`.cells [data-move="f4"]`)
	b.shows(".variation", "f4")
	// The engine replies.
	b.press(".segments label:nth-child(2)")
	b.until(`document.querySelectorAll('.variation .move').length >= 2`)
	// Leaving the page ends its search.
	b.do(chromedp.Navigate("about:blank"))
	server.rests(t)
}

// TestPlaysOn plays from a position with move counts, which the address keeps.
func TestPlaysOn(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=checkers&position=B:WK3:B7,K8:H79"))
	b.until(`location.hash.includes('H79')`)
	b.do(chromedp.SendKeys(chromedp.CSS(".type input"), "8-4\r"))
	b.shows(".moves .list", "8-4")
	b.until(`location.hash.includes('H79') && location.hash.includes('moves=8-4')`)
	b.shows(".status", "raw")
}

func TestReviews(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe&moves=a1.b1.c3.b2"))
	b.press(".moves .top button")
	b.press(".review .primary")
	// After a1 b1 X wins, and c3 keeps the win: only b1 was a mistake. It has the number of
	// the list of moves.
	b.until(`document.querySelector('.totals') && !document.querySelector('progress')`)
	b.shows(".turnings", "1… b1??")
	b.shows(".review", "All values are proven")
	b.press(".turnings button")
	b.until(`!document.querySelector('dialog') && document.querySelector('.graph svg')`)
	b.shows(".moves .blunder", "b1??*")
	// A second try at the mistake, without scores: c1 loses, too, and b2 draws.
	b.press(".moves .top button")
	b.press(".review .retries:last-child")
	b.shows(".retry", "O played b1??")
	b.until(`!document.querySelector('.graph svg') && !document.querySelector('.moves .blunder')`)
	b.do(chromedp.SendKeys(chromedp.CSS(".type input"), "c1\r"))
	b.shows(".retry", "✗ c1")
	b.press(".retry button")
	b.do(chromedp.SendKeys(chromedp.CSS(".type input"), "b2\r"))
	b.shows(".retry", "✓ b2")
	b.press(".retry .primary")
	b.until(`!document.querySelector('.retry') && document.querySelector('.graph svg')`)
	// At the end of a game a review is offered. Of 4 moves c3 and a3 cost X half a point each, of 3 moves b1
	// half a point and a2 a whole one O.
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe&moves=a1.b1.c3.b2.a3.a2.b3"))
	b.shows(".retry", "The game is over.")
	b.press(".retry .primary")
	b.shows(".retry", "X: 75.0 % · O: 50.0 %")
	b.press(".retry button:nth-of-type(2)")
	b.shows(".retry", "1 of 4: 3… a2?? was played, b3 was better.")
	b.press(".retry button:last-child")
	b.shows(".retry", "2 of 4: 1… b1?? was played, b2 was better. · it allows a forced win in 3 moves")
	b.key(kb.End)
	b.do(chromedp.Reload()) // the values are kept
	b.shows(".retry", "X: 75.0 % · O: 50.0 %")
	b.press(".retry button")
	b.until(`[...document.querySelectorAll('.totals tbody tr')].map((e) => e.children[2].textContent).join() === '75.0 %,50.0 %'`)
	b.until(`[...document.querySelectorAll('.turnings b')].map((e) => e.textContent).join() === '3… a2??,1… b1??,2. c3??,3. a3??'`)
	// Connect Four is solved, whatever the time.
	b.do(chromedp.Navigate(server.URL + "/#/play?game=connect4&moves=4.4.3.3.2.5.1"))
	b.until(`[...document.querySelectorAll('.moves .list button')].map((e) => e.textContent).join() === '4,4,3,3,2,5,1'`)
	b.press(".moves .top button")
	b.shows(".review", "The engine solves this game.")
	b.press(".review .primary")
	b.shows(".review", "All values are proven")
	b.shows(".totals", "20 stones")
	// The bar beside the board divides it by the chances, and says the value as the reader asks.
	b.do(chromedp.Navigate(server.URL + "/#/play?game=connect4&moves=4.4.4.4.3.5"))
	bar := func(tag, value, words string) {
		b.Helper()
		b.until(`document.querySelector('.odds').style.getPropertyValue('--part') === '0%' && document.querySelector('.odds ` + tag + `')?.textContent === '` + value + `'`)
		b.until(`document.querySelector('.lines .tag.exact').textContent === '` + value + `' && document.querySelector('.value strong').textContent.startsWith('` + value + `')`)
		b.until(`document.querySelector('.odds').ariaLabel.endsWith('` + words + ` · proven') && [...document.querySelectorAll('.hint text')].some((e) => e.textContent === '` + value + `')`)
	}
	bar(".tag.exact.near", "−2", "for Red")
	b.press(`.cells [data-move="1"]`)
	bar(".tag.exact:not(.near)", "+2", "for Yellow")
	b.do(chromedp.SetValue(chromedp.CSS(".seen"), "true"))
	bar(".tag.exact.near", "−2", "for Red")
	b.until(`document.querySelector('.strip .field').ariaValueText.includes('−2 stones for Red')`)
	b.do(chromedp.SetValue(chromedp.CSS(".seen"), "false"))
	// An opening's name is in the reader's language.
	b.do(chromedp.Navigate(server.URL + "/?lang=ru#/play?game=othello&moves=f5.f6.e6.f4.e3"))
	b.shows(".opening", "Корова")
}

// TestChanceTree edits a tree with chance nodes, which keep their probabilities, and answers a
// question about a mean.
func TestChanceTree(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	const tree = "max(chance+a(1/4:1+3/4:5)+chance+b(6+min(2+8)))"
	b.do(chromedp.Navigate(server.URL + "/#/learn/lab?tree=" + tree))
	b.until(`document.querySelector('.lab .tree-view')?.getBoundingClientRect().left > 0`) // in sight
	b.until(`document.querySelectorAll('.item.chance').length === 2`)
	b.shows(".tree.key-line", "chance")
	b.press(`[data-node="3"]`) // the leaf 5
	b.do(chromedp.SetValue(chromedp.CSS(".inspector input"), "9"))
	b.press(".inspector form button")
	b.until(`new URLSearchParams(location.hash.split('?')[1]).get('tree').includes('(chance a(1/4:1 3/4:9) chance b(6 (2 8)))')`)
	b.do(chromedp.Navigate(server.URL + "/#/learn/quiz?tree=" + tree))
	b.shows(".ask", "Mean of a, where chance decides")
	b.do(chromedp.SetValue(chromedp.CSS(".ask input"), "3"), chromedp.SendKeys(chromedp.CSS(".ask input"), "\r"))
	b.shows(".verdict-text", "plain mean")
	b.do(chromedp.SetValue(chromedp.CSS(".ask input"), "4"), chromedp.SendKeys(chromedp.CSS(".ask input"), "\r"))
	b.shows(".verdict-text", "✓")
}

// TestGrowingTree follows a tree that grows, round by round, presents it, moves a child, and answers a
// question about proof numbers.
func TestGrowingTree(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	const tree = "r(a(c(1+0)+d(0+1)+e(1+0))+b(f(0+g(1+1))))"
	b.do(chromedp.Navigate(server.URL + "/#/learn/lab?algorithm=pns&tree=" + tree))
	b.shows(".tree.key-line", "proof number | disproof number")
	b.press(".player .controls > .quiet")
	b.shows(".told", "Back to r: its proof number is min(1, 1) = 1")
	b.shows(".code [aria-current]", "MAX: proof = min")
	b.leave()
	b.key("p")
	b.until(`getComputedStyle(document.querySelector('.lab.presenting aside')).display === 'none'`)
	b.key(kb.Escape)
	b.until(`!document.querySelector('.presenting')`)
	b.press(`[aria-label^="b · "]`)
	b.press(`.inspector button[aria-label="Move to the left"]`)
	b.until(`new URLSearchParams(location.hash.split('?')[1]).get('tree').startsWith('r(b(f(0 g(1 1)))')`)
	b.do(chromedp.Navigate(server.URL + "/#/learn/quiz?algorithm=pns&tree=" + tree))
	b.shows(".ask", "Numbers of a, MIN to move")
	b.do(chromedp.SetValue(chromedp.CSS(".ask input"), "1|3"), chromedp.SendKeys(chromedp.CSS(".ask input"), "\r"))
	b.shows(".verdict-text", "exchanged")
	b.do(chromedp.SetValue(chromedp.CSS(".ask input"), "3 1"), chromedp.SendKeys(chromedp.CSS(".ask input"), "\r"))
	b.shows(".verdict-text", "✓")
}

// TestLargeTree folds a subtree by keys and clicks, goes to the changes of the best line, and draws
// the tree in other layouts.
func TestLargeTree(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/learn/lab"))
	b.until(`document.querySelectorAll('.tree .item').length === 15`)
	b.leave()
	b.key("b")
	b.until(`document.querySelector('.item.pv[data-node="1"]') && !document.querySelector('.item.pv[data-node="8"]')`)
	b.key("B")
	b.until(`!document.querySelector('.item.pv')`)
	b.until(`(document.querySelector('[data-node="1"] [role="treeitem"]').focus(), true)`)
	b.until(`document.querySelector('[data-node="1"].selected')`)
	b.key("f")
	b.until(`document.querySelectorAll('.tree .item').length === 9 && document.querySelector('[data-node="1"] [aria-expanded="false"]')`)
	b.shows(`[data-node="1"] .fold`, "+6")
	// The node of a step below is shown by the folded one.
	b.leave()
	b.key("j")
	b.key("j")
	b.key("j")
	b.until(`document.querySelector('.item.current').dataset.node === '1'`)
	for _, layout := range []string{"right", "icicle", "down"} {
		b.do(chromedp.SetValue(chromedp.CSS(`.settings label:last-child select`), layout))
		b.until(`document.querySelectorAll('.tree .item').length === 9 && (location.hash.includes('layout=` + layout + `') || '` + layout + `' === 'down')`)
		b.until(`[...document.querySelectorAll('.tree .item [role=treeitem]')].every((a, i, all) => all.every((c, k) => {
			const [r, s] = [a.getBoundingClientRect(), c.getBoundingClientRect()]
			return i === k || r.right <= s.left + 6 || s.right <= r.left + 6 || r.bottom <= s.top + 6 || s.bottom <= r.top + 6
		}))`)
	}
	// The address says what is folded, and another tree forgets it.
	b.until(`location.hash.includes('fold=1')`)
	b.do(chromedp.Reload())
	b.until(`document.querySelectorAll('.tree .item').length === 9`)
	b.press(`[data-node="1"] .fold`)
	b.until(`document.querySelectorAll('.tree .item').length === 15 && !location.hash.includes('fold')`)
	b.press(`[data-node="8"]`)
	b.press(`[data-node="8"] .fold`)
	b.until(`location.hash.includes('fold=8')`)
	b.do(chromedp.SetValue(chromedp.CSS(`.settings select`), "minimax"))
	b.until(`document.querySelectorAll('.tree .item').length === 15 && !location.hash.includes('fold')`)
	// A large tree is folded, a node of it unfolds by itself, and the whole is there on request.
	b.do(chromedp.Navigate(server.URL + "/#/learn/lab?game=chess&depth=3"))
	b.until(`document.querySelectorAll('.tree .item').length === 20`)
	b.press(`[data-node="1"] .fold`)
	b.until(`document.querySelector('.tree [aria-level="3"][aria-expanded="false"]') && location.hash.includes('fold=1')`)
	b.press(`.zoom [aria-pressed="false"]`)
	b.until(`document.querySelector('.zoom [aria-pressed="true"]') && location.hash.includes('fold=none') && !document.querySelector('.fold text')?.textContent.startsWith('+')`)
}

func TestLearns(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/learn"))
	// It opens before the first step, with a hint how to go on.
	b.shows(".player output", "0/42")
	b.shows(".told", "Press →")
	// Steps by keys, and in the address.
	b.leave()
	b.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent("j"))
	b.shows(".player output", "2/42")
	b.until(`location.hash.includes('step=2')`)
	b.do(chromedp.KeyEvent(kb.End), chromedp.KeyEvent("k"), chromedp.KeyEvent("k"))
	b.until(`location.hash.includes('step=40')`)
	b.do(chromedp.Reload())
	b.shows(".player output", "40/42")
	b.shows(".counts", "5")
	// A leaf is changed, and the value of the tree follows.
	b.press(`[aria-label^="i · "]`)
	b.do(chromedp.SetValue(chromedp.CSS(".inspector input"), "9"))
	b.press(".inspector form button")
	b.until(`decodeURIComponent(location.hash).includes('i=9')`)
	// A quiz: the value of the first node, first wrong, then right.
	b.do(chromedp.Navigate(server.URL+"/#/learn/quiz"), chromedp.SendKeys(chromedp.CSS(".ask input"), "3\r"))
	b.shows(".verdict-text", "✗")
	b.do(chromedp.SetValue(chromedp.CSS(".ask input"), "4"), chromedp.SendKeys(chromedp.CSS(".ask input"), "\r"))
	b.shows(".verdict-text", "✓")
	// The end of a stage shows and explains the cutoffs, and leads back to its first question.
	b.press(".stages button:nth-child(3)")
	b.until(`document.querySelector('.stages button:nth-child(3).primary') && document.querySelector('.ask .note')?.textContent === '1/1'`)
	b.do(chromedp.SetValue(chromedp.CSS(".ask input"), "k g"), chromedp.SendKeys(chromedp.CSS(".ask input"), "\r"))
	b.press(".ask .next")
	b.shows(".ask .done", "1 of 1 right at the first try")
	b.until(`document.querySelectorAll('.ask .why li').length === 2 && document.querySelector('.ask .why').textContent.includes('j gives 5, and beta is 4')`)
	b.press(".ask .anew")
	b.until(`document.querySelector('.ask input')?.value === '' && !document.querySelector('.ask .done')`)
	// A numbered random tree, and the next one.
	b.do(chromedp.SetValue(chromedp.CSS(".stages .number"), "7"))
	b.until(`(e => e.dispatchEvent(new Event('input', { bubbles: true })))(document.querySelector('.stages .number'))`)
	b.press(".stages .random")
	b.until(`(t => t.startsWith('a(') && t !== 'undefined')(new URLSearchParams(location.hash.split('?')[1]).get('tree') ?? '')`)
	// A lesson, and the comparison.
	b.do(chromedp.Navigate(server.URL + "/#/learn/lessons"))
	b.press(".lessons a")
	b.press(".walk .primary")
	b.until(`document.querySelector('.walk .tree-view')`)
	b.press(`.walk .stage a[href^="#/learn/quiz"]`)
	b.until(`document.querySelector('.ask input')`)
	// The last page has exercises, whose scores are kept, as is the progress, and a question with a model answer.
	b.do(chromedp.Navigate(server.URL + "/#/learn/lessons?lesson=proofs&at=99"))
	b.until(`document.querySelector('.ask .done') || ([...document.querySelectorAll('.ask button')].find((b) => b.textContent === 'Skip')?.click(), false)`)
	b.shows(".exercises .primary", "1. Order of visits 0/1")
	b.press(".walk .quiz .stages button:nth-child(2)")
	b.shows(".walk .quiz .introduction", "Proof-number search")
	b.until(`document.querySelectorAll('.walk .quiz details li').length === 3`)
	b.press(".walk .quiz .other")
	b.shows(".walk .quiz h2", "seed 2")
	// The quiz that was not answered comes again on its day.
	b.until(`(cards => cards.length === 1 && cards[0].stage === 'visits' && cards[0].box === 0)(JSON.parse(localStorage['plywood.cards']))`)
	b.until(`(localStorage['plywood.cards'] = localStorage['plywood.cards'].replace(/"due":\d+/, '"due":1'), true)`)
	b.do(chromedp.Navigate(server.URL + "/#/learn/lessons"))
	b.shows(".due", "Repeat what was wrong: 1")
	b.press(".due a")
	b.until(`document.querySelector('.ask input') && document.querySelector('.stages .primary').textContent === 'Order of visits'`)
	b.do(chromedp.Navigate(server.URL + "/#/learn/lessons"))
	b.until(`[...document.querySelectorAll('.lessons .number')].filter((n) => n.textContent === '✓').length === 1`)
	b.do(chromedp.Navigate(server.URL + "/#/learn/lessons?lesson=alphabeta&at=1"))
	b.press(`.walk .stage a[href^="#/learn/lab"]`)
	b.until(`location.hash.startsWith('#/learn/lab?algorithm=bratko-alphabeta&style=windows')`)
	b.shows(".player output", "0/41")
	b.do(chromedp.Navigate(server.URL + "/#/learn/compare"))
	b.until(`document.querySelectorAll('.compare tbody tr').length === 16 && document.querySelectorAll('.pair svg.tree').length === 2`)
}

// TestIsNotInjected pastes and opens texts that would run as scripts if anything treated them as
// more than text.
func TestIsNotInjected(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	const hostile = `<img src=x onerror="window.hit=1"><script>window.hit=1</script>`
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello"))
	b.until(`document.querySelector('.board')`)
	b.press(`.tools [aria-label^="Open"]`)
	b.do(chromedp.SetValue(chromedp.CSS("dialog textarea"), hostile))
	b.press("dialog .primary")
	b.until(`document.querySelector('dialog .error')`)
	b.do(chromedp.Navigate(server.URL + "/#/learn?tree=" + strings.ReplaceAll(`a(<img/src=x/onerror=hit=1>=1 b=2)`, "<", "%3C")))
	b.until(`document.querySelector('.stage .error')`)
	b.do(chromedp.Navigate(server.URL + `/#/play?game=othello%3Cimg%20src=x%20onerror=window.hit=1%3E`))
	b.until(`document.querySelector('.status .error')`)
	b.until(`window.hit === undefined && !document.querySelector('img')`)
}

// TestSearches goes from a board to the search of its position, down the tree by a move on a
// node's board, and back to play.
func TestSearches(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe&moves=b2"))
	b.until(`document.querySelector('.board')`)
	b.press(`.tools [aria-label^="Look into"]`)
	b.until(`location.hash.startsWith('#/learn/lab?') && document.querySelector('.node [data-move="a1"]')`)
	b.press(`.node [data-move="a1"]`)
	b.until(`document.querySelector('.node h2').textContent === 'a1'`)
	b.press(".node a")
	b.until(`location.hash.includes('moves=b2.a1')`)
	b.shows(".moves .list", "a1")
	// The engine's search, compared with the others.
	b.do(chromedp.Navigate(server.URL + "/#/learn/compare?game=tictactoe&moves=b2&depth=1"))
	b.until(`document.querySelectorAll('.compare tbody tr').length === 17 && document.querySelectorAll('.pair svg.tree').length === 2`)
}

// TestRests lets an analysis end at the depth that the reader set, makes it endless, and hides the
// page, which stops it until the page is shown again.
func TestRests(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=othello&moves=f5.d6"))
	b.until(`document.querySelector('.hint text') && document.querySelector('.round').ariaPressed === 'true'`)
	b.do(chromedp.SetValue(chromedp.CSS(".limit select"), "d8"))
	b.until(`document.querySelector('.round').ariaPressed === 'false' && parseInt(document.querySelector('.figures dd').textContent) >= 8`)
	server.rests(t)
	b.press(".limit button")
	b.until(`document.querySelector('.round').ariaPressed === 'true' && document.querySelector('.limit select').disabled`)
	b.until(`(Object.defineProperty(document, 'hidden', { value: true, configurable: true }), document.dispatchEvent(new Event('visibilitychange')), true)`)
	server.rests(t)
	b.key("k")
	b.at("f5")
	b.until(`document.querySelector('.round').ariaPressed === 'false'`)
	b.until(`(delete document.hidden, document.dispatchEvent(new Event('visibilitychange')), true)`)
	b.until(`document.querySelector('.round').ariaPressed === 'true' && document.querySelector('.limit [aria-pressed="true"]')`)
}

// TestBeginsGames begins a game of gomoku without an engine, and one of checkers with the white
// pieces against a named opponent on a clock. White is at the bottom for White, and at the top for
// Black.
func TestBeginsGames(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=tictactoe"))
	b.until(`document.querySelectorAll('.hint').length === 9`)
	begin := func(game, seat string) {
		b.Helper()
		b.key("n")
		b.press(`dialog [data-game="` + game + `"]`)
		b.press(`dialog input[value=` + seat + `]`)
	}
	begin("mnk:15,15,5", "none")
	b.shows("dialog .shelf", "Gomoku")
	b.press("dialog [type=submit]")
	b.until(`!document.querySelector('dialog') && document.querySelectorAll('.cells button').length === 225 && document.querySelector('h1').textContent.includes('Gomoku')`)
	// One of the starting positions of Chess960 by its number, and one at random from the list of games,
	// which names sizes too.
	begin("chess", "none")
	b.do(chromedp.SetValue(chromedp.CSS("dialog .start"), "number"))
	b.do(chromedp.SetValue(chromedp.CSS("dialog input[type=number]"), "0"))
	b.press("dialog [type=submit]")
	b.until(`!document.querySelector('dialog') && ['a', 'b'].every((file) => document.querySelector('[data-cell="' + file + '1"]')?.ariaLabel.startsWith(file + '1, White bishop'))`)
	b.do(chromedp.SetValue(chromedp.CSS(".game select"), "othello:6"))
	b.until(`document.querySelectorAll('.cells button').length === 36 && document.querySelector('.game select').selectedOptions[0].text === 'Othello 6 × 6'`)
	b.do(chromedp.SetValue(chromedp.CSS(".game select"), "chess 960"))
	b.until(`location.hash.includes('w+KQkq') && document.querySelector('.game select').value === 'chess'`)
	for _, x := range [][3]string{{"second", "you", "beginner"}, {"first", "beginner", "you"}} {
		begin("checkers", x[0])
		b.do(chromedp.SetValue(chromedp.CSS("dialog .strength"), "beginner"))
		b.do(chromedp.SetValue(chromedp.CSS("dialog .strength ~ *, dialog .opponent .row label:nth-child(2) select"), "5"))
		b.press("dialog [type=submit]")
		b.until(`!document.querySelector('dialog') && document.querySelectorAll('.seat').length === 2 && document.querySelectorAll('.seat time').length === 2`)
		white := map[string]string{"second": ">", "first": "<"}[x[0]]
		b.until(`((top) => top('White') ` + white + ` top('Black'))((side) => document.querySelector('.cells [aria-label*="' + side + '"]').getBoundingClientRect().top)`)
		b.shows(".seat:first-of-type small", map[string]string{"second": "eginner", "first": "you"}[x[0]])
	}
}

// TestSpellsMoves types chess moves in several forms. The page names moves and pieces in the
// reader's language.
func TestSpellsMoves(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/?lang=ru#/play?game=chess"))
	moves := [][2]string{{"e4", "e4"}, {"e5", "e5"}, {"Кf3", "Кf3"}, {"nc6", "Кc6"}, {"Bb5", "Сb5"}, {"a6", "a6"}, {"bxc6", "Сxc6"}, {"bxc6", "bxc6"}, {"0-0", "O-O"}}
	for i, m := range moves {
		b.do(chromedp.SendKeys(chromedp.CSS(".type input"), m[0]+"\r"))
		b.until(fmt.Sprintf(`document.querySelectorAll('.moves .move').length === %d && document.querySelector('.move [aria-current]').textContent.startsWith('%s')`, i+1, m[1]))
	}
	b.until(`document.querySelector('[data-cell="g1"]').getAttribute('aria-label') === 'g1, Белые король'`)
}
