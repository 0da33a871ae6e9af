package othelloengine

import (
	"bytes"
	"strconv"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
)

// offersOf returns the capabilities specific to Othello, on any board size.
// Capabilities that need more than the standard library live in the packages
// othellobook and train; programs that want them pass their Offer to Game.
func offersOf(r othello.Rules, offers []Offer) []any {
	all := []any{
		workshop.Board{Size: r.Size(), Usual: usualSize, Of: func(size int) (*engine.Game, error) {
			return Game(strconv.Itoa(size), offers...)
		}},
		workshop.Sparring{
			Word: "discs", Game: func() *engine.Game { return DiscsGame(r) },
			Algorithm: "othello", Depth: 4, // the textbook's alpha-beta for Othello
		},
		workshop.NewLists(func() workshop.Lists { return new(lists) }),
		workshop.Weights(func() string { return patterns.Version(r) }),
		workshop.Results(othellorecord.FormatResult),
		opponentsOn(r),
	}
	if r.Size() == usualSize {
		all = append(all, workshop.Protocols{"nboard": "othello"}, xot)
	}
	return all
}

// lists are the name lists of WTHOR.
type lists struct{ othellorecord.Lists }

func (l *lists) AddPlayers(file []byte) (err error) {
	l.Players, err = othellorecord.ReadNames(bytes.NewReader(file), othellorecord.PlayerName)
	return err
}

func (l *lists) AddTournaments(file []byte) (err error) {
	l.Tournaments, err = othellorecord.ReadNames(bytes.NewReader(file), othellorecord.TournamentName)
	return err
}

func (l *lists) Complete(h *record.Heading) {
	l.Name(h)
	l.Number(h)
}
