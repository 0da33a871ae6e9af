// Package hush lets go.starlark.net/starlark start quietly. That package reserves 4 GiB of addresses
// when it is initialized, to make whole numbers faster, and logs a line if it does not get them.
// Every command would print the line, or lack the addresses, below ulimit -v: there Starlark does
// without them. Go initializes packages that are ready in the order of their import paths, so that
// this one comes first.
package hush

import (
	"io"
	"log"
)

var writer, widen = silence(), narrow()

func silence() io.Writer {
	w := log.Writer()
	log.SetOutput(io.Discard)
	return w
}

// Restore ends the silence.
func Restore() {
	log.SetOutput(writer)
	widen()
}
