package session_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine/session"
)

// echo answers every line with itself.
func echo(s *session.Session) func(string, bool) bool {
	return func(text string, long bool) bool {
		s.Say("%s %v", text, long)
		return text != "quit"
	}
}

func TestServe(t *testing.T) {
	long := strings.Repeat("x", session.LongestLine+10)
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"a\nb\n", "a false\nb false\n"},
		{"a\r\n\nb", "a false\n false\nb false\n"},
		{"a\nquit\nb\n", "a false\nquit false\n"},
		{long + "\nb\n", " true\nb false\n"},
		{"a\n" + long, "a false\n true\n"},
	} {
		var out bytes.Buffer
		s := session.New(&out)
		if err := s.Serve(t.Context(), strings.NewReader(tt.in), echo(s)); err != nil || out.String() != tt.want {
			t.Errorf("%.20q: %.60q, %v, want %q", tt.in, out.String(), err, tt.want)
		}
		s.Say("late")
		if strings.Contains(out.String(), "late") {
			t.Error("written after the end")
		}
	}
}

// TestTask stops a task by another, and by the end of input.
func TestTask(t *testing.T) {
	var out bytes.Buffer
	s := session.New(&out)
	started := make(chan struct{})
	ended := 0
	err := s.Serve(t.Context(), strings.NewReader("go\ngo\n"), func(string, bool) bool {
		s.Start(t.Context(), func(ctx context.Context, report func(string, ...any)) {
			report("running")
			started <- struct{}{}
			<-ctx.Done()
			report("too late")
			ended++
		})
		<-started
		return true
	})
	if err != nil || ended != 2 || out.String() != "running\nrunning\n" {
		t.Errorf("%d ended, %q, %v", ended, out.String(), err)
	}
}

func TestWait(t *testing.T) {
	var out bytes.Buffer
	s := session.New(&out)
	err := s.Serve(t.Context(), strings.NewReader("go\n"), func(string, bool) bool {
		s.Start(t.Context(), func(_ context.Context, report func(string, ...any)) { report("done") })
		s.Wait()
		return true
	})
	if err != nil || out.String() != "done\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestDrain checks that a task may write after the end of input.
func TestDrain(t *testing.T) {
	var out bytes.Buffer
	s := session.New(&out)
	s.Drain = true
	release := make(chan struct{})
	err := s.Serve(t.Context(), strings.NewReader("go\n"), func(string, bool) bool {
		s.Start(t.Context(), func(_ context.Context, report func(string, ...any)) {
			<-release
			report("done")
		})
		close(release)
		return true
	})
	if err != nil || out.String() != "done\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// broken fails to write.
type broken struct{}

var errBroken = errors.New("broken")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestBrokenOutput(t *testing.T) {
	s := session.New(broken{})
	if err := s.Serve(t.Context(), strings.NewReader("a\nb\n"), echo(s)); !errors.Is(err, errBroken) {
		t.Errorf("%v, want %v", err, errBroken)
	}
}

// TestCancelled cancels a session whose input never ends.
func TestCancelled(t *testing.T) {
	in, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := session.New(io.Discard)
	if err := s.Serve(ctx, in, echo(s)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want an interrupt", err)
	}
}
