package tui

import (
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/engine/play"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/learn/lesson"
)

// Face gives the engine the strength of the named opponent and returns a message about it. If
// name is empty or unknown, the message lists the opponents.
func Face(l lesson.Lang, s *play.Session, name string) string {
	all := workshop.OpponentsOf(s.Now().Game())
	if len(all) == 0 {
		return l.Text("play.no-opponents")
	}
	if o, err := all.Find(name); err == nil {
		s.Face(o)
		return l.Text("play.facing", "name", wording.Known(l, "opponent", name))
	}
	list := make([]string, len(all))
	for i, o := range all {
		if list[i] = o.Name; o.Elo != 0 {
			list[i] += fmt.Sprintf(" (%+d Elo)", o.Elo)
		}
	}
	return l.Text("play.opponents", "names", strings.Join(list, ", "))
}
