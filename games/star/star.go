// Package star makes games and puzzles of files in Starlark, a small dialect of Python without
// files, network, clock or chance. docs/teaching.md describes such a file.
//
// A file defines functions of positions and moves, which are values of Starlark: None, truth
// values, whole numbers, texts, and lists, tuples and dicts of those. The package freezes each
// position, and knows it by its text, a literal of Starlark. Dicts are sorted, so that equal
// positions are the same position: since globals are frozen as well, a function that is called
// again returns the same. Each call may take maxWork.
//
// A function fails if it ends in an error or returns something else than it should. Then a position
// has no moves, or a move leads to a position that is over: a draw. What has not failed stays as it
// is, since a search may ask for it again. From then on no result of a search means anything:
// engine.Game.Fault and puzzle.Puzzle.Fault return the first failure.
package star

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"hash/crc32"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/games/star/hush"
	"github.com/plywood-go/plywood/internal/reason"
)

func init() { hush.Restore() } // Starlark is initialized

//go:embed templates
var templates embed.FS

// Templates returns the names of the files to begin with.
func Templates() (names []string) {
	files, _ := fs.Glob(templates, "templates/*.star") // the pattern is valid
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".star"))
	}
	return names
}

// Template returns the text of a template, nil for an unknown name.
func Template(name string) []byte {
	text, _ := templates.ReadFile("templates/" + name + ".star")
	return text
}

// Is reports whether name is that of a file in Starlark.
func Is(name string) bool { return strings.HasSuffix(name, ".star") }

// A File is a game or a puzzle in a file. It is safe for concurrent use.
type File struct {
	name    string // in messages
	called  string // by which the game is found
	board   *boards.Board
	sum     int // checksum of the text: results under other rules must not be mixed
	globals starlark.StringDict
	threads sync.Pool       // of *starlark.Thread
	bounded bool            // positions may have maxMade bytes together
	made    atomic.Int64    // bytes of their texts
	longest atomic.Uint64   // work of a call that has not failed
	ctx     context.Context // from its end on all functions fail
	failed  func()          // is called after the first failure
	fault   atomic.Pointer[error]

	mu    sync.Mutex
	known map[string]*position // by text
	held  int                  // bytes of texts in known
}

// Open reads and runs a file. Its function print calls show. After the first failure failed is
// called once, to stop searches; from then on a call may take no longer than the longest before.
func Open(name string, show func(text string), failed func()) (*File, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return read(context.Background(), name, text, show, failed)
}

// read is Open for the text of a file. From the end of ctx on all functions fail.
func read(ctx context.Context, name string, text []byte, show func(text string), failed func()) (*File, error) {
	f := &File{ctx: ctx, name: name, called: name, sum: int(crc32.ChecksumIEEE(text)), failed: failed, known: map[string]*position{}}
	f.threads.New = func() any {
		t := &starlark.Thread{Print: func(_ *starlark.Thread, text string) { show(text) }}
		t.SetMaxExecutionSteps(maxWork)
		return t
	}
	if deep(text) {
		return nil, f.error(1, errDeep)
	}
	tree, err := options().Parse(name, text, 0)
	if err != nil {
		return nil, f.explain("", err)
	}
	if line, err := meter(tree); err != nil {
		return nil, f.error(int(line), err)
	}
	program, err := starlark.FileProgram(tree, language().Has)
	if err == nil {
		f.globals, err = program.Init(f.threads.New().(*starlark.Thread), language())
	}
	if err != nil {
		return nil, f.explain("", err)
	}
	for name, v := range f.globals {
		if size(v, maxWork) > maxWork {
			return nil, f.at(name, errHuge)
		}
	}
	f.globals.Freeze()
	return f, cmp.Or(f.check(), f.readBoard())
}

// functions are those that a file may define, with their numbers of parameters.
var functions = map[string]int{
	"start": 0, "moves": 1, "play": 2, "result": 1, "turn": 1, "evaluate": 1, "chance": 1, "draw": 1, "format": 1, "parse": 1,
	"goal": 1, "cost": 2, "estimate": 1, "evaluate2": 1, "board": 0, "pieces": 1, "cells": 2,
}

