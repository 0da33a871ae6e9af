package othello

import (
	"github.com/plywood-go/plywood/engine"
	rules "github.com/plywood-go/plywood/games/othello"
)

type codec = engine.Codec[rules.Position, rules.Move]

// codecs returns the notations of games of Othello. What recognises them is
// tried in this order.
func codecs(r rules.Rules) []codec {
	list := []codec{
		{
			Format: engine.Format{Name: "ggf", Title: "Generic Game Format", Detect: rules.LooksLikeGGF},
			Read:   r.ParseGGF, Write: r.WriteGGF,
		},
		{
			Format: engine.Format{Name: "sgf", Title: "Smart Game Format", Detect: rules.LooksLikeSGF},
			Read:   r.ParseSGF, Write: r.WriteSGF,
		},
		{
			Format: engine.Format{Name: "wtb", Title: "WTHOR", Detect: rules.LooksLikeWTHOR},
			Read:   r.ParseWTHOR, Write: r.WriteWTHOR,
		},
		{
			Format: engine.Format{Name: "obf", Title: "problems", Detect: r.LooksLikeProblems},
			Read:   r.ParseProblems, Write: r.WriteProblems,
		},
		{
			Format: engine.Format{Name: "board", Title: "boards in lines of text", Detect: r.LooksLikePicture},
			Read:   r.ParsePictures, Write: r.WritePictures,
		},
	}
	if r.Size() == 8 {
		return list
	}
	return append(list[:2:2], list[3:]...) // WTHOR files hold games of 8×8 squares
}
