package gametest_test

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/kit/gametest"
)

// reports is a testing.TB that records failures.
type reports struct {
	testing.TB
	lines []string
}

func (r *reports) Helper() {}
func (r *reports) Errorf(format string, a ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, a...))
}

type (
	position = mnk.Position
	move     = mnk.Move
	good     = mnkengine.Nilsson
)

// The games below are tic-tac-toe, each with one law broken.

type endsSilently struct{ good }

func (r endsSilently) Moves(p *position, buf []move) ([]move, game.Status) {
	moves, _ := r.good.Moves(p, buf)
	return moves, game.Ongoing
}

type goesOnFinished struct{ good }

func (r goesOnFinished) Moves(p *position, buf []move) ([]move, game.Status) {
	moves, status := r.good.Moves(p, buf)
	if status.Over() {
		moves = append(moves, 0)
	}
	return moves, status
}

type listsTwice struct{ good }

func (r listsTwice) Moves(p *position, buf []move) ([]move, game.Status) {
	moves, status := r.good.Moves(p, buf)
	return append(moves, moves[len(buf):]...), status
}

type moody struct {
	good
	asked *int
}

func (r moody) Moves(p *position, buf []move) ([]move, game.Status) {
	moves, status := r.good.Moves(p, buf)
	if *r.asked++; *r.asked%2 == 0 && len(moves)-len(buf) > 1 {
		last := len(moves) - 1
		moves[last], moves[last-1] = moves[last-1], moves[last]
	}
	return moves, status
}

type overwrites struct{ good }

func (r overwrites) Moves(p *position, buf []move) ([]move, game.Status) {
	return r.good.Moves(p, buf[:0])
}

type changesInMoves struct{ good }

func (r changesInMoves) Moves(p *position, buf []move) ([]move, game.Status) {
	moves, status := r.good.Moves(p, buf)
	p.Own |= 1 << 40
	return moves, status
}

type changesSource struct{ good }

func (r changesSource) Play(dst, src *position, m move) {
	r.good.Play(dst, src, m)
	if dst != src {
		src.Own |= 1 << 40
	}
}

type notInPlace struct{ good }

func (r notInPlace) Play(dst, src *position, m move) {
	dst.Own = src.Opp
	dst.Opp = src.Own | 1<<m
}

type readsDst struct{ good }

func (r readsDst) Play(dst, src *position, m move) {
	kept := dst.Own & (1 << 41)
	r.good.Play(dst, src, m)
	dst.Own |= kept
}

type thirdPlayer struct{ good }

func (thirdPlayer) ToMove(*position) game.Player { return 2 }

// describes has the features of its discs, changed by spoil.
type describes struct {
	good
	spoil func(view game.Player, set []uint64, phase int) int
}

func (describes) FeatureCounts() (features, phases int) { return 64 + 8, 2 }

func (r describes) Features(p *position, view game.Player, set []uint64) (phase int) {
	set[0] = p.Own
	if view != r.ToMove(p) {
		set[0] = p.Opp
	}
	return r.spoil(view, set, bits.OnesCount64(p.Own|p.Opp)/8)
}

type breaksPromise struct{ good }

func (breaksPromise) ToMove(*position) game.Player { return game.First }

type hashesPath struct{ good }

func (hashesPath) Hash(p *position) uint64 { return p.Own ^ p.Opp }

type hashesMood struct {
	good
	asked *int
}

func (r hashesMood) Hash(p *position) uint64 {
	*r.asked++
	return r.good.Hash(p) + uint64(*r.asked/1000)
}

type allocates struct{ good }

var sink []move

func (r allocates) Moves(p *position, buf []move) ([]move, game.Status) {
	sink = make([]move, 9)
	return r.good.Moves(p, buf)
}

type wrongStatus struct{ good }

func (r wrongStatus) Status(p *position) game.Status { return r.good.Status(p).Negate() }

type boasts struct{ good }

func (boasts) Evaluate(*position) game.Score { return game.MaxEval + 1 }

type misjudgesLast struct{ good }

func (r misjudgesLast) LastPly(p *position) (game.Score, int) {
	v, n := r.good.LastPly(p)
	return v.Sooner(1), n
}

type miscountsLast struct{ good }

func (r miscountsLast) LastPly(p *position) (game.Score, int) {
	v, n := r.good.LastPly(p)
	return v, n + 1
}

