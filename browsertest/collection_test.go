package browsertest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestKeepsVariations opens a PDN game with variations, an SGF game with one that is kept and one that is
// illegal, and two files at once.
func TestKeepsVariations(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	folder := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	choose := func(game string, files ...string) {
		b.Helper()
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+"/#/play?game="+game))
		b.press(`.tools [aria-label^="Open"]`)
		b.until(`document.querySelector('dialog input[type=file]')`)
		b.do(chromedp.SetUploadFiles(chromedp.CSS("dialog input[type=file]"), files))
	}
	pdn := write("a.pdn", "[White \"Wim\"]\n[Black \"Bea\"]\n[Result \"1-0\"]\n1. 11-15 (1. 11-16 {wide} 23-18) 23-19 2. 8-11 1-0\n")
	choose("checkers", pdn)
	b.at("8-")
	b.until(`document.querySelector('.variation').textContent.replace(/\s/g, '').includes('11-16wide') && document.querySelectorAll('.move').length === 5`)
	sgf := write("a.sgf", "(;GM[2]SZ[8];B[f5];W[d6](;B[c3];W[d3])(;B[c5])(;B[a1]))")
	choose("othello", sgf)
	b.shows(".notice", "1 variation of the file")
	b.until(`document.querySelectorAll('.move').length === 5`)
	b.at("d3")
	choose("checkers", pdn, write("b.pdn", "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n1. 11-15 23-19 *\n"))
	b.until(`document.querySelectorAll('.found li').length === 2`)
	b.shows(".found", "Bea (Black) – Wim (White)")
	b.shows(".found", "Bob (Black) – Ann (White)")
	for _, search := range [][2]string{{"11-15 23-19", "2"}, {"23-19 11-15", "0"}, {"11-15 23-19 8-11", "1"}, {"8-11", "0"}, {"11-15 ann", "1"}, {"", "2"}} {
		b.until(`(e => (e.value = '` + search[0] + `', e.dispatchEvent(new Event('input', { bubbles: true })), true))(document.querySelector('dialog input[type=search]'))`)
		b.until(`document.querySelectorAll('.found li').length === ` + search[1])
	}
}
