package game

import (
	"math"
	"testing"
)

// landmarks are the scores at the edges of all bands, from worst to best.
var landmarks = []Score{
	-Infinity,
	LossIn(0), LossIn(1), LossIn(MaxPlies),
	Margin(-MaxMargin), Margin(-1),
	-MaxEval, -1, 0, 1, MaxEval,
	Margin(1), Margin(MaxMargin),
	WinIn(MaxPlies), WinIn(1), WinIn(0),
	Infinity,
}

func TestScoreOrder(t *testing.T) {
	for i := 1; i < len(landmarks); i++ {
		if landmarks[i-1] >= landmarks[i] {
			t.Errorf("%v is not below %v", landmarks[i-1], landmarks[i])
		}
	}
	for i, v := range landmarks {
		if mirror := landmarks[len(landmarks)-1-i]; -v != mirror {
			t.Errorf("-(%v) = %v, want %v", v, -v, mirror)
		}
		if -(-v) != v {
			t.Errorf("%v does not survive negation", v)
		}
	}
	if Infinity+1 < Infinity || -Infinity-1 > -Infinity || int64(Infinity)*2 > math.MaxInt32 {
		t.Error("Infinity is too near the end of the type for windows around it")
	}
}

func TestScoreKinds(t *testing.T) {
	tests := []struct {
		v       Score
		plies   int
		won     bool
		distant bool
		points  int
		margin  bool
		text    string
	}{
		{v: 0, text: "0"},
		{v: 12, text: "+12"},
		{v: -MaxEval, text: "-9999999"},
		{v: WinIn(5), plies: 5, won: true, distant: true, text: "win in 5"},
		{v: LossIn(4), plies: 4, distant: true, text: "loss in 4"},
		{v: Margin(12), points: 12, margin: true, text: "final +12"},
		{v: Margin(-MaxMargin), points: -MaxMargin, margin: true, text: "final -9999999"},
		{v: Margin(0), text: "0"},
		{v: Infinity, text: "inf"},
		{v: -Infinity, text: "-inf"},
	}
	for _, tt := range tests {
		if n, won, ok := tt.v.Plies(); n != tt.plies || won != tt.won || ok != tt.distant {
			t.Errorf("%v.Plies() = %d, %v, %v", tt.v, n, won, ok)
		}
		if n, ok := tt.v.Points(); n != tt.points || ok != tt.margin {
			t.Errorf("%v.Points() = %d, %v", tt.v, n, ok)
		}
		if got := tt.v.String(); got != tt.text {
			t.Errorf("String() = %q, want %q", got, tt.text)
		}
		if proven := tt.distant || tt.margin || tt.v == Infinity || tt.v == -Infinity; tt.v.Proven() != proven {
			t.Errorf("%v.Proven() = %v", tt.v, !proven)
		}
	}
}

func TestLater(t *testing.T) {
	tests := []struct {
		v     Score
		plies int
		want  Score
	}{
		{WinIn(0), 1, WinIn(1)},
		{LossIn(2), 3, LossIn(5)},
		{Margin(7), 5, Margin(7)},
		{Margin(-7), 5, Margin(-7)},
		{MaxEval, 5, MaxEval},
		{0, 9, 0},
		{Infinity, 9, Infinity},
		{-Infinity, 9, -Infinity},
	}
	for _, tt := range tests {
		if got := tt.v.Later(tt.plies); got != tt.want {
			t.Errorf("%v.Later(%d) = %v, want %v", tt.v, tt.plies, got, tt.want)
		}
		if got := tt.want.Sooner(tt.plies); got != tt.v {
			t.Errorf("%v.Sooner(%d) = %v, want %v", tt.want, tt.plies, got, tt.v)
		}
		if got := (-tt.v).Later(tt.plies); got != -tt.want {
			t.Errorf("%v.Later(%d) = %v, want %v", -tt.v, tt.plies, got, -tt.want)
		}
	}
	for _, v := range []Score{WinIn(MaxPlies), WinIn(MaxPlies - 2), LossIn(MaxPlies)} { // the edge of a band
		if got := v.Later(5); got.Outcome() != v.Outcome() || got != WinIn(MaxPlies) && got != LossIn(MaxPlies) {
			t.Errorf("%v.Later(5) = %v, want the farthest distance of its kind", v, got)
		}
	}
}

func TestStatus(t *testing.T) {
	tests := []struct {
		st      Status
		score   Score
		negated Status
		text    string
	}{
		{Draw, 0, Draw, "draw"},
		{Win, WinIn(0), Loss, "win"},
		{Loss, LossIn(0), Win, "loss"},
		{Final(12), Margin(12), Final(-12), "final +12"},
		{Final(-64), Margin(-64), Final(64), "final -64"},
		{Final(0), 0, Final(0), "0"},
	}
	for _, tt := range tests {
		if !tt.st.Over() || tt.st.Score() != tt.score || tt.st.Negate() != tt.negated || tt.st.String() != tt.text {
			t.Errorf("%v: over %v, score %v, negated %v", tt.st, tt.st.Over(), tt.st.Score(), tt.st.Negate())
		}
		if tt.st.Negate().Score() != -tt.st.Score() {
			t.Errorf("%v: the other side has %v", tt.st, tt.st.Negate().Score())
		}
	}
	if Ongoing.Over() || Ongoing.Negate() != Ongoing || Ongoing.String() != "ongoing" || Status(0) != Ongoing {
		t.Error("Ongoing is over, or not the zero Status")
	}
}

func TestWindow(t *testing.T) {
	w := Window{-3, 5}
	for v, want := range map[Score]Bound{-4: Upper, -3: Upper, -2: Exact, 4: Exact, 5: Lower, 6: Lower} {
		if got := w.Bound(v); got != want {
			t.Errorf("%v.Bound(%v) = %v, want %v", w, v, got, want)
		}
		if got := w.Negate().Bound(-v); got != want.Negate() {
			t.Errorf("from the other side: %v, want %v", got, want.Negate())
		}
		if w.Contains(v) != (want == Exact) {
			t.Errorf("%v.Contains(%v) = %v", w, v, w.Contains(v))
		}
	}
	if w.Clamp(-9) != -3 || w.Clamp(9) != 5 || w.Clamp(0) != 0 {
		t.Error("Clamp leaves the window")
	}
	if Null(3) != (Window{3, 4}) || !Null(3).Valid() || (Window{3, 3}).Valid() {
		t.Error("null windows")
	}
	if FullWindow().Negate() != FullWindow() || !FullWindow().Contains(WinIn(0)) || !FullWindow().Contains(LossIn(0)) {
		t.Error("the full window does not hold every value")
	}
	for b, want := range map[Bound]Bound{NoBound: NoBound, Upper: Lower, Lower: Upper, Exact: Exact} {
		if b.Negate() != want {
			t.Errorf("%v.Negate() = %v, want %v", b, b.Negate(), want)
		}
	}
}