type scoresWildly struct{ good }

func (scoresWildly) ScoreMoves(_ *position, _ []move, scores []int32) { scores[0] = 1 << 21 }

type sortsMoves struct{ good }

func (sortsMoves) ScoreMoves(_ *position, moves []move, _ []int32) {
	moves[0], moves[len(moves)-1] = moves[len(moves)-1], moves[0]
}

type bigKeys struct{ good }

func (bigKeys) MoveKey(m move) int { return int(m) << 15 }

type sameKeys struct{ good }

func (sameKeys) MoveKey(m move) int { return int(m) / 2 }

type passesAlways struct{ good }

func (passesAlways) IsPass(move) bool { return true }

type noisyIllegal struct{ good }

func (noisyIllegal) NoisyMoves(_ *position, buf []move) []move { return append(buf, 4) }

type noisyOverwrites struct{ good }

func (r noisyOverwrites) NoisyMoves(p *position, buf []move) []move {
	moves, _ := r.Moves(p, buf[:0])
	return moves
}

// tactical is good and has all knowledge of tactics.
type tactical struct{ good }

func (tactical) Gain(*position, move) game.Score                     { return 0 }
func (tactical) QuietGain() game.Score                               { return 1 }
func (tactical) Exchange(_ *position, _ move, least game.Score) bool { return least <= 0 }
func (tactical) Structure(*position) uint64                          { return 0 }
func (tactical) Urgent(*position) bool                               { return false }
func (tactical) Alarms(*position, move) bool                         { return false }

type gainsByMood struct {
	tactical
	asked *int
}

func (r gainsByMood) Gain(*position, move) game.Score {
	*r.asked++
	return game.Score(*r.asked)
}

type structureByMood struct {
	tactical
	asked *int
}

func (r structureByMood) Structure(*position) uint64 {
	*r.asked++
	return uint64(*r.asked)
}

type winsOnlyMuch struct{ tactical }

func (winsOnlyMuch) Gain(*position, move) game.Score                     { return game.MaxEval }
func (winsOnlyMuch) Exchange(_ *position, _ move, least game.Score) bool { return least > 5 }

type winsMoreThanItGains struct{ tactical }

func (winsMoreThanItGains) Exchange(_ *position, _ move, least game.Score) bool { return least <= 1 }

type alarmsNever struct{ tactical }

func (alarmsNever) Urgent(*position) bool { return true }

// half has a part of game.Repeater.
type half struct{ good }

func (half) Repetition(*position) (plies int, v game.Status) { return 1 << 20, game.Draw }

type halfLimited struct{ good }

func (halfLimited) Limit(*position) (plies int, v game.Status) { return 0, game.Draw }

type nullStays struct{ good }

func (nullStays) Null(dst, src *position) bool { *dst = *src; return true }

type neverRepeats struct{ good }

func (neverRepeats) Hash(p *position) uint64                         { return 1 }
func (neverRepeats) Repetition(*position) (plies int, v game.Status) { return 0, game.Draw }
func (neverRepeats) Occurrences() int                                { return 3 }

// patient is good with limits that are never reached, and a patience that runs
// out at once.
type patient struct{ good }

func (patient) Repetition(*position) (plies int, v game.Status) { return 1 << 20, game.Draw }
func (patient) Occurrences() int                                { return 3 }
func (patient) Limit(*position) (plies int, v game.Status)      { return 0, game.Draw }
func (patient) LimitName(*position) string                      { return "" }
func (g patient) Patience(p *position) int                      { return int(g.Hash(p) % 100) }

type bounds struct{ good }

func (bounds) Bounds(*position) (lower, upper game.Score) { return 1, game.Infinity }

type selectsFirst struct{ good }

func (selectsFirst) Select(*position, []move) int { return 1 }

type selectsNone struct{ good }

func (selectsNone) Select(*position, []move) int { return 0 }

type promisesNone struct{ good }

func (promisesNone) Promising(*position, []move) int { return 0 }

type promisesTwice struct{ good }

func (promisesTwice) Promising(_ *position, moves []move) int {
	moves[0] = moves[len(moves)-1]
	return 1
}

// deniesWins reports that no move wins at once.
type deniesWins struct{ good }

func (deniesWins) Bounds(*position) (lower, upper game.Score) { return -game.Infinity, game.WinIn(2) }

