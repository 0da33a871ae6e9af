package words

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// slots returns the names of the values in text and, of those with forms, how
// many forms there are.
func slots(text string) (names []string, forms map[string]int) {
	forms = map[string]int{}
	for _, m := range regexp.MustCompile(`\{([^{}]*)\}`).FindAllStringSubmatch(text, -1) {
		parts := strings.Split(m[1], "|")
		if !slices.Contains(names, parts[0]) {
			names = append(names, parts[0])
		}
		if len(parts) > 1 {
			forms[parts[0]] = len(parts) - 1
		}
	}
	slices.Sort(names)
	return names, forms
}

func TestComplete(t *testing.T) {
	english := English.All()
	for _, l := range Langs() {
		texts := l.All()
		for key := range maps.Keys(texts) {
			if _, ok := english[key]; !ok {
				t.Errorf("%s has %q, which English has not", l, key)
			}
		}
		for key, want := range english {
			got, ok := texts[key]
			if !ok || strings.TrimSpace(got) == "" {
				t.Errorf("%s lacks %q", l, key)
				continue
			}
			wantNames, _ := slots(want)
			gotNames, forms := slots(got)
			if !slices.Equal(gotNames, wantNames) {
				t.Errorf("%s: %q has values %v, want %v", l, key, gotNames, wantNames)
			}
			for name, n := range forms {
				if wantForms := map[Lang]int{English: 2, Russian: 3, Chinese: 1}[l]; n != wantForms {
					t.Errorf("%s: %q has %d forms for %s, want %d", l, key, n, name, wantForms)
				}
			}
			if strings.Count(got, "{") != strings.Count(got, "}") {
				t.Errorf("%s: %q has unequal braces: %s", l, key, got)
			}
		}
	}
}

// built are the beginnings of keys that programs put together from names.
var built = []string{
	"algorithm.", "order.", "cut.", "signs.", "fail.", "stage.", "convention.",
	"unit.", "side.", "option.", "theme.", "dialog.", "style.", "shapes.", "learn.", "compare.", // of the page
}

// TestUsed finds each key in a source file that ships.
func TestUsed(t *testing.T) {
	mentioned := map[string]bool{}
	quoted := regexp.MustCompile("[\"'`]([a-z][a-z0-9-]*(?:\\.[a-z0-9-]+)+)[\"'`]")
	err := filepath.WalkDir("../..", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		switch filepath.Ext(p) {
		case ".go", ".ts", ".tsx":
		default:
			return nil
		}
		if strings.HasSuffix(p, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		for _, m := range quoted.FindAllSubmatch(text, -1) {
			mentioned[string(m[1])] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for key := range English.All() {
		prefixed := slices.ContainsFunc(built, func(b string) bool { return strings.HasPrefix(key, b) })
		if !mentioned[key] && !prefixed {
			t.Errorf("no source mentions %q", key)
		}
	}
}

func TestText(t *testing.T) {
	tests := []struct {
		lang Lang
		text string
		n    int
		want string
	}{
		{English, "{n} {n|leaf|leaves}", 1, "1 leaf"},
		{English, "{n} {n|leaf|leaves}", 0, "0 leaves"},
		{Russian, "{n} {n|лист|листа|листьев}", 1, "1 лист"},
		{Russian, "{n} {n|лист|листа|листьев}", 3, "3 листа"},
		{Russian, "{n} {n|лист|листа|листьев}", 12, "12 листьев"},
		{Russian, "{n} {n|лист|листа|листьев}", 111, "111 листьев"},
		{Russian, "{n} {n|лист|листа|листьев}", 121, "121 лист"},
		{Chinese, "{n} 个叶子", 2, "2 个叶子"},
		{English, "{other} stays, {n", 2, "{other} stays, {n"},
		{English, "no slot", 2, "no slot"},
	}
	for _, tt := range tests {
		if got := tt.lang.Fill(tt.text, "n", tt.n); got != tt.want {
			t.Errorf("%s: Fill(%q, n=%d) = %q, want %q", tt.lang, tt.text, tt.n, got, tt.want)
		}
	}
}

func TestFillTakesValuesAsTheyAre(t *testing.T) {
	if got, want := English.Fill("{a} {b}", "a", "{b}", "b", "x"), "{b} x"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFromEnvironment(t *testing.T) {
	tests := []struct {
		env  map[string]string
		want Lang
	}{
		{nil, English},
		{map[string]string{"LANG": "ru_RU.UTF-8"}, Russian},
		{map[string]string{"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, English},
		{map[string]string{"LANG": "C", "LC_MESSAGES": "zh_CN"}, Chinese},
		{map[string]string{"LANG": "fr_FR"}, English},
	}
	for _, tt := range tests {
		if got := FromEnvironment(func(name string) string { return tt.env[name] }); got != tt.want {
			t.Errorf("%v: got %s, want %s", tt.env, got, tt.want)
		}
	}
	if _, err := Parse("tlh"); err == nil {
		t.Error("Klingon is accepted")
	}
}
