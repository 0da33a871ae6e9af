package record_test

import (
	"fmt"
	"os"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/mnk"
)

// Any game with rules and notation has transcripts.
func ExampleTranscriber() {
	rules, _ := mnk.New(mnk.Spec{M: 3, N: 3, K: 3})
	text := record.Transcriber[mnk.Position, mnk.Move]{Rules: rules}
	transcript, position := text.Codecs()[0], text.Codecs()[1]

	games, err := transcript.Read([]byte("1. b2 a1 2. c3\n# from another position\n---/-X-/--- O moves a1 a2"))
	fmt.Println(len(games), err)
	transcript.Write(os.Stdout, games)
	position.Write(os.Stdout, games)
	// Output:
	// 2 <nil>
	// b2 a1 c3
	// ---/-X-/--- O moves a1 a2
	// O--/-X-/--X O
	// O--/XX-/--- O
}