// check reports a function that is missing or has the wrong number of parameters. Without a function
// board, pieces and cells are names as any others.
func (f *File) check() error {
	if _, ok := f.globals["board"].(*starlark.Function); !ok {
		for _, name := range []string{"board", "pieces", "cells"} {
			delete(f.globals, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		n := functions[name]
		if function, ok := f.globals[name].(*starlark.Function); ok && function.NumParams() != n || !ok && f.has(name) {
			return f.at(name, reason.Errorf("want a function %s with %d parameters", name, n))
		}
	}
	for _, name := range []string{"start", "moves", "play"} {
		if !f.has(name) {
			return f.at(name, reason.Errorf("no function %s", name))
		}
	}
	if f.has("goal") == f.has("result") {
		return f.at("goal", reason.New("want either result(s), of a game, or goal(s), of a puzzle"))
	}
	for _, two := range [][2]string{{"chance", "turn"}, {"board", "pieces"}, {"board", "cells"}, {"evaluate2", "evaluate"}} {
		if f.has(two[0]) && !f.has(two[1]) {
			return f.at(two[0], reason.Errorf("a file with the function %s needs %s", two[0], two[1]))
		}
	}
	return nil
}

// has reports whether the file defines a function.
func (f *File) has(name string) bool { return f.globals[name] != nil }

// Puzzles reports whether the file is a puzzle rather than a game.
func (f *File) Puzzles() bool { return f.has("goal") }

// An Error says what is wrong with a file, and where.
type Error struct {
	file string
	line int
	err  error
}

// Line returns the number of the line, from 1.
func (e *Error) Line() int { return e.line }

// Reason returns the text of e as an error of package reason.
func (e *Error) Reason() error { return reason.Errorf("%s: line %d: %w", e.file, e.line, e.err) }

func (e *Error) Error() string { return e.Reason().Error() }

func (e *Error) Unwrap() error { return e.err }

func (f *File) error(line int, err error) error { return &Error{f.name, line, err} }

// at adds the file and the line of a function to an error.
func (f *File) at(name string, err error) error {
	line := 1
	if function, ok := f.globals[name].(*starlark.Function); ok {
		line = int(function.Position().Line)
	}
	return f.error(line, err)
}

// wrong returns the error of a function that returns a value other than it should.
func (f *File) wrong(name string, v starlark.Value, want string) error {
	return f.at(name, reason.Errorf("%s(…) returns %s, want %v", name, brief(v), reason.Phrase(want)))
}

// brief writes a value in a message: its type if it is long.
func brief(v starlark.Value) string {
	const most = 60 // elements and bytes
	if size(v, most) > most {
		return v.Type()
	}
	return v.String()
}

// Fault returns the first failure, or nil.
func (f *File) Fault() error {
	if err := f.fault.Load(); err != nil {
		return *err
	}
	return nil
}

// fail records a failure, unless err is nil.
func (f *File) fail(err error) {
	if err != nil && f.fault.CompareAndSwap(nil, &err) {
		f.failed()
	}
}

// call calls a function of the file.
func (f *File) call(name string, args ...starlark.Value) (starlark.Value, error) {
	if f.ctx.Err() != nil {
		return nil, f.at(name, context.Cause(f.ctx))
	}
	t := f.threads.Get().(*starlark.Thread)
	t.Steps = 0
	if f.Fault() != nil {
		t.SetMaxExecutionSteps(f.longest.Load() + 1)
	}
	v, err := starlark.Call(t, f.globals[name], args, nil)
	if err != nil { // t may be cancelled
		return nil, f.explain(name, err)
	}
	for longest := f.longest.Load(); t.Steps > longest && !f.longest.CompareAndSwap(longest, t.Steps); longest = f.longest.Load() {
	}
	f.threads.Put(t)
	return v, nil
}

var errFrozen = reason.New("the position, the move or a global value is changed: copy it first, by list(x) or dict(x)")

// explain adds the line to an error of Starlark, in which the function name was called.
func (f *File) explain(name string, err error) error {
	line := 1
	var parsing syntax.Error
	var names resolve.ErrorList
	var running *starlark.EvalError
	switch {
	case errors.As(err, &parsing):
		line, err = int(parsing.Pos.Line), errors.New(parsing.Msg)
	case errors.As(err, &names):
		line, err = int(names[0].Pos.Line), errors.New(names[0].Msg)
	case errors.As(err, &running):
		for _, frame := range running.CallStack { // the innermost one in the file is the last
			if frame.Pos.Filename() == f.name {
				line = int(frame.Pos.Line)
			}
		}
		err = cmp.Or(errors.Unwrap(running), err)
		switch {
		case strings.Contains(running.Msg, "too many steps"):
			err = errEndless
		case strings.Contains(running.Msg, "frozen"):
			err = errFrozen
		}
	}
	if name != "" {
		err = reason.Errorf("%s(…): %w", name, err)
	}
	return f.error(line, err)
}

// text returns a text that the file defines, or otherwise.
func (f *File) text(name, otherwise string) string {
	s, _ := starlark.AsString(f.globals[name])
	return cmp.Or(s, otherwise)
}
