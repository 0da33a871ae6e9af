package book_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/plywood-go/plywood/book"
	"github.com/plywood-go/plywood/games/othello"
)

// crashBook names the file of the child process that is to be killed.
const crashBook = "PLYWOOD_TEST_BOOK"

func TestMain(m *testing.M) {
	if path := os.Getenv(crashBook); path != "" {
		if err := grow(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// grow extends a book and names each position once it is told to be added.
func grow(path string) error {
	b, err := book.Open(path, true, kinds...)
	if err != nil {
		return err
	}
	w := builder(b, 1)
	w.Progress = func(_ int, p *othello.Position) { fmt.Println(b.Kind().FormatPosition(p)) }
	return w.Extend(context.Background(), b.Root())
}

// TestKilled kills a process that writes a book, many times, and looks each time
// for all the positions that it had told.
func TestKilled(t *testing.T) {
	r := sized(t, 6)
	path := filepath.Join(t.TempDir(), "book")
	b, err := book.Create(path, r)
	if err != nil {
		t.Fatal(err)
	}
	b.Close()
	var told []string
	for round := range 5 {
		told = append(told, killAfter(t, path, 3+2*round)...)
		checkHeld(t, path, told)
	}
}

// killAfter lets a child grow a book, kills it when it has told so many
// positions, and returns all that it told.
func killAfter(t *testing.T, path string, lines int) (told []string) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), crashBook+"="+path)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for in := bufio.NewScanner(out); in.Scan(); {
		if told = append(told, in.Text()); len(told) == lines {
			c.Process.Kill()
		}
	}
	c.Wait() // it was killed
	if len(told) < lines {
		t.Fatalf("the child told %d positions, want %d", len(told), lines)
	}
	return told
}

// checkHeld opens a book and looks for positions.
func checkHeld(t *testing.T, path string, told []string) {
	t.Helper()
	b, err := book.Open(path, true, kinds...)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, text := range told {
		p, err := b.Kind().ParsePosition(text)
		if err != nil {
			continue // the last line may be cut off
		}
		if _, ok := b.Find(p); !ok {
			t.Errorf("%s was told and is lost", text)
		}
	}
}
