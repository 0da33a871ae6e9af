//go:build js && wasm

// Command ply-site is Plywood for a page without a server: 'ply site' builds it as WebAssembly,
// and the page runs it in a worker. It answers the requests of the page by the handler that
// 'ply serve' has.
package main

import (
	"bytes"
	"context"
	"net/http"
	"syscall/js"

	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/web"
)

func main() {
	handler := web.New(web.Config{
		Games: catalog.Games(), Find: catalog.Find, Puzzles: shelf.Puzzles(), FindPuzzle: shelf.Find, Challenges: catalog.Challenges, Scripts: star.Scripts{},
		Threads: 1, TableBytes: 64 << 20,
	}).Handler()
	// plywood(method, path, body, language, answer) answers a request by calls of
	// answer.head(status, type), answer.chunk(bytes) and answer.end(). It returns a function
	// that cancels the request.
	js.Global().Set("plywood", js.FuncOf(func(_ js.Value, args []js.Value) any {
		ctx, cancel := context.WithCancel(context.Background())
		r, err := http.NewRequestWithContext(ctx, args[0].String(), "http://localhost"+args[1].String(), bytes.NewBufferString(args[2].String()))
		w := &writer{header: http.Header{}, answer: args[4]}
		if err != nil {
			cancel()
			w.WriteHeader(http.StatusBadRequest)
			w.answer.Call("end")
			return js.Null()
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept-Language", args[3].String())
		r.RemoteAddr = "127.0.0.1:1"
		go func() {
			defer cancel()
			handler.ServeHTTP(w, r)
			w.WriteHeader(http.StatusOK)
			w.answer.Call("end")
		}()
		return js.FuncOf(func(js.Value, []js.Value) any { cancel(); return nil })
	}))
	js.Global().Call("plywoodReady")
	select {}
}

// writer passes an answer on to the browser.
type writer struct {
	header http.Header
	answer js.Value
	begun  bool
}

func (w *writer) Header() http.Header { return w.header }

// WriteHeader sends the status once.
func (w *writer) WriteHeader(status int) {
	if !w.begun {
		w.begun = true
		w.answer.Call("head", status, w.header.Get("Content-Type"))
	}
}

func (w *writer) Write(data []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	chunk := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(chunk, data)
	w.answer.Call("chunk", chunk)
	return len(data), nil
}

// Flush has nothing to do: every Write is sent.
func (w *writer) Flush() {}
