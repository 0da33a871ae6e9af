package setting_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/internal/setting"
)

type colours struct{}

func (colours) Names() (string, []string) { return "colour", []string{"red", "blue"} }

type inner struct {
	Rounds int `json:"rounds" flag:"rounds" help:"play this {number} of rounds"`
}

type options struct {
	Title string                  `json:"title,omitempty" flag:"title"`
	On    bool                    `json:"on,omitempty" flag:"on"`
	Nodes uint64                  `json:"nodes,omitempty" flag:"nodes"`
	Share float64                 `json:"share,omitempty" flag:"share"`
	Time  time.Duration           `json:"time,omitempty" flag:"time"`
	First setting.Choice[colours] `json:"first,omitempty" flag:"first"`
	Last  setting.Either[colours] `json:"last,omitempty" flag:"last"`
	Other int                     `json:"other,omitempty"`
	inner
}

// TestSet sets every kind of value as a flag of package flag, and refuses wrong ones.
func TestSet(t *testing.T) {
	for _, tt := range []struct{ flag, want string }{
		{"-title=x", "title=x type=string"},
		{"-on=true", "on=true type=bool"},
		{"-nodes=0x10", "nodes=16 type=uint64"},
		{"-nodes=-1", "invalid value"},
		{"-share=0.5", "share=0.5 type=float64"},
		{"-time=1m", "time=1m0s type=duration"},
		{"-time=1", "missing unit"},
		{"-first=blue", "first=blue type=string"},
		{"-first=green", `colour "green", want one of red, blue`},
		{"-first=", "an empty value"},
		{"-last=blue", "last=blue type=string"},
		{"-rounds=-3", "rounds=-3 type=int"},
		{"-other=1", "not defined"},
	} {
		var o options
		set := flag.NewFlagSet("", flag.ContinueOnError)
		set.SetOutput(io.Discard)
		for _, s := range setting.Of(&o) {
			set.Var(s, s.Name, s.Help)
		}
		err := set.Parse([]string{tt.flag})
		got := fmt.Sprint(err)
		if err == nil {
			name, _, _ := strings.Cut(tt.flag[1:], "=")
			s, _ := setting.Find(&o, name)
			got = fmt.Sprintf("%s=%v type=%s", name, s, s.Type())
			if s.IsZero() || o == (options{}) {
				t.Errorf("%s: the field is still zero", tt.flag)
			}
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.flag, got, tt.want)
		}
	}
}

// TestOf finds the fields in order, with those of an embedded struct.
func TestOf(t *testing.T) {
	var names []string
	for _, s := range setting.Of(&options{}) {
		names = append(names, s.Name)
	}
	if want := strings.Fields("title on nodes share time first last rounds"); !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	s, _ := setting.Find(&options{}, "rounds")
	if want := "play this `number` of rounds"; s.Help != want {
		t.Errorf("help %q, want %q", s.Help, want)
	}
	if _, ok := setting.Find(&options{}, "other"); ok {
		t.Error("a field without a tag is a setting")
	}
	first, _ := setting.Find(&options{}, "first")
	if s.Names() != nil || len(first.Names()) != 2 {
		t.Errorf("names %v and %v", s.Names(), first.Names())
	}
}

// TestJSON writes and reads enumerations as their names.
func TestJSON(t *testing.T) {
	want := `{"first":"blue","last":"blue","rounds":0}`
	var o options
	if err := json.Unmarshal([]byte(want), &o); err != nil {
		t.Fatal(err)
	}
	if o.First != 1 || !bool(o.Last) {
		t.Errorf("read %+v", o)
	}
	if got, err := json.Marshal(o); err != nil || string(got) != want {
		t.Errorf("wrote %s, %v", got, err)
	}
	if err := json.Unmarshal([]byte(`{"last":""}`), &o); err != nil || bool(o.Last) {
		t.Errorf("an empty name: %v, %v", o.Last, err)
	}
}
