package othello

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
)

type codec = engine.Codec[othello.Position, othello.Move]

// codecs returns the notations of games of Othello, in the order in which they
// are recognised.
func codecs(r othello.Rules) []codec {
	var list []codec
	for _, f := range othellorecord.Formats(r) {
		list = append(list, codec{
			Format: engine.Format{Name: f.Name, Title: f.Title, Detect: f.Detect}, Read: f.Read, Write: f.Write,
		})
	}
	return list
}
