package lesson

import (
	"math/big"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// moment is the context of an event that its explanation needs.
type moment struct {
	visit  int          // number of the visit of its node, from 1
	leaf   bool         // Enter: only the static value follows
	null   bool         // Enter: the window contains no value
	window game.Window  // of the visit at this time,
	claims event.Claims // and the meaning of its ends
	had    bool         // Backup: the node had a value before:
	before game.Score   // this
	wider  bool         // Window: the window has grown
}

// has reports whether an end of the window has a claim.
func (m *moment) has(c event.Claim) bool { return m.claims.Alpha == c || m.claims.Beta == c }

// visit is the state of a visit while its events are read.
type visit struct {
	number int
	window game.Window
	claims event.Claims
	had    bool
	best   game.Score
}

// follow reads the stream once and records the context of each event.
func (r *Run) follow() {
	if t := r.Replay.Tree(); t.Lists || t.Growth != trace.NoGrowth {
		return // these events need no context
	}
	r.moments = make([]moment, r.Len())
	r.plain = true
	visits, times := map[int]*visit{}, map[int]int{}
	for i := range r.moments {
		m, e := &r.moments[i], r.Replay.Event(i)
		switch e.Kind {
		case event.Enter:
			times[r.Replay.Node(i)]++
			visits[e.Node] = &visit{number: times[r.Replay.Node(i)], window: e.Window, claims: e.Claims}
			m.leaf = i+1 < r.Len() && r.Replay.Event(i+1).Kind == event.Static
			asked := r.Document.Events[i].Window
			m.null = asked.Beta-asked.Alpha == 1
			r.plain = r.plain && e.Window == game.FullWindow()
		case event.Window:
			was := &visits[e.Node].window
			m.wider = e.Window.Alpha < was.Alpha || e.Window.Beta > was.Beta
			*was, visits[e.Node].claims = e.Window, e.Claims
		}
		v := visits[e.Node]
		m.claims = v.claims
		m.visit, m.window, m.had, m.before = v.number, v.window, v.had, v.best
		if e.Kind == event.Backup {
			v.had, v.best = true, e.Value
		}
	}
}

// Len returns the number of steps.
func (r *Run) Len() int { return r.Replay.Len() }

// Explain describes in words what happened between step-1 and step of the replay. For the last
// step it adds the result of the search.
func (r *Run) Explain(l Lang, step int) string {
	step = min(max(step, 0), r.Len())
	if step == 0 {
		return l.Text("explain.start")
	}
	return (&narrator{r, l, r.Replay.Tree().Scribe(r.Render(l))}).event(step - 1)
}

// narrator describes events.
type narrator struct {
	*Run
	lang   Lang
	scribe trace.Scribe
}

// event describes event i.
func (n *narrator) event(i int) string {
	switch {
	case n.Path != "":
		return n.seeking(i)
	case n.grown != nil:
		return n.growing(i)
	}
	e, m := n.Replay.Event(i), &n.moments[i]
	switch e.Kind {
	case event.Enter:
		return n.say(n.entering(e, m), i)
	case event.Static:
		if len(n.Replay.Tree().Nodes[n.Replay.Node(i)].Children) > 0 {
			return n.say("explain.static-estimate", i)
		}
		return n.say("explain.static", i)
	case event.Window:
		return n.say(n.narrowing(i, e), i)
	case event.Backup:
		return n.say(n.backing(e, m), i)
	case event.Outcome:
		return n.outcome(i, e)
	case event.Cutoff:
		return n.say(n.cutting(i, e), i)
	case event.Pruned:
		return n.say("explain.pruned", i)
	}
	return n.leaving(i, e)
}

// entering returns the text of an Enter.
func (n *narrator) entering(e event.Event, m *moment) string {
	switch {
	case e.Pass:
		return "explain.enter-pass"
	case e.Chance:
		return n.enteringChance(e)
	case e.Ply == 0 && (m.visit == 1 || n.Setup.algorithm() == textbook.Deepening):
		return n.beginning(m)
	case m.leaf && m.visit == 1:
		return "explain.enter-leaf"
	case m.claims.Beta == event.Merit && m.window.Beta < game.Infinity:
		return "explain.enter-merit"
	}
	return n.asking(m)
}

// asking returns the text of an Enter by the question that the search asks about an inner node.
func (n *narrator) asking(m *moment) string {
	switch {
	case m.null && m.has(event.Asked):
		return "explain.scout"
	case m.visit > 1:
		return "explain.again"
	case m.null && m.has(event.Guessed):
		return "explain.enter-guess"
	case n.plain || m.claims.Beta == event.Merit:
		return "explain.enter-plain"
	}
	return "explain.enter"
}

// enteringChance returns the text of an Enter where chance chooses.
func (n *narrator) enteringChance(e event.Event) string {
	switch {
	case e.Ply == 0:
		return "explain.root-chance"
	case n.plain:
		return "explain.enter-chance-plain"
	}
	return "explain.enter-chance"
}

// beginning returns the text of the Enter that begins a search or an iteration.
func (n *narrator) beginning(m *moment) string {
	switch {
	case n.Setup.algorithm() == textbook.Deepening:
		return "explain.iteration"
	case n.plain || m.claims.Beta == event.Merit: // by SSS*, which passes no window down
		return "explain.root-plain"
	case m.has(event.Guessed):
		return "explain.root-guess"
	}
	return "explain.root"
}

// backing returns the text of a Backup.
func (n *narrator) backing(e event.Event, m *moment) string {
	switch {
	case e.Child < 0:
		return "explain.stand-pat"
	case m.claims.Beta == event.Merit:
		return "explain.merit"
	case !m.had:
		return "explain.first"
	case m.before == e.Value:
		return "explain.equal"
	}
	return "explain.better"
}

// narrowing returns the text of a Window: which end moved, and where to.
func (n *narrator) narrowing(i int, e event.Event) string {
	if n.numbers != nil {
		return map[bool]string{true: "explain.alpha-mean", false: "explain.beta-mean"}[e.Max || n.scribe.Turned(n.Replay.Node(i))]
	}
	low, wider := e.Max || n.scribe.Turned(n.Replay.Node(i)), n.moments[i].wider
	switch {
	case low && n.Setup.practical():
		return "explain.alpha-estimate"
	case n.Setup.practical():
		return "explain.beta-estimate"
	case low && wider:
		return "explain.alpha-falls"
	case low:
		return "explain.alpha"
	case wider:
		return "explain.beta-rises"
	}
	return "explain.beta"
}

// cutting returns the text of a Cutoff.
func (n *narrator) cutting(i int, e event.Event) string {
	m := &n.moments[i]
	switch e.Reason {
	case event.ChanceCut:
		return cuttingChance(e, m)
	case event.TableCut:
		if n.Setup.algorithm() == textbook.Deepening {
			return "explain.cut-transposition"
		}
		return "explain.cut-table"
	case event.SelectiveCut:
		if e.Child >= 0 {
			return "explain.cut-null"
		}
		return "explain.cut-selective"
	}
	last := i+1 == n.Len() || n.Replay.Event(i+1).Kind != event.Pruned
	switch {
	case e.Child < 0:
		return "explain.cut-pat"
	case m.claims.Beta == event.Merit:
		return "explain.cut-merit"
	case n.root != nil && last: // by Setup.LastCut
		return "explain.cut-last"
	case n.Setup.practical():
		return "explain.cut-estimate"
	}
	sure := n.passed(e, m) == event.Sure
	switch alpha := e.Reason == event.AlphaCut && !n.scribe.Turned(n.Replay.Node(i)); {
	case alpha && sure:
		return "explain.cut-alpha-sure"
	case alpha:
		return "explain.cut-alpha"
	case sure:
		return "explain.cut-beta-sure"
	}
	return "explain.cut-beta"
}

// cuttingChance returns the text of a Cutoff where chance chooses.
func cuttingChance(e event.Event, m *moment) string {
	switch {
	case e.Child < 0:
		return "explain.cut-chance-none"
	case e.Value <= m.window.Alpha:
		return "explain.cut-chance-high"
	}
	return "explain.cut-chance-low"
}

// outcome describes an Outcome: what it adds to the mean or, where bounds matter, between which
// numbers the mean lies.
func (n *narrator) outcome(i int, e event.Event) string {
	at, child := n.Replay.Node(i), n.Replay.Child(i)
	outcome := n.root.At(n.Replay.Tree().Path(child))
	share := shareOf(outcome)
	low, high := n.scribe.Window(at, e.Window)
	key, product := "explain.outcome", ""
	switch {
	case n.plain:
		key = "explain.outcome-plain"
		product = strings.Replace(textOf(new(big.Rat).Mul(outcome.Share(), n.numbers.exact(e.Value))), "-", "−", 1)
	case low == high:
		key = "explain.outcome-known"
	}
	return n.lang.Text(key, "node", n.name(at), "child", n.name(child), "share", n.lang.Number(share), "product", n.lang.Number(product),
		"bound", n.scribe.Bounded(child, e.Value, e.Bound), "low", low, "high", high)
}

// passed returns the meaning of the window end that a node's value has passed.
func (n *narrator) passed(e event.Event, m *moment) event.Claim {
	if e.Reason == event.AlphaCut {
		return m.claims.Alpha
	}
	return m.claims.Beta
}

// claimed are the texts about window ends that guarantee nothing.
var claimed = map[event.Claim]string{
	event.Asked: "explain.claim-asked", event.Found: "explain.claim-found", event.Guessed: "explain.claim-guessed",
}

// leaving describes a Leave.
func (n *narrator) leaving(i int, e event.Event) string {
	bound := e.Bound
	if n.scribe.Turned(n.Replay.Node(i)) {
		bound = bound.Negate()
	}
	if i == n.Len()-1 && e.Ply == 0 {
		return n.ending(i, bound)
	}
	switch {
	case i > 0 && n.Replay.Event(i-1).Kind == event.Static:
		return n.say("explain.hand-up", i)
	case n.moments[i].claims.Beta == event.Merit && e.Bound == game.Upper:
		return n.say("explain.given-up", i)
	case n.moments[i].claims.Beta == event.Merit && e.Bound == game.Lower:
		return n.say("explain.leave-merit", i)
	case bound == game.NoBound:
		return n.say("explain.leave-unknown", i)
	}
	keys := map[game.Bound]string{game.Lower: "explain.leave-lower", game.Upper: "explain.leave-upper", game.Exact: "explain.leave-exact"}
	if n.Setup.practical() {
		keys = map[game.Bound]string{
			game.Lower: "explain.leave-lower-estimate", game.Upper: "explain.leave-upper-estimate", game.Exact: "explain.leave-exact-estimate",
		}
	}
	return n.say(keys[bound], i)
}

// ending describes the result of the search.
func (n *narrator) ending(i int, bound game.Bound) string {
	// At the end the proofs of several visits have been combined.
	if n.Replay.Tree().Nodes[0].Bound == game.Exact {
		bound = game.Exact
	}
	key := map[game.Bound]string{game.Lower: "explain.end-lower", game.Upper: "explain.end-upper"}[bound]
	switch {
	case n.Setup.practical():
		key = "explain.end-estimate"
	case key == "":
		key = "explain.end"
	}
	text := n.say(key, i)
	root := &n.Replay.Tree().Nodes[0]
	if !root.Leaf && root.Best < 0 {
		return text + " " + n.lang.Text("explain.no-move")
	}
	line := n.line()
	switch {
	case line == "":
	case key == "explain.end":
		text += " " + n.lang.Text("explain.line", "line", line)
	case n.Setup.practical() && bound == game.Exact:
		text += " " + n.lang.Text("explain.line-estimate", "line", line)
	}
	if n.Setup.practical() && n.root != nil {
		text += " " + n.lang.Text("explain.end-minimax", "value", n.scribe.Number(0, n.root.worths[0].value))
	}
	return text
}

// line names the nodes of the principal variation.
func (n *narrator) line() string {
	var names []string
	for _, i := range n.Replay.Tree().PV() {
		if name := n.scribe.Label(i); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

// say fills in the text of event i.
func (n *narrator) say(key string, i int) string {
	e, m, at := n.Replay.Event(i), &n.moments[i], n.Replay.Node(i)
	alpha, beta := n.scribe.Window(at, m.window)
	claim := ""
	if key := claimed[n.passed(e, m)]; key != "" {
		claim = n.lang.Text(key)
	}
	merit := e.Value
	if e.Kind == event.Enter {
		merit = m.window.Beta
	}
	return n.lang.Text(key,
		"node", n.name(at), "child", n.name(n.Replay.Child(i)), "visit", m.visit,
		"player", n.scribe.Player(e.Max), "opponent", n.scribe.Player(!e.Max),
		"alpha", alpha, "beta", beta, "claim", claim, "merit", n.scribe.Bounded(at, merit, game.Upper),
		"value", n.scribe.Number(at, e.Value), "bound", n.scribe.Bounded(at, e.Value, e.Bound), "max", n.scribe.Player(true), "before", n.scribe.Number(at, m.before),
	)
}

// name returns the name of node i, or "" if there is no such node.
func (n *narrator) name(i int) string {
	if i < 0 {
		return ""
	}
	if label := n.scribe.Label(i); label != "" {
		return label
	}
	return n.lang.Text("explain.root-name")
}

// Seek returns the first landmark after step from or, if back is set, the last one before it. Without
// one it returns from.
func (r *Run) Seek(from int, back bool) int {
	by := 1
	if back {
		by = -1
	}
	for step := from + by; step > 0 && step <= r.Len(); step += by {
		if r.Landmark(step) {
			return step
		}
	}
	return from
}

// Landmark reports whether a reader may want to jump to a step: a cutoff, a node that a search for a
// path leaves out, or the end of a round in a tree that grows.
func (r *Run) Landmark(step int) bool {
	kind := r.Replay.Event(step - 1).Kind
	switch {
	case r.grown == nil:
		return kind == event.Cutoff || kind == event.Drop
	case step == r.Len():
		return true
	case r.Replay.Tree().Growth == trace.Playouts:
		return kind == event.Count && r.Replay.Node(step-1) == 0
	}
	return r.Replay.Event(step).Kind == event.Choose && r.Replay.Node(step) == 0 // the next round begins
}

// Turn returns the first step after step from that changes the best line or, if back is set, the last
// one before it. Without one it returns from.
func (r *Run) Turn(from int, back bool) int {
	c := r.Replay.Cursor()
	found, step, end := from, from, r.Len()
	if back {
		step, end = 0, from-1
	}
	for line := slices.Clone(c.To(step).Line()); step < end && (back || found == from); {
		step++
		if next := c.To(step).Line(); !slices.Equal(next, line) {
			found, line = step, slices.Clone(next)
		}
	}
	return found
}

// Over returns the step that leaves the visit of step from, skipping the nodes below; in a tree that
// grows, the step that ends the round. It returns the last step if the visit is never left.
func (r *Run) Over(from int) int {
	if from <= 0 {
		return min(1, r.Len())
	}
	switch {
	case r.Path != "":
		return r.past(from)
	case r.grown != nil:
		return r.Seek(from, false)
	}
	at := r.Replay.Event(min(from, r.Len()) - 1).Node
	for step := from + 1; step <= r.Len(); step++ {
		if e := r.Replay.Event(step - 1); e.Node == at && e.Kind == event.Leave {
			return step
		}
	}
	return r.Len()
}