type urgentByMood struct {
	good
	asked *int
}

func (r urgentByMood) Urgent(*position) bool {
	*r.asked++
	return *r.asked%2 == 0
}

// urgentOnOneSide reports urgency that differs between images of a position.
type urgentOnOneSide struct{ good }

func (urgentOnOneSide) Urgent(p *position) bool { return p.Own&1 != 0 }

type writesAlike struct{ good }

func (writesAlike) FormatMove(*position, move) string { return "x" }

type locksOut struct{ good }

func (r locksOut) ParseMove(p *position, text string) (move, error) {
	if text == "b2" {
		return 0, errors.New("no")
	}
	return r.good.ParseMove(p, text)
}

type misreads struct{ good }

func (r misreads) ParseMove(p *position, text string) (move, error) {
	m, err := r.good.ParseMove(p, text)
	if err == nil && m == 4 {
		m = 0
	}
	return m, err
}

type letsIn struct{ good }

func (r letsIn) ParseMove(p *position, text string) (move, error) {
	return r.good.ParseMove(&position{}, text)
}

type wrongError struct{ good }

func (r wrongError) ParseMove(p *position, text string) (move, error) {
	m, err := r.good.ParseMove(p, text)
	if err != nil {
		err = errors.New("no")
	}
	return m, err
}

type forgets struct{ good }

func (r forgets) ParsePosition(text string) (position, error) {
	p, err := r.good.ParsePosition(text)
	p.Own &^= 1
	return p, err
}

type drawsNothing struct{ good }

func (drawsNothing) Draw(*position) string { return "" }

type imageMoves struct{ good }

func (r imageMoves) Image(dst, src *position, m move, k int) (move, bool) {
	_, ok := r.good.Image(dst, src, m, k)
	return m, ok
}

type imageShifts struct{ good }

func (r imageShifts) Image(dst, src *position, m move, k int) (move, bool) {
	i, ok := r.good.Image(dst, src, m, (k+1)%8)
	return i, ok && k < 8
}

type imagesEndless struct{ good }

func (r imagesEndless) Image(dst, src *position, m move, k int) (move, bool) {
	return r.good.Image(dst, src, m, k%8)
}

type foldsNot struct{ good }

func (r foldsNot) Fold(p *position) (uint64, int) { return r.Hash(p), 0 }

// forgetsTurn resembles Kalah: the stones do not determine the side to move,
// and the hash leaves it out.
type (
	forgetsTurn struct{}
	turnState   struct {
		left  int
		mover game.Player
	}
)

func (forgetsTurn) Start() turnState { return turnState{left: 9} }
func (forgetsTurn) Moves(s *turnState, buf []int) ([]int, game.Status) {
	if s.left == 0 {
		return buf, game.Final(int(s.mover)*2 - 1)
	}
	return append(buf, 1, 2)[:len(buf)+min(s.left, 2)], game.Ongoing
}

func (forgetsTurn) Play(dst, src *turnState, m int) {
	*dst = turnState{src.left - m, src.mover}
	if m == 2 {
		dst.mover = src.mover.Other()
	}
}
func (forgetsTurn) ToMove(s *turnState) game.Player { return s.mover }
func (forgetsTurn) Hash(s *turnState) uint64        { return uint64(s.left) * 0x9E3779B97F4A7C15 }

func TestHashForgetsTurn(t *testing.T) {
	tb := &reports{TB: t}
	gametest.Test(tb, forgetsTurn{}, gametest.Config[turnState, int]{Games: 1, Plies: 1})
	if len(tb.lines) != 1 || !strings.Contains(tb.lines[0], "gametest: Hash:") || !strings.Contains(tb.lines[0], "near the start") {
		t.Errorf("reported: %v", tb.lines)
	}
}

type nullForgetsHash struct{ good }

func (r nullForgetsHash) Null(dst, src *position) bool {
	*dst = *src
	dst.Own, dst.Opp = src.Opp, src.Own
	return true
}

// Hash hashes stones without their owners.
func (r nullForgetsHash) Hash(p *position) uint64 { return p.Own | p.Opp }

// spoils breaks a law by modifying the position: later laws must see the
// original.
type spoils struct{ good }

func (r spoils) Evaluate(p *position) game.Score {
	*p = position{}
	return 0
}

