package matches

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/opponent"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/match/tally"
)

// contest is a match or a tournament.
type contest struct {
	*cli.Env
	*matchFlags
	game     *engine.Game
	players  []string // their descriptions
	entrants []match.Entrant
	schedule [][2]int
	config   match.Config

	journal *match.Journal // nil without a log
	path    string         // of the journal
	kept    []match.Game   // all finished games, counted or not
	mu      sync.Mutex     // guards standard error and the fields below
	remarks []string       // lines from programs since the last finished game
	paces   map[string]pace
}

// mostRemarks is the largest number of lines of standard error that the log keeps for a game.
const mostRemarks = 100

// matchLogJSON is the document "ply.matchlog/1", the first line of a log.
type matchLogJSON struct {
	Schema   string      `json:"schema"`
	Game     string      `json:"game"`
	Players  []string    `json:"players"`
	Settings *matchFlags `json:"settings"`
}

func (m *contest) head() matchLogJSON {
	return matchLogJSON{"ply.matchlog/1", m.game.About().Name, m.players, m.matchFlags}
}

// newContest returns a contest. It checks the flags and players but plays no game.
func newContest(env *cli.Env, g *engine.Game, players []string, f *matchFlags) (*contest, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	if g.Chance() {
		return nil, cli.Invalid(match.ErrChance)
	}
	test, err := f.test()
	if err != nil {
		return nil, err
	}
	m := &contest{Env: env, matchFlags: f, game: g, players: players, schedule: f.schedule(len(players))}
	if f.Save != "" {
		if _, err := m.notation(); err != nil {
			return nil, err
		}
	}
	for _, text := range players {
		e, err := opponent.New(g, text, opponent.Usual{Clock: f.Clock, Patience: f.Patience, Errors: m.remark, Aids: m.aid, File: m.file, Portable: f.away.Farm})
		if err != nil {
			return nil, err
		}
		m.entrants = append(m.entrants, e)
	}
	rule, err := f.adjudication()
	if err != nil {
		return nil, err
	}
	m.config = match.Config{
		Start: g.Start(), Pairs: f.Games / 2, Test: test, Jobs: f.Jobs, Grace: f.Grace, Adjudication: rule, Faults: f.Failures, Ponder: f.Ponder,
	}
	m.config.Openings, err = f.openings(env, g)
	return m, err
}

// complain prints a line about a player on standard error.
func (m *contest) complain(player, line string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	fmt.Fprintf(m.Err, "%s: %s\n", player, line)
}

// aid reports a database or book that a player uses.
func (m *contest) aid(player, aid string) {
	m.complain(player, m.Lang.Text("match.aid", "name", aid))
}

// compared is the number of positions in which the rules of two files are compared before a match.
const compared = 300

// file opens a file with the rules of the game and another evaluation.
func (m *contest) file(name string) (*engine.Game, error) {
	g, err := cli.AnyGame(m.Env, name)
	if err != nil {
		return nil, err
	}
	if err := match.Compare(m.game.Start(), g.Start(), compared); err != nil {
		return nil, cli.Invalid(err)
	}
	fmt.Fprintln(m.Err, m.Lang.Text("match.same-rules", "first", m.game.About().Name, "second", name, "n", compared))
	return g, nil
}

// remark prints a line of a program's standard error and keeps it for the log.
func (m *contest) remark(player, line string) {
	m.complain(player, line)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.remarks) < mostRemarks {
		m.remarks = append(m.remarks, player+": "+plain.Clip(line, 400))
	}
}

// saidByLog refuses arguments and flags of a command that resumes from a log, except
// the flags in mayChange.
func saidByLog(c *cobra.Command, args []string, mayChange ...string) (bad error) {
	c.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(mayChange, flag.Name) && bad == nil {
			bad = cli.Usage(reason.Errorf("%s: the log already sets it", "--"+flag.Name))
		}
	})
	if len(args) > 0 {
		bad = cli.Usage(reason.Errorf("%q: the log already sets it", args[0]))
	}
	return bad
}

// resumeMatch continues the match of a log.
func resumeMatch(env *cli.Env, c *cobra.Command, args []string, f *matchFlags) error {
	if err := saidByLog(c, args, "resume", "games", "jobs", "records", "save", "json", "color", "lang", "farm", "nats", "dir", "credentials"); err != nil {
		return err
	}
	var head *matchLogJSON
	var g *engine.Game
	var played []match.Game
	settings := *f
	j, err := match.OpenJournal(f.Resume, func(h *matchLogJSON) (err error) {
		other := reason.New("not the log of a match")
		if err := reason.Schema(h.Schema, "ply.matchlog/1", other); err != nil {
			return err
		}
		if head = h; h.Settings == nil || len(h.Players) < 2 {
			return other
		}
		g, err = cli.AnyGame(env, h.Game)
		return err
	}, func(d *match.GameDocument) error {
		game, err := d.Read(g)
		if err == nil {
			played = append(played, *game)
		}
		return err
	})
	if err != nil {
		return cli.Invalid(reason.Errorf("--resume: %w", err))
	}
	defer j.Close()
	games := f.Games
	*f = *head.Settings
	f.Jobs, f.Records, f.Save, f.Resume = settings.Jobs, settings.Records, settings.Save, settings.Resume
	f.away = settings.away
	if c.Flags().Changed("games") {
		f.Games = games
	}
	m, err := newContest(env, g, head.Players, f)
	if err != nil {
		return err
	}
	m.journal, m.path, m.kept, m.config.Played = j, f.Resume, slices.Clone(played), played
	return m.run(c.Context())
}

