package match

import "github.com/plywood-go/plywood/match/tally"

// Table is the state of a tournament.
type Table struct {
	// Schedule holds the pairings, by indexes of entrants.
	Schedule [][2]int
	entrants int
	scores   []Score
}

// Score returns the score of a pairing, from its first player's side.
func (t *Table) Score(pairing int) *Score { return &t.scores[pairing] }

// Games returns the number of games.
func (t *Table) Games() (n int) {
	for i := range t.scores {
		n += t.scores[i].Games()
	}
	return n
}

// Ratings returns the strength of each entrant relative to the first.
func (t *Table) Ratings() []tally.Rating {
	meetings := make([]tally.Meeting, len(t.Schedule))
	for i, players := range t.Schedule {
		meetings[i] = tally.Meeting{Players: players, Results: t.Score(i).Results()}
	}
	return tally.Rate(t.entrants, 0, meetings)
}

// RoundRobin returns the schedule in which each of n entrants meets every
// other.
func RoundRobin(n int) (schedule [][2]int) {
	for i := range n {
		for j := i + 1; j < n; j++ {
			schedule = append(schedule, [2]int{i, j})
		}
	}
	return schedule
}

// Gauntlet returns the schedule in which the first of n entrants meets every
// other.
func Gauntlet(n int) (schedule [][2]int) {
	for j := 1; j < n; j++ {
		schedule = append(schedule, [2]int{0, j})
	}
	return schedule
}

// Ladder returns the schedule in which each of n entrants meets the one before
// it.
func Ladder(n int) (schedule [][2]int) {
	for j := 1; j < n; j++ {
		schedule = append(schedule, [2]int{j, j - 1})
	}
	return schedule
}
