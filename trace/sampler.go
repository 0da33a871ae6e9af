package trace

import "github.com/plywood-go/plywood/game/event"

// Sampler is an Observer that passes on a part of a search that is too long to
// draw: the first visits, down to some ply. Its output is a valid stream: a
// visit comes with its parent's, and no event mentions a child that was left
// out.
type Sampler struct {
	to     event.Observer
	visits int
	plies  int
	kept   map[int]*sample // by visit
	// Seen counts the visits of the search, and Kept those passed on.
	Seen, Kept int
}

// sample is the state of a visit that is passed on.
type sample struct {
	children map[int]bool // the indices of the children passed on
	cut      bool         // the cutoff has been passed on
}

// NewSampler returns a sampler that passes on at most that many visits, of
// nodes at most that many plies from the root. 0 means no limit.
func NewSampler(to event.Observer, visits, plies int) *Sampler {
	return &Sampler{to: to, visits: visits, plies: plies, kept: map[int]*sample{}}
}

// Observe passes e on or drops it.
func (s *Sampler) Observe(e event.Event) {
	if e.Kind.Begins() {
		s.enter(e)
		return
	}
	v := s.kept[e.Node]
	if v == nil {
		return
	}
	switch e.Kind {
	case event.Backup, event.Outcome, event.Choose:
		if !v.children[e.Child] {
			return
		}
	case event.Cutoff:
		if v.cut = e.Child < 0 || v.children[e.Child]; !v.cut {
			return
		}
	case event.Pruned:
		if !v.cut {
			return
		}
	}
	s.to.Observe(e)
}

func (s *Sampler) enter(e event.Event) {
	s.Seen++
	parent := s.kept[e.Parent]
	switch {
	case e.Parent >= 0 && parent == nil,
		s.visits > 0 && s.Kept >= s.visits,
		s.plies > 0 && e.Ply > s.plies:
		return
	}
	if parent != nil {
		parent.children[e.Index] = true
	}
	s.Kept++
	s.kept[e.Node] = &sample{children: map[int]bool{}}
	s.to.Observe(e)
}