func TestSpoiledPositionIsRestored(t *testing.T) {
	lines := caught(spoils{tictactoe()})(t)
	if len(lines) == 0 {
		t.Fatal("nothing is reported")
	}
	for _, l := range lines {
		if !strings.Contains(l, "gametest: Evaluator:") && !strings.Contains(l, "gametest: LastPlyer:") {
			t.Errorf("reported, too: %s", l)
		}
	}
}

// oneSided evaluates from the first player's view.
type oneSided struct{ gametest.Wild }

func (o oneSided) Evaluate(s *gametest.WildState) game.Score { return 3 }

type bothSided struct{ oneSided }

func (o bothSided) Evaluate(s *gametest.WildState) game.Score {
	if o.ToMove(s) == game.Second {
		return -3
	}
	return 3
}

func (r *reports) Logf(format string, a ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, a...))
}

func TestHintOfOneSidedEvaluation(t *testing.T) {
	wild := gametest.Wild{Seed: 1, Width: 4, Length: 20, Lasting: true}
	config := gametest.Config[gametest.WildState, gametest.WildMove]{Games: 10}
	tb := &reports{TB: t}
	gametest.Test(tb, oneSided{wild}, config)
	if len(tb.lines) != 1 || !strings.Contains(tb.lines[0], "hint") {
		t.Errorf("an evaluation that keeps its sign: reported %v", tb.lines)
	}
	tb = &reports{TB: t}
	gametest.Test(tb, bothSided{oneSided{wild}}, config)
	gametest.Test(tb, wild, config)
	if len(tb.lines) != 0 {
		t.Errorf("evaluations from the side to move: reported %v", tb.lines)
	}
}

// caught runs the kit on r and returns what it reports.
func caught[R game.Rules[position, move]](r R) func(t *testing.T) []string {
	return func(t *testing.T) []string {
		tb := &reports{TB: t}
		gametest.Test(tb, r, gametest.Config[position, move]{
			Games: 8, Plies: 12, Solve: 3, Illegal: []string{"z9"},
			Equal: func(a, b *position) bool { return *a == *b },
		})
		return tb.lines
	}
}

