package othellobook

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/plywood-go/plywood/book"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
)

// TestBuiltIn compares the built-in book with its manifest.
func TestBuiltIn(t *testing.T) {
	text, err := os.ReadFile("builtin.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		SHA256    string `json:"sha256"`
		Bytes     int    `json:"bytes"`
		Positions int    `json:"positions"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(builtIn)); sum != manifest.SHA256 || len(builtIn) != manifest.Bytes {
		t.Errorf("%d bytes with checksum %s, the manifest has %d with %s", len(builtIn), sum, manifest.Bytes, manifest.SHA256)
	}
	b, err := book.Open(workshop.BuiltIn, false, Of(othello.Rules{}))
	if err != nil {
		t.Fatal(err)
	}
	if b.Len() != manifest.Positions {
		t.Errorf("%d positions, the manifest has %d", b.Len(), manifest.Positions)
	}
	if e, ok := b.Find(b.Root()); !ok || len(e.Links) == 0 {
		t.Errorf("at the start: %+v", e)
	}
}
