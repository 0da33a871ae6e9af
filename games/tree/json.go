package tree

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// parseJSON parses a tree in JSON. It returns the offset after the tree, or of
// the error.
func parseJSON(text string, b *builder) (end int, err error) {
	r := &jsonReader{Decoder: json.NewDecoder(strings.NewReader(text))}
	r.UseNumber()
	root, err := r.node(0)
	if err == nil {
		err = b.grow(root)
	}
	return int(r.InputOffset()), err
}

// jsonReader reads specs.
type jsonReader struct {
	*json.Decoder
	nodes int
}

func (r *jsonReader) token() (json.Token, error) {
	t, err := r.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		err = reason.New("the tree is not complete")
	case errors.As(err, &syntax):
		err = reason.Errorf("%v", syntax)
	}
	return t, err
}

// node reads a node at a ply and its subtree.
func (r *jsonReader) node(ply int) (Spec, error) {
	if ply > MaxPlies {
		return Spec{}, reason.Errorf("deeper than %d plies", MaxPlies)
	}
	if r.nodes++; r.nodes > MaxNodes {
		return Spec{}, reason.Errorf("more than %d nodes", MaxNodes)
	}
	t, err := r.token()
	if err != nil {
		return Spec{}, err
	}
	switch t := t.(type) {
	case json.Number:
		return Spec{Number: t.String()}, nil
	case json.Delim:
		if t == '[' {
			children, err := r.children(ply)
			return Spec{Children: children}, err
		}
		return r.object(ply)
	}
	return Spec{}, reason.Errorf("%v, want a number, an array or an object", t)
}

// children reads the children of a node at a ply up to the end of the current array.
func (r *jsonReader) children(ply int) (all []Spec, err error) {
	for r.More() {
		child, err := r.node(ply + 1)
		if err != nil {
			return nil, err
		}
		all = append(all, child)
	}
	if _, err := r.token(); err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, reason.New("a node without children needs a number")
	}
	return all, nil
}

// object reads a node at a ply up to the end of the current object.
func (r *jsonReader) object(ply int) (s Spec, err error) {
	for r.More() {
		key, err := r.token()
		if err != nil {
			return s, err
		}
		if key == "children" {
			err = r.list(&s, ply)
		} else {
			err = r.field(&s, key)
		}
		if err != nil {
			return s, err
		}
	}
	if _, err := r.token(); err != nil {
		return s, err
	}
	if s.Number == "" && s.Children == nil {
		return s, reason.New("an object without value and children")
	}
	return s, nil
}

// list reads the children of s.
func (r *jsonReader) list(s *Spec, ply int) error {
	t, err := r.token()
	if err == nil && t != json.Delim('[') {
		err = reason.Errorf("children is %v, want an array", t)
	}
	if err == nil && s.Children != nil {
		err = reason.New("children twice in one object")
	}
	if err == nil {
		s.Children, err = r.children(ply)
	}
	return err
}

// field reads the field key of s: name, value, turn, probability, noisy or pass.
func (r *jsonReader) field(s *Spec, key json.Token) error {
	t, err := r.token()
	if err != nil {
		return err
	}
	text, isText := t.(string)
	is, isBool := t.(bool)
	if number, ok := t.(json.Number); ok && key != "name" && key != "turn" {
		text, isText = number.String(), true
	}
	switch {
	case key == "noisy" && isBool:
		s.Noisy = is
		return nil
	case key == "pass" && isBool:
		s.Pass = is
		return nil
	case key == "noisy" || key == "pass":
		return reason.Errorf("%s is %v, want true or false", key, t)
	case key == "value" && isText && s.Number != "":
		return reason.New("a second value in one object")
	case key == "value" && isText:
		s.Number = text
		_, err := parseNumber(text)
		if err != nil {
			err = reason.Errorf("%q, %w", text, err)
		}
		return err
	case key == "probability" && isText:
		s.Share = text
		_, err := parseShare(text)
		return err
	case key == "turn" && turnOf[text] != Alternate:
		s.Turn = turnOf[text]
		return nil
	case key == "turn":
		return reason.Errorf("turn is %v, want max, min or chance", t)
	case key == "name" && isText:
		s.Name = text
		return checkName(text)
	case key == "name":
		return reason.Errorf("name is %v, want a string", t)
	case key == "value" || key == "probability":
		return reason.Errorf("%s is %v, want a number", key, t)
	}
	return reason.Errorf("key %q, want name, value, turn, probability, noisy, pass or children", key)
}
