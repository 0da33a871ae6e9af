package ledger

import "testing"

// TestDecide checks decide on all ballots of up to six workers, in each order: a false answer
// that at most two workers tell never convicts, and never settles a dispute. Trusted workers
// are honest and decide. Enough honest workers settle every job.
func TestDecide(t *testing.T) {
	const truth, lie, failure = 0, 1, 2
	kinds := []ballot{{answer: truth}, {answer: lie}, {answer: failure, failed: true}, {answer: truth, trusted: true}}
	histories := 0
	var walk func(ballots []ballot, count [4]int)
	walk = func(ballots []ballot, count [4]int) {
		histories++
		honest, liars, failing, trusted := count[0]+count[3], count[1], count[2], count[3]
		for need := 1; need <= 3; need++ {
			answer, convict, ok := decide(ballots, need, len(ballots))
			switch {
			case convict && !ok:
				t.Fatalf("%v: convicted without an answer", ballots)
			case ok && trusted > 0 && answer != truth:
				t.Fatalf("%v: %d against a trusted worker", ballots, answer)
			case ok && answer == lie && honest > 0 && liars < leastDecisive:
				t.Fatalf("%v: %d lies settle a dispute", ballots, liars)
			case convict && answer != truth && max(liars, failing) < leastDecisive:
				t.Fatalf("%v: two workers convict", ballots)
			case ok && answer != truth && honest >= liars+failing && honest > 0:
				t.Fatalf("%v: a minority settles on %d", ballots, answer)
			case !ok && (trusted > 0 && liars+failing > 0 || honest >= leastDecisive && honest > liars+failing):
				t.Fatalf("%v, need %d: the truth does not settle", ballots, need)
			}
		}
		if len(ballots) == 6 {
			return
		}
		for i, b := range kinds {
			next := count
			next[i]++
			walk(append(ballots[:len(ballots):len(ballots)], b), next)
		}
	}
	walk(nil, [4]int{})
	if histories != (1<<14-1)/3 {
		t.Errorf("%d histories", histories)
	}
}

// TestHopeless checks that a job fails after returns only if all present workers, or enough of
// good standing, returned it.
func TestHopeless(t *testing.T) {
	for _, tt := range []struct {
		attempts
		quorum int
		want   bool
	}{
		{attempts{tries: 3, returners: 1, good: 1}, 1, true}, // it is alone
		{attempts{tries: 2, returners: 2, good: 2, others: 1}, 1, false},
		{attempts{tries: 9, returners: 9, good: mostReturners - 1, others: 1}, 1, false},
		{attempts{tries: 4, returners: 4, good: mostReturners, others: 1}, 1, true},
		{attempts{tries: 2, returners: 2, good: 2}, 3, false},
		{attempts{tries: 3, returners: 3}, 3, true},
		{attempts{tries: 2, returners: 2, good: 2}, 1, false},
		{attempts{tries: 3, returners: 1}, 1, true},
	} {
		if got := tt.hopeless(tt.quorum); got != tt.want {
			t.Errorf("%+v, quorum %d: %t", tt.attempts, tt.quorum, got)
		}
	}
}
