package raster

import (
	"fmt"
	"slices"
	"strings"
)

// rule is one selector with its properties.
type rule struct {
	selector []compound
	weight   int // classes count more than elements
	set      map[string]string
}

// compound is the part of a selector that one element must match.
type compound struct {
	name    string
	classes []string
}

// readRules reads a style sheet. It skips rules that depend on the medium.
func readRules(text string) ([]rule, error) {
	var rules []rule
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		head, rest, ok := strings.Cut(text, "{")
		if !ok {
			return nil, fmt.Errorf("style %q", text)
		}
		if strings.HasPrefix(head, "@") {
			text = afterBlock(rest)
			continue
		}
		body, after, ok := strings.Cut(rest, "}")
		if !ok {
			return nil, fmt.Errorf("style %q", head)
		}
		set := map[string]string{}
		for declaration := range strings.SplitSeq(body, ";") {
			if name, value, ok := strings.Cut(declaration, ":"); ok {
				set[strings.TrimSpace(name)] = strings.TrimSpace(value)
			}
		}
		for selector := range strings.SplitSeq(head, ",") {
			rules = append(rules, newRule(selector, set))
		}
		text = after
	}
	slices.SortStableFunc(rules, func(a, b rule) int { return a.weight - b.weight })
	return rules, nil
}

// afterBlock returns the text after the block whose opening brace has been
// read.
func afterBlock(text string) string {
	depth := 1
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			return text[i+1:]
		}
	}
	return ""
}

func newRule(selector string, set map[string]string) rule {
	r := rule{set: set}
	for _, part := range strings.Fields(selector) {
		names := strings.Split(part, ".")
		c := compound{names[0], names[1:]}
		r.selector = append(r.selector, c)
		r.weight += 100 * len(c.classes)
		if c.name != "" {
			r.weight++
		}
	}
	return r
}

// matches reports whether the rule applies to the last element of a path.
func (r *rule) matches(path []element) bool {
	last := len(r.selector) - 1
	if last < 0 || !r.selector[last].matches(&path[len(path)-1]) {
		return false
	}
	left := last - 1
	for i := len(path) - 2; i >= 0 && left >= 0; i-- {
		if r.selector[left].matches(&path[i]) {
			left--
		}
	}
	return left < 0
}

func (c *compound) matches(e *element) bool {
	if c.name != "" && c.name != e.name {
		return false
	}
	for _, class := range c.classes {
		if !slices.Contains(e.classes, class) {
			return false
		}
	}
	return true
}

// inherited are the properties that an element inherits.
var inherited = []string{"fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-weight", "font-style", "text-anchor"}

// style returns the properties of the open element.
func (p *painter) style() map[string]string {
	all := map[string]string{}
	for depth := range p.path {
		for name := range all {
			if !slices.Contains(inherited, name) {
				delete(all, name)
			}
		}
		for i := range p.rules {
			if r := &p.rules[i]; r.matches(p.path[:depth+1]) {
				for name, value := range r.set {
					all[name] = value
				}
			}
		}
	}
	return all
}
