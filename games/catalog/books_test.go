package catalog

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/plywood-go/plywood/engine/workshop"
)

// TestBuiltInBooks compares the built-in books with their manifests. Each must hold the start of
// the game, and that of checkers the position after a ballot.
func TestBuiltInBooks(t *testing.T) {
	for name, b := range map[string]struct{ base, moves string }{
		"othello":                {"../othello/othelloengine/othellobook/builtin", ""},
		"checkers":               {"../draughts/draughtsengine/draughtsbook/checkers", "9-13 21-17 5-9"},
		"draughts:international": {"../draughts/draughtsengine/draughtsbook/international", ""},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(b.base + ".json")
			if err != nil {
				t.Fatal(err)
			}
			packed, err := os.ReadFile(b.base + ".bin")
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
			if sum := fmt.Sprintf("%x", sha256.Sum256(packed)); sum != manifest.SHA256 || len(packed) != manifest.Bytes {
				t.Errorf("%d bytes with checksum %s, the manifest has %d with %s", len(packed), sum, manifest.Bytes, manifest.SHA256)
			}
			opened, err := workshop.OpenBook(Games(), workshop.BuiltIn+":"+name, false)
			if err != nil {
				t.Fatal(err)
			}
			var again bytes.Buffer
			if err := opened.Pack(&again); err != nil || !bytes.Equal(again.Bytes(), packed) || opened.Len() != manifest.Positions {
				t.Errorf("%d positions, the manifest has %d; packed again: equal %v, %v", opened.Len(), manifest.Positions, bytes.Equal(again.Bytes(), packed), err)
			}
			g, err := Find(name)
			if err != nil {
				t.Fatal(err)
			}
			p, err := g.Start().PlayAll(b.moves)
			if err != nil {
				t.Fatal(err)
			}
			its, err := g.OpenBook(workshop.BuiltIn)
			if err != nil {
				t.Fatal(err)
			}
			if a, ok := its.Probe(p); !ok || len(a.Lines) == 0 {
				t.Errorf("%s is not in the book", p)
			}
		})
	}
}
