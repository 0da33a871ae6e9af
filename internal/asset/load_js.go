package asset

import (
	"syscall/js"
	"time"
)

// Load returns the contents of one of Files. A program that does not embed them fetches the file;
// Load then waits until it has arrived, so a callback from JavaScript must not call it.
func Load(file string, embedded []byte) []byte {
	for len(embedded) == 0 {
		var fetched bool
		if embedded, fetched = fetch(Address(file)); !fetched {
			time.Sleep(time.Second) // the network may come back
		}
	}
	return embedded
}

// fetch gets the uncompressed contents of a file and reports whether that succeeded. It
// calls the page's function plywoodFetch, which returns a promise.
func fetch(address string) (data []byte, fetched bool) {
	done := make(chan js.Value, 1)
	resolve := js.FuncOf(func(_ js.Value, args []js.Value) any { done <- args[0]; return nil })
	reject := js.FuncOf(func(js.Value, []js.Value) any { done <- js.Null(); return nil })
	defer resolve.Release()
	defer reject.Release()
	js.Global().Call("plywoodFetch", address).Call("then", resolve, reject)
	bytes := <-done
	if bytes.IsNull() {
		return nil, false
	}
	data = make([]byte, bytes.Get("length").Int())
	js.CopyBytesToGo(data, bytes)
	return data, true
}
