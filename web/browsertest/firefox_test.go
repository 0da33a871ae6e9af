package browsertest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"testing"
	"time"

	"golang.org/x/net/websocket"
)

// firefox is a page in Firefox, driven by WebDriver BiDi.
type firefox struct {
	testing.TB
	conn    *websocket.Conn
	context string
	last    int
}

var bidi = regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)

// newFirefox starts Firefox. Without it the test is skipped.
func newFirefox(t *testing.T) *firefox {
	t.Helper()
	if testing.Short() {
		t.Skip("needs a browser; left out with -short")
	}
	path, err := exec.LookPath("firefox-esr")
	if err != nil {
		if path, err = exec.LookPath("firefox"); err != nil {
			t.Skip("no Firefox found; it is not needed elsewhere")
		}
	}
	const origin = "http://127.0.0.1"
	cmd := exec.CommandContext(t.Context(), path, "--headless", "--remote-debugging-port=0", "--remote-allow-origins="+origin, "--profile", t.TempDir(), "about:blank")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			if found := bidi.FindStringSubmatch(lines.Text()); found != nil {
				address <- found[1]
			}
		}
	}()
	f := &firefox{TB: t}
	select {
	case at := <-address:
		if f.conn, err = websocket.Dial(at+"/session", "", origin); err != nil {
			t.Fatal(err)
		}
	case <-time.After(patient):
		t.Fatal("Firefox does not listen")
	}
	f.call("session.new", obj{"capabilities": obj{}}, nil)
	var tree struct{ Contexts []struct{ Context string } }
	f.call("browsingContext.getTree", obj{}, &tree)
	f.context = tree.Contexts[0].Context
	return f
}

// obj is a JSON object.
type obj = map[string]any

// call sends a command and reads its result.
func (f *firefox) call(method string, params, result any) {
	f.Helper()
	f.last++
	if err := websocket.JSON.Send(f.conn, obj{"id": f.last, "method": method, "params": params}); err != nil {
		f.Fatal(err)
	}
	for {
		var reply struct {
			ID      int             `json:"id"`
			Type    string          `json:"type"`
			Message string          `json:"message"`
			Result  json.RawMessage `json:"result"`
		}
		if err := websocket.JSON.Receive(f.conn, &reply); err != nil {
			f.Fatal(err)
		}
		if reply.ID != f.last {
			continue // an event
		}
		if reply.Type != "success" {
			f.Fatalf("%s: %s", method, reply.Message)
		}
		if result != nil {
			if err := json.Unmarshal(reply.Result, result); err != nil {
				f.Fatal(err)
			}
		}
		return
	}
}

// value evaluates an expression of a string.
func (f *firefox) value(expression string) string {
	f.Helper()
	var out struct{ Result struct{ Value string } }
	f.call("script.evaluate", obj{"expression": "String(" + expression + ")", "target": obj{"context": f.context}, "awaitPromise": true}, &out)
	return out.Result.Value
}

// until waits until an expression holds.
func (f *firefox) until(expression string) {
	f.Helper()
	for end := time.Now().Add(patient); f.value(expression) != "true"; time.Sleep(often) {
		if time.Now().After(end) {
			f.Fatalf("not so: %s", expression)
		}
	}
}

// mouse performs actions of the mouse, one after the other.
func (f *firefox) mouse(actions ...obj) {
	f.Helper()
	f.call("input.performActions", obj{"context": f.context, "actions": []obj{{
		"type": "pointer", "id": "mouse", "parameters": obj{"pointerType": "mouse"}, "actions": actions,
	}}}, nil)
}

// to moves the mouse to the middle of a cell.
func (f *firefox) to(cell string) obj {
	f.Helper()
	var x, y int
	middle := f.value(fmt.Sprintf(`((r) => Math.round(r.x + r.width / 2) + ' ' + Math.round(r.y + r.height / 2))(document.querySelector('[data-cell="%s"]').getBoundingClientRect())`, cell))
	if _, err := fmt.Sscan(middle, &x, &y); err != nil {
		f.Fatalf("%s: %q", cell, middle)
	}
	return obj{"type": "pointerMove", "x": x, "y": y, "duration": 50}
}

// TestFirefoxDrags drags pieces of chess by mouse: beside the board, from where the piece goes back, and to a square.
// A click on two squares and an arrow by the right button work as well.
func TestFirefoxDrags(t *testing.T) {
	t.Parallel()
	f := newFirefox(t)
	server := serve(t, config())
	f.call("browsingContext.navigate", obj{"context": f.context, "url": server.URL + "/?lang=en#/play?game=chess", "wait": "complete"}, nil)
	f.until(`document.querySelectorAll('.movable').length > 5`)
	down, up := obj{"type": "pointerDown", "button": 0}, obj{"type": "pointerUp", "button": 0}
	f.mouse(f.to("e2"), down, f.to("e5"))
	f.until(`!!document.querySelector('.carried') && document.querySelector('.under')?.dataset.cell === 'e5'`)
	f.mouse(obj{"type": "pointerMove", "x": 2, "y": 2}, up)
	f.until(`!document.querySelector('.carried') && !location.hash.includes('moves')`)
	f.mouse(f.to("e2"), down, f.to("e4"), up)
	f.until(`location.hash.endsWith('moves=e4')`)
	f.mouse(f.to("e7"), down, up, f.to("e5"), down, up)
	f.until(`location.hash.endsWith('moves=e4.e5')`)
	f.mouse(f.to("g1"), obj{"type": "pointerDown", "button": 2}, f.to("f3"), obj{"type": "pointerUp", "button": 2})
	f.until(`!!document.querySelector('g.arrow.ink-G')`)
}
