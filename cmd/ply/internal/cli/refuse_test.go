package cli

import (
	"testing"

	"github.com/plywood-go/plywood/internal/words"
)

func TestUnfit(t *testing.T) {
	for _, tt := range []struct {
		lang  words.Lang
		names []string
		want  string
	}{
		{words.English, []string{"a", "b"}, "--x: 1, want a or b"},
		{words.Russian, []string{"a", "b", "c"}, "--x: 1, нужно a, b или c"},
		{words.Chinese, []string{"a"}, "--x：1，应为 a"},
	} {
		if got := tt.lang.Error(Unfit("--x", 1, tt.names...)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.lang, got, tt.want)
		}
	}
}
