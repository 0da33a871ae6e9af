package cli

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"analyze", "solve", "play", "tree", "othello", "connect4", "depth", "multipv"}
	for word, want := range map[string]string{
		"analyse": "analyze", "anlayze": "analyze", "slove": "solve", "plya": "play", "Othelo": "othello", "othelllo": "othello",
		"conect4": "connect4", "connect": "connect4", "dpeth": "depth", "multi": "multipv", "xyz": "", "": "", "banana": "", "oth": "othello",
	} {
		if got := Nearest(word, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
