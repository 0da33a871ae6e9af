package lesson

import "regexp"

// refusals are what package tree says of trees that it cannot read, with the
// texts that say the same in any language. Where one holds another, as the
// place of an offence does, the last group is looked up in turn.
var refusals = []struct {
	message *regexp.Regexp
	key     string
	names   []string // of the values, by group
}{
	{regexp.MustCompile(`^tree: line (\d+), column (\d+): (.*)$`), "refusal.place", []string{"line", "column", "why"}},
	{regexp.MustCompile(`^tree: empty text, want a tree, for example (.*)$`), "refusal.empty", []string{"example"}},
	{regexp.MustCompile(`^the tree is not complete: (\d+) parentheses are open$`), "refusal.open", []string{"n"}},
	{regexp.MustCompile(`^the tree is not complete$`), "refusal.incomplete", nil},
	{regexp.MustCompile(`^(.*) after the tree$`), "refusal.after", []string{"what"}},
	{regexp.MustCompile(`^(.*) without its opening parenthesis$`), "refusal.unopened", []string{"what"}},
	{regexp.MustCompile(`^(.*), want a decimal number such as .*$`), "refusal.number", []string{"what"}},
	{regexp.MustCompile(`^(.*), want a number below 1e308$`), "refusal.large", []string{"what"}},
	{regexp.MustCompile(`^(.*), want a number, a name or a parenthesis$`), "refusal.item", []string{"what"}},
	{regexp.MustCompile(`^(.*) after the name (.*), want = or \($`), "refusal.named", []string{"what", "name"}},
	{regexp.MustCompile(`^(.*), want a number or a name of letters, digits and _$`), "refusal.name", []string{"what"}},
	{regexp.MustCompile(`^a node without children needs a number$`), "refusal.leaf", nil},
	{regexp.MustCompile(`^tree: two children of one node are named (.*)$`), "refusal.twice", []string{"name"}},
	{regexp.MustCompile(`^more than (\d+) nodes$`), "refusal.nodes", []string{"n"}},
	{regexp.MustCompile(`^tree: \d+ nodes, want at most (\d+)$`), "refusal.nodes", []string{"n"}},
	{regexp.MustCompile(`^deeper than (\d+) plies$`), "refusal.deep", []string{"n"}},
	{regexp.MustCompile(`^(.*) and (.*) both follow no node, want one root$`), "refusal.roots", []string{"one", "other"}},
	{regexp.MustCompile(`^every node follows another, want one root$`), "refusal.circle", nil},
}

// refusal is an error in the words of a language.
type refusal struct {
	error
	text string
}

func (r refusal) Error() string { return r.text }

func (r refusal) Unwrap() error { return r.error }

// Refusal says in a language why a tree could not be read. An error that it has
// no words for stays as it is.
func Refusal(l Lang, err error) error {
	if err == nil || l == English {
		return err
	}
	if text := refused(l, err.Error()); text != err.Error() {
		return refusal{err, text}
	}
	return err
}

// refused returns a message in a language; itself if there are no words for it.
func refused(l Lang, message string) string {
	for _, r := range refusals {
		found := r.message.FindStringSubmatch(message)
		if found == nil {
			continue
		}
		var values []any
		for i, name := range r.names {
			value := found[i+1]
			if name == "why" {
				value = refused(l, value)
			}
			if value == "the end" {
				value = l.Text("refusal.end")
			}
			values = append(values, name, value)
		}
		return l.Text(r.key, values...)
	}
	return message
}
