package opponent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/protocol/client"
)

// matchTime is the thinking time for a move without other limits.
const matchTime = 100 * time.Millisecond

// matchTable is the default size of a player's table, which is cleared before every game.
const matchTable = "16MiB"

// internal completes e with the player of this program that parts describe.
func internal(e *match.Entrant, g *engine.Game, text string, parts []string, u Usual) error {
	clocked := e.Clock != nil
	f, searched, err := parse(g, parts, u)
	var known *cli.Error // about a file
	switch {
	case errors.As(err, &known):
		return err
	case err != nil:
		return refuse(text, err)
	}
	if u.Portable && (f.Threads != 1 || f.Book != "" || f.Network != "" || f.Endgames != cli.NoEndgames) {
		return unportable(text)
	}
	e.Timed = clocked || timed(f)
	if !cli.Plays(f.Algorithm) {
		f.Table = ""
	}
	build := func() (match.Player, error) { return settled(text, searched, f, clocked) }
	first, err := build() // report errors now, not at the first game
	if err != nil {
		return err
	}
	if u.Aids != nil && f.Algorithm == cli.Search {
		for _, aid := range aids(searched, f) {
			u.Aids(text, aid)
		}
	}
	var spare atomic.Pointer[match.Player]
	spare.Store(&first)
	e.Open = func(context.Context) (match.Player, error) {
		if p := spare.Swap(nil); p != nil {
			return *p, nil
		}
		return build()
	}
	return nil
}

// timed reports whether the time decides how far a player searches.
func timed(f *cli.Player) bool {
	return f.Time > 0 || f.Depth == 0 && f.Nodes == 0 && f.Level == 0 && f.Plies == 0 && f.Opponent == ""
}

// aids returns the names of the book and the endgame databases that a player of g uses.
func aids(g *engine.Game, f *cli.Player) (list []string) {
	if f.Book != "" {
		list = append(list, f.Book)
	}
	offer, ok := engine.Offered[workshop.EndgameReader](g)
	if dir := cli.EndgamesFolder(f.Endgames); ok && dir != "" {
		if held, err := offer.Held(dir); err == nil && held.Pieces > 1 {
			list = append(list, fmt.Sprintf("%s (%d)", dir, held.Pieces))
		}
	}
	return list
}

// settled returns a player. Without a limit it thinks for matchTime, unless it is the engine's own
// search with a clock.
func settled(text string, g *engine.Game, f *cli.Player, clocked bool) (match.Player, error) {
	usual := matchTime
	if clocked && cli.Plays(f.Algorithm) {
		usual = 0
	}
	chosen := f.Random != 0 || f.Loss != 0 || f.Plies != 0 || f.Book != "" || f.Opening != ""
	if cli.IsTextbook(f.Algorithm) && chosen || f.Algorithm == cli.Proof {
		return nil, refuse(text, reason.Errorf("%s takes depth, nodes and time alone", f.Algorithm))
	}
	pl, err := f.New(g, usual)
	if err != nil {
		return nil, err
	}
	book, release, err := cli.OpenBook(g, pl.Engine, f.Book)
	if err != nil {
		return nil, err
	}
	pl.Engine = book
	return translated{match.Local(text, pl), g, release}, nil
}

// parse parses the settings in parts. The game to search is g, the game in a file, or the game of
// the weak player that a word among them names.
func parse(g *engine.Game, parts []string, u Usual) (f *cli.Player, searched *engine.Game, err error) {
	if i := slices.IndexFunc(parts, star.Is); i >= 0 {
		if g, err = inFile(g, parts[i], u); err != nil {
			return nil, nil, err
		}
		parts = slices.Delete(slices.Clone(parts), i, i+1)
	}
	f = new(cli.Player)
	c := &cobra.Command{}
	f.Add(c)
	known := sparringWords(g)
	weak := ""
	for _, word := range parts {
		if slices.Contains(known, word) {
			if weak != "" {
				return nil, nil, reason.Errorf("%s: given twice", word)
			}
			weak = word
			continue
		}
		name, value, ok := strings.Cut(word, "=")
		switch {
		case !ok || value == "":
			err := reason.Errorf("%q, want %v", word, cli.Either(append([]string{"NAME=VALUE"}, known...)))
			return nil, nil, cli.Meant(err, word, known)
		case c.Flags().Lookup(name) == nil:
			names := []string{"clock", "name"}
			c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
			return nil, nil, cli.Meant(reason.Errorf("%s: no such setting of a player", name), name, names)
		case c.Flags().Changed(name):
			return nil, nil, reason.Errorf("%s: given twice", name)
		}
		if err := c.Flags().Set(name, value); err != nil {
			return nil, nil, cli.WrongValue(err)
		}
	}
	if !c.Flags().Changed("tt") {
		f.Table = matchTable
	}
	f.Endgames = cmp.Or(f.Endgames, cli.NoEndgames) // a player must not depend on the user's folder
	if weak == "" {
		return f, g, nil
	}
	all := engine.AllOffered[workshop.Sparring](g)
	i := slices.IndexFunc(all, func(s workshop.Sparring) bool { return s.Word == weak })
	if i < 0 {
		return nil, nil, reason.Errorf("%s has no %s", g.About().Name, weak)
	}
	s := all[i]
	if !c.Flags().Changed("algo") {
		f.Algorithm, f.Depth = s.Algorithm, cmp.Or(f.Depth, s.Depth)
	}
	return f, s.Game(), nil
}

// inFile returns the game in a file, which has the rules of g.
func inFile(g *engine.Game, name string, u Usual) (*engine.Game, error) {
	switch {
	case u.File == nil || u.Portable:
		return nil, unportable(name)
	case name == g.About().Name:
		return g, nil
	}
	return u.File(name)
}

// sparringWords returns the names of the weak players of g and of all games.
func sparringWords(g *engine.Game) (all []string) {
	for _, s := range append(engine.AllOffered[workshop.Sparring](g), catalog.Offers[workshop.Sparring]()...) {
		if !slices.Contains(all, s.Word) {
			all = append(all, s.Word)
		}
	}
	return all
}

// translated is a player whose game may differ from that of the match but has the same positions as
// text. Closing it releases the player's book.
type translated struct {
	match.Player
	game    *engine.Game
	release func()
}

func (t translated) Close() error {
	defer t.release()
	return t.Player.Close()
}

func (t translated) Move(ctx context.Context, turn *match.Turn) (match.Reply, error) {
	its, err := t.turn(turn)
	if err != nil {
		return match.Reply{}, err
	}
	return t.Player.Move(ctx, its)
}

// Ponder implements client.Ponderer. It does nothing if the player cannot ponder.
func (t translated) Ponder(ctx context.Context, turn *match.Turn) error {
	thinker, can := t.Player.(client.Ponderer)
	if !can {
		return nil
	}
	its, err := t.turn(turn)
	if err != nil {
		return err
	}
	return thinker.Ponder(ctx, its)
}

// turn returns turn with its position in the player's game.
func (t translated) turn(turn *match.Turn) (*match.Turn, error) {
	if turn.Now.Game() == t.game {
		return turn, nil
	}
	p, err := t.game.Parse(turn.Now.String())
	its := *turn
	its.Now = p
	if name := t.game.About().Name; err == nil && star.Is(name) && name != turn.Now.Game().About().Name {
		err = match.Differ(turn.Now, p)
	}
	return &its, err
}
