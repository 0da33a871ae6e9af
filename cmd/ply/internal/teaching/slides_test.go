package teaching

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/words"
)

func TestDeck(t *testing.T) {
	for in, want := range map[string]string{
		"":                 "0 1 2 3 ", // the rest, at the end of the input
		"\n\nq\n":          "0 1 2 ",
		"3\nb\nb\nq\n":     "0 3 2 1 ",
		"b\nq\n":           "0 0 ",
		"far\nq\n":         "0 3 ",
		"9\nnonsense\nq\n": "0 0 0 ",
	} {
		shown := ""
		d := deck{
			In: strings.NewReader(in), Out: new(bytes.Buffer), Lang: words.English, Last: 3,
			Show: func(i int) error { shown += fmt.Sprint(i, " "); return nil },
			Jump: func(_ int, word string) (int, bool) { return 3, word == "far" },
		}
		if err := d.run(t.Context()); err != nil || shown != want {
			t.Errorf("%q: %s, %v; want %s", in, shown, err, want)
		}
	}
}

func TestDeckEnds(t *testing.T) {
	broken := errors.New("no paper")
	d := deck{In: strings.NewReader(""), Out: new(bytes.Buffer), Lang: words.English, Last: 3, Show: func(int) error { return broken }}
	if err := d.run(t.Context()); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
}
