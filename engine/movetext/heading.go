package movetext

import (
	"regexp"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
)

// tags is a heading.
type tags struct {
	list  []Tag
	tight bool // two of them have no blank line between
}

// known are the tags whose letters may be small or capital.
var known = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant", "GameType"}

// properName returns the name of a tag in the letters of the standard.
func properName(text []byte) string {
	name := string(text)
	if i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, name) }); i >= 0 {
		return known[i]
	}
	return name
}

func (t *tags) index(name string) int {
	return slices.IndexFunc(t.list, func(p Tag) bool { return p.Name == name })
}

// get returns the value of a tag, "" if it is missing or unknown.
func (t *tags) get(name string) string {
	if i := t.index(name); i >= 0 && strings.Trim(t.list[i].Value, "?") != "" {
		return t.list[i].Value
	}
	return ""
}

// add adds a tag unless the heading has one of the same name with another value.
func (t *tags) add(next token) (ok bool) {
	name := properName(next.text)
	if i := t.index(name); i >= 0 {
		return t.list[i].Value == next.value
	}
	t.tight = t.tight || len(t.list) > 0 && !(next.apart && next.first)
	t.list = append(t.list, Tag{name, next.value})
	return true
}

// ended reports whether a tag at the beginning of a line begins another heading. A second Event
// does. After a blank line so does an Event, a name that occurs again, and any tag if this heading
// has two tags without a blank line between them.
func (t *tags) ended(next token) bool {
	if len(t.list) == 0 || !next.first {
		return false
	}
	name := properName(next.text)
	again := t.index(name) >= 0
	return next.apart && (again || t.tight || name == "Event") || again && name == "Event"
}

// heading fills the heading of the game from its tags. over is the result after the moves.
func (r *Reader[S, M]) heading(over string) {
	d, h := r.dialect, &r.game.Heading
	implied := d.Tags(&r.game)
	players := [2]*string{&h.Players[d.White&1], &h.Players[d.White&1^1]}
	fields := map[string]*string{
		"Event": &h.Event, "Site": &h.Place, "Date": &h.Date, "Round": &h.Round, "White": players[0], "Black": players[1], "Result": &h.Result,
	}
	for _, t := range r.tags.list {
		unknown := strings.Trim(t.Value, "?") == "" || t.Value == d.Roster[t.Name]
		field := fields[t.Name]
		switch {
		case t.Name == "Result" && !unknown:
			h.Result = t.Value
			if standard := d.Result(t.Value); standard != "" {
				h.Result = standard
			}
		case t.Name == "Date" && !unknown:
			h.Date = parseDate(t.Value)
		case field != nil && !unknown:
			*field = t.Value
		case field != nil && d.Roster[t.Name] != "", slices.ContainsFunc(implied, func(p [2]string) bool { return p[0] == t.Name }):
		default:
			h.SetTag(d.Prefix+t.Name, t.Value)
		}
	}
	switch {
	case over == "" || over == "*":
	case h.Result == "" || h.Result == "*":
		h.Result = over
	case h.Result != over:
		r.remark(r.lines[0].begins, false, reason.Errorf("the heading says %s, the end of the moves %s", h.Result, over))
	}
}

// date is a date of which at least the year is known.
var date = regexp.MustCompile(`^([0-9]{4})(?:\.([0-9]{2})(?:\.([0-9]{2})|\.\?\?)?|\.\?\?(?:\.\?\?)?)?$`)

// parseDate returns as much of a date, 2012.02.??, as is known. Other text stays.
func parseDate(text string) string {
	m := date.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	return strings.TrimRight(m[1]+"-"+m[2]+"-"+m[3], "-")
}

// isoDate is what parseDate makes of a date.
var isoDate = regexp.MustCompile(`^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$`)

// formatDate writes a date with question marks for unknown parts, if whole is set.
func formatDate(text string, whole bool) string {
	if !isoDate.MatchString(text) {
		return text
	}
	text = strings.ReplaceAll(text, "-", ".")
	if whole {
		text += ".??.??"[len(text)-len("2000"):]
	}
	return text
}

// roster returns the standard tags of a game, in the order in which they are written.
func (d *Dialect[S, M]) roster(h *record.Heading) [][2]string {
	names := [2]string{"White", "Black"}
	list := [][2]string{
		{"Event", h.Event},
		{"Site", h.Place},
		{"Date", formatDate(h.Date, d.Roster["Date"] != "")},
		{"Round", h.Round},
		{names[d.White&1], h.Players[0]},
		{names[d.White&1^1], h.Players[1]},
		{"Result", h.Result},
	}
	for i := range list {
		if list[i][1] == "" {
			list[i][1] = d.Roster[list[i][0]]
		}
	}
	return list
}

// plain writes dashes, colons and halves in one way.
var plain = strings.NewReplacer(
	"\u2010", "-", "\u2011", "-", "\u2012", "-", "–", "-", "—", "-", "−", "-", ":", "-",
	"½", "1/2", "0.5", "1/2", "0,5", "1/2",
)

// Result returns the standard form of a result in which a game is worth one point: 1-0, 0-1,
// 1/2-1/2, or * if it is unknown. A plus and a minus stand for a forfeit: +:-. The result is ""
// for other text.
func Result(text string) string {
	if len(text) > 20 || !strings.ContainsAny(text, "*½:-–—−‐‑‒/") {
		return ""
	}
	switch plain.Replace(text) {
	case "*":
		return "*"
	case "1-0", "+--":
		return "1-0"
	case "0-1", "--+":
		return "0-1"
	case "1/2-1/2", "1/2", "=-=":
		return "1/2-1/2"
	}
	return ""
}
