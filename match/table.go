package match

import "github.com/plywood-go/plywood/match/tally"

// Table is what a tournament has come to so far.
type Table struct {
	// Schedule are the pairings, by the numbers of entrants.
	Schedule [][2]int
	entrants int
	scores   []Score
}

func newTable(entrants int, schedule [][2]int) *Table {
	return &Table{schedule, entrants, make([]Score, len(schedule))}
}

// Score returns that of a pairing, seen from its first player.
func (t *Table) Score(pairing int) *Score { return &t.scores[pairing] }

// Games returns the number of games.
func (t *Table) Games() (n int) {
	for i := range t.scores {
		n += t.scores[i].Games()
	}
	return n
}

// Ratings returns the strengths of the entrants above the first.
func (t *Table) Ratings() []tally.Rating {
	meetings := make([]tally.Meeting, len(t.Schedule))
	for i, players := range t.Schedule {
		meetings[i] = tally.Meeting{Players: players, Results: t.Score(i).Results()}
	}
	return tally.Rate(t.entrants, 0, meetings)
}

// RoundRobin has each of n entrants meet each other.
func RoundRobin(n int) (schedule [][2]int) {
	for i := range n {
		for j := i + 1; j < n; j++ {
			schedule = append(schedule, [2]int{i, j})
		}
	}
	return schedule
}

// Gauntlet has the first of n entrants meet each other.
func Gauntlet(n int) (schedule [][2]int) {
	for j := 1; j < n; j++ {
		schedule = append(schedule, [2]int{0, j})
	}
	return schedule
}

// Ladder has each of n entrants meet the one before it.
func Ladder(n int) (schedule [][2]int) {
	for j := 1; j < n; j++ {
		schedule = append(schedule, [2]int{j, j - 1})
	}
	return schedule
}
