package othellorecord

import (
	"strconv"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/othello"
)

// Lists are the lists of names of a WTHOR base.
type Lists struct {
	Players, Tournaments Names // from the .jou and the .trn file
}

// Name fills in the missing names of a game from a WTHOR file by their numbers.
func (l *Lists) Name(h *record.Heading) {
	for _, f := range l.fields(h) {
		if n, err := strconv.Atoi(h.Tags[f.tag]); err == nil && *f.text == "" {
			*f.text = f.names.Name(n)
		}
	}
}

// Number adds the numbers of the names in a game, if the lists have these names.
func (l *Lists) Number(h *record.Heading) {
	for _, f := range l.fields(h) {
		if n := f.names.Number(*f.text); n > 0 && h.Tags[f.tag] == "" {
			if h.Tags == nil {
				h.Tags = map[string]string{}
			}
			h.Tags[f.tag] = strconv.Itoa(n)
		}
	}
}

// nameField is a name in a heading, the tag of its number and the list that it belongs to.
type nameField struct {
	text  *string
	tag   string
	names *Names
}

func (l *Lists) fields(h *record.Heading) [3]nameField {
	return [3]nameField{
		{&h.Event, tagTournament, &l.Tournaments},
		{&h.Players[othello.Black], tagBlack, &l.Players},
		{&h.Players[othello.White], tagWhite, &l.Players},
	}
}
