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

// crashBook is the environment variable that names the book of the child
// process to be killed.
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

// grow extends a book and prints each position after it was added.
func grow(path string) error {
	b, err := book.Open(path, true, kinds...)
	if err != nil {
		return err
	}
	w := builder(b, 1)
	w.Progress = func(_ int, p *othello.Position) { fmt.Println(b.Kind().FormatPosition(p)) }
	return w.Extend(context.Background(), b.Root())
}

// TestKilled repeatedly kills a process that writes a book, and checks that the
// book holds every position the process reported.
func TestKilled(t *testing.T) {
	r := sized(t, 6)
	path := filepath.Join(t.TempDir(), "book")
	b, err := book.Create(path, r)
	if err != nil {
		t.Fatal(err)
	}
	b.Close()
	var reported []string
	for round := range 5 {
		reported = append(reported, killAfter(t, path, 3+2*round)...)
		checkHeld(t, path, reported)
	}
}

// killAfter starts a child that grows a book, kills it after it has reported
// the given number of positions, and returns all positions it reported.
func killAfter(t *testing.T, path string, lines int) (reported []string) {
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
		if reported = append(reported, in.Text()); len(reported) == lines {
			c.Process.Kill()
		}
	}
	c.Wait() // the error is that it was killed
	if len(reported) < lines {
		t.Fatalf("the child reported %d positions, want %d", len(reported), lines)
	}
	return reported
}

// checkHeld opens a book and looks up positions.
func checkHeld(t *testing.T, path string, reported []string) {
	t.Helper()
	b, err := book.Open(path, true, kinds...)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, text := range reported {
		p, err := b.Kind().ParsePosition(text)
		if err != nil {
			continue // the last line may be cut off
		}
		if _, ok := b.Find(p); !ok {
			t.Errorf("%s was reported and is lost", text)
		}
	}
}