func TestBrokenGames(t *testing.T) {
	g := tictactoe()
	asked, told := uint64(0), uint64(0)
	tests := []struct {
		law string
		run func(t *testing.T) []string
	}{
		{"", caught(g)},
		{"Moves: list", caught(endsSilently{g})},
		{"Moves: list", caught(goesOnFinished{g})},
		{"Moves: list", caught(listsTwice{g})},
		{"Moves: list", caught(moody{g, new(int)})},
		{"Moves: buffer", caught(overwrites{g})},
		{"Moves: list", caught(changesInMoves{g})},
		{"Play", caught(changesSource{g})},
		{"Play", caught(notInPlace{g})},
		{"ToMove", caught(thirdPlayer{g})},
		{"Alternator", caught(breaksPromise{g})},
		{"Hash", caught(hashesPath{g})},
		{"Hash", caught(hashesMood{g, new(int)})},
		{"allocation", caught(allocates{g})},
		{"Statuser", caught(wrongStatus{g})},
		{"Evaluator", caught(boasts{g})},
		{"", caught(describes{g, func(_ game.Player, _ []uint64, phase int) int { return phase }})},
		{"Featurer", caught(describes{g, func(_ game.Player, set []uint64, phase int) int { set[1] |= 1 << 8; return phase }})},
		{"Featurer", caught(describes{g, func(_ game.Player, set []uint64, phase int) int { set[0] |= ^uint64(0); set[1] |= 1; return phase }})},
		{"Featurer", caught(describes{g, func(view game.Player, _ []uint64, phase int) int { return int(view) }})},
		{"Featurer", caught(describes{g, func(_ game.Player, _ []uint64, phase int) int { return phase + 2 }})},
		{"Featurer", caught(describes{g, func(_ game.Player, set []uint64, phase int) int { asked++; set[0] |= asked & 1 << 40; return phase }})},
		{"Featurer", caught(describes{g, func(_ game.Player, set []uint64, phase int) int { told++; set[0] |= told / 4 & 1 << 40; return phase }})}, // by the visit: four calls each
		{"LastPlyer", caught(misjudgesLast{g})},
		{"LastPlyer", caught(miscountsLast{g})},
		{"MoveScorer", caught(scoresWildly{g})},
		{"MoveScorer", caught(sortsMoves{g})},
		{"MoveKeyer", caught(bigKeys{g})},
		{"", caught(sameKeys{g})}, // allowed
		{"", caught(tactical{g})},
		{"Passer", caught(passesAlways{g})},
		{"Noisy", caught(noisyIllegal{g})},
		{"Noisy", caught(noisyOverwrites{g})},
		{"Gainer", caught(gainsByMood{tactical{g}, new(int)})},
		{"Tactician", caught(winsOnlyMuch{tactical{g}})},
		{"Tactician", caught(winsMoreThanItGains{tactical{g}})},
		{"Tactician", caught(structureByMood{tactical{g}, new(int)})},
		{"Tactician", caught(alarmsNever{tactical{g}})},
		{"capabilities", caught(half{g})},
		{"capabilities", caught(halfLimited{g})},
		{"Nuller", caught(nullStays{g})},
		{"Nuller", caught(nullForgetsHash{g})},
		{"Repeater", caught(neverRepeats{g})},
		{"Limiter", caught(patient{g})},
		{"Bounder", caught(bounds{g})},
		{"Bounder", caught(deniesWins{g})},
		{"Urgent", caught(urgentByMood{g, new(int)})},
		{"Urgent", caught(urgentOnOneSide{g})},
		{"Selector", caught(selectsFirst{g})},
		{"Selector", caught(selectsNone{g})},
		{"Prospector", caught(promisesNone{g})},
		{"Prospector", caught(promisesTwice{g})},
		{"Notation", caught(writesAlike{g})},
		{"Notation", caught(locksOut{g})},
		{"Notation", caught(misreads{g})},
		{"Notation", caught(letsIn{g})},
		{"Notation", caught(wrongError{g})},
		{"Notation", caught(forgets{g})},
		{"Notation", caught(drawsNothing{g})},
		{"Symmetric", caught(imageMoves{g})},
		{"Symmetric", caught(imageShifts{g})},
		{"Symmetric", caught(imagesEndless{g})},
		{"Folder", caught(foldsNot{g})},
	}
	for _, tt := range tests {
		lines := tt.run(t)
		if tt.law == "" && len(lines) > 0 {
			t.Errorf("the good game is reported: %v", lines)
		}
		if tt.law != "" && !strings.Contains(strings.Join(lines, "\n"), "gametest: "+tt.law+":") {
			t.Errorf("%s is not caught; reported: %v", tt.law, lines)
		}
	}
}

func TestReadsDst(t *testing.T) {
	tb := &reports{TB: t}
	start := position{}
	used := position{Own: 1 << 41}
	gametest.Test(tb, readsDst{tictactoe()}, gametest.Config[position, move]{Starts: []position{start, used}, Games: 1, Plies: 3})
	if len(tb.lines) == 0 || !strings.Contains(tb.lines[0], "gametest: Play:") {
		t.Errorf("reported: %v", tb.lines)
	}
}

func TestPerftCaught(t *testing.T) {
	for _, count := range []gametest.Count[position]{{Depth: 2, Leaves: 71}, {Depth: 6, Ended: 1}, {Depth: 2, Nodes: 1}, {Depth: 2, Total: 1}} {
		tb := &reports{TB: t}
		gametest.Test(tb, tictactoe(), gametest.Config[position, move]{Games: 1, Perft: []gametest.Count[position]{count}})
		if len(tb.lines) != 1 || !strings.Contains(tb.lines[0], "perft") {
			t.Errorf("%+v: reported: %v", count, tb.lines)
		}
	}
}

type homeless struct{}

func (homeless) Moves(_ *int, buf []int) ([]int, game.Status) { return buf, game.Draw }
func (homeless) Play(dst, src *int, _ int)                    { *dst = *src }
func (homeless) ToMove(*int) game.Player                      { return game.First }
func (homeless) Hash(s *int) uint64                           { return uint64(*s) }

func TestNoStart(t *testing.T) {
	tb := &reports{TB: t}
	gametest.Test(tb, homeless{}, gametest.Config[int, int]{})
	gametest.Oracle(tb, homeless{}, func(*int, int, game.Window) (a gametest.Answer[int]) { return a }, gametest.Trial[int]{})
	if len(tb.lines) != 2 {
		t.Errorf("reported: %v", tb.lines)
	}
}