// run plays and prints the result.
func (m *contest) run(ctx context.Context) error {
	began := time.Now()
	show, done := m.Status()
	var failures []match.Failure
	var counted []match.Game
	m.config.Keep = m.keep
	m.config.Report = func(g match.Game, t *match.Table) {
		counted = append(counted, g)
		if m.Records || m.JSON {
			m.writeMatchGame(&g)
		}
		if f := g.Failure(); f != nil {
			failures = append(failures, *f)
			done()
			m.complain(m.entrants[f.Player-1].Name, m.Lang.Text("match.fault", "n", g.Index, "why", cli.Message(m.Lang, g.Fault)))
		}
		if cli.IsTerminal(m.Err) { // progress is only for a terminal
			show(m.progress(t))
		}
	}
	release, err := m.send()
	if err != nil {
		return err
	}
	defer release()
	table, err := m.config.Tournament(ctx, m.entrants, m.schedule)
	done()
	m.tellSpeeds()
	took := engine.Milliseconds(time.Since(began))
	verdict := ""
	write := func() error {
		doc := m.describeTournament(table, failures)
		doc.TimeMS = took
		return m.writeTournament(&doc)
	}
	if len(m.schedule) == 1 && !m.Ladder {
		doc := m.describe(table.Score(0), failures)
		doc.TimeMS, verdict = took, doc.SPRT
		write = func() error { return writeMatch(m.Env, &doc) }
	}
	return m.finish(ctx, err, write, verdict, counted)
}

// keep keeps a game and writes it to the journal.
func (m *contest) keep(g *match.Game) error {
	m.mu.Lock()
	g.Remarks, m.remarks = m.remarks, nil
	m.mu.Unlock()
	m.kept = append(m.kept, *g)
	if m.journal == nil {
		return nil
	}
	if err := m.journal.Keep(g); err != nil {
		return &logError{reason.Errorf("%s: %w", m.path, err)}
	}
	return nil
}

// logError is an error of writing the log.
type logError struct{ error }

// finish writes the result of a match that has ended, perhaps early, and returns the
// error with its exit code. verdict is the verdict of a sequential test.
func (m *contest) finish(ctx context.Context, err error, write func() error, verdict string, counted []match.Game) error {
	var log *logError
	switch {
	case errors.Is(err, match.ErrNoOpening):
		return cli.Invalid(reason.Errorf("--plies: %w", err))
	case err != nil && ctx.Err() == nil && !errors.Is(err, match.ErrFaults) && !errors.As(err, &log):
		return cli.Failure(err)
	}
	if failed := m.saveGames(counted); failed != nil {
		err = errors.Join(err, failed)
	}
	if failed := write(); failed != nil {
		return failed
	}
	switch {
	case ctx.Err() != nil:
		m.offer()
		return cli.With(cli.CodeInterrupted)
	case err != nil:
		return cli.Failure(err)
	case verdict == tally.Open.String():
		m.offer()
		return cli.With(cli.CodeLimit)
	}
	return nil
}

// offer prints the command that resumes an interrupted match. If the match has no log,
// offer writes one.
func (m *contest) offer() {
	if m.journal == nil {
		if err := m.writeLog(); err != nil {
			cli.Note(m.Err, m.Lang, err)
			return
		}
	}
	fmt.Fprintln(m.Err, m.Lang.Text("match.resume", "command", "ply match --resume "+quoted(m.path)))
}

// writeLog writes a log of the games so far to a new file.
func (m *contest) writeLog() error {
	const names = 1000
	for n := range names {
		m.path = "ply-match.jsonl"
		if n > 0 {
			m.path = fmt.Sprintf("ply-match-%d.jsonl", n+1)
		}
		j, err := match.NewJournal(m.path, m.head())
		if errors.Is(err, os.ErrExist) {
			continue
		}
		for i := range m.kept {
			if err == nil {
				err = j.Keep(&m.kept[i])
			}
		}
		if j != nil {
			err = errors.Join(err, j.Close())
		}
		return err
	}
	return reason.Errorf("there are %d logs here already", names)
}

// quoted quotes a word for a shell if necessary.
func quoted(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// notation returns the notation that the extension of --save names.
func (m *contest) notation() (string, error) {
	name := m.Save[strings.LastIndexByte(m.Save, '.')+1:]
	if name == "txt" {
		name = "transcript"
	}
	if names := m.game.FormatNames(); !slices.Contains(names, name) {
		return "", cli.Usage(reason.Errorf("--save: %q, want an extension .txt or one of .%s", m.Save, strings.Join(names, " .")))
	}
	return name, nil
}

// saveGames writes the games to the file of --save, if given.
func (m *contest) saveGames(games []match.Game) error {
	if m.Save == "" || len(games) == 0 {
		return nil
	}
	name, err := m.notation()
	if err != nil {
		return err
	}
	names := make([]string, len(m.entrants))
	for i, e := range m.entrants {
		names[i] = e.Name
	}
	records := make([]engine.Record, len(games))
	for i, g := range games {
		records[i] = g.Record(names)
	}
	f, err := os.Create(m.Save)
	if err != nil {
		return reason.Errorf("--save: %w", err)
	}
	if err := errors.Join(m.game.WriteRecords(f, name, records), f.Close()); err != nil {
		return reason.Errorf("--save: %w", err)
	}
	return nil
}
