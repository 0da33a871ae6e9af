package othelloengine

import (
	"bytes"
	"strconv"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/othelloengine/patterns"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
)

// offersOf returns what Othello has and not every game. The same is added to the
// game on boards of other sizes. Workshops that need more than the standard
// library are in packages below this one, book and train, and are linked by those
// who hand their Offer to Game.
func offersOf(r othello.Rules, offers []Offer) []any {
	all := []any{
		workshop.Board{Size: r.Size(), Usual: usualSize, Of: func(size int) (*engine.Game, error) {
			return Game(strconv.Itoa(size), offers...)
		}},
		workshop.Sparring{
			Word: "discs", Game: func() *engine.Game { return DiscsGame(r) },
			Algorithm: "othello", Depth: 4, // the alpha-beta of Othello programs, as the textbook has it
		},
		workshop.NewLists(func() workshop.Lists { return new(lists) }),
		workshop.Weights(patterns.Version(r)),
		opponentsOn(r),
	}
	if r.Size() == usualSize {
		all = append(all, workshop.Protocols{"nboard"})
	}
	return all
}

// lists are those of WTHOR.
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
