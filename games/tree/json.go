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
	r := &jsonReader{json.NewDecoder(strings.NewReader(text)), b}
	r.UseNumber()
	err = r.node()
	return int(r.InputOffset()), err
}

type jsonReader struct {
	*json.Decoder
	tree *builder
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

// node parses a node and its subtree.
func (r *jsonReader) node() error {
	t, err := r.token()
	if err != nil {
		return err
	}
	switch t := t.(type) {
	case json.Number:
		return r.tree.leaf("", t.String())
	case json.Delim:
		if t == '[' {
			return r.children()
		}
		return r.object()
	}
	return reason.Errorf("%v, want a number, an array or an object", t)
}

// children parses an inner node up to the end of the current array.
func (r *jsonReader) children() error {
	if err := r.tree.open(""); err != nil {
		return err
	}
	for r.More() {
		if err := r.node(); err != nil {
			return err
		}
	}
	if _, err := r.token(); err != nil {
		return err
	}
	return r.tree.close()
}

// object parses a node with a name up to the end of the current object.
func (r *jsonReader) object() error {
	name, index := "", len(r.tree.sprouts)
	for r.More() {
		key, err := r.token()
		if err != nil {
			return err
		}
		if key == "name" {
			name, err = r.name()
		} else {
			err = r.content(key, index)
		}
		if err != nil {
			return err
		}
	}
	if _, err := r.token(); err != nil {
		return err
	}
	if len(r.tree.sprouts) == index {
		return reason.New("an object without value and children")
	}
	r.tree.sprouts[index].name = name
	return nil
}

func (r *jsonReader) name() (string, error) {
	t, err := r.token()
	if err != nil {
		return "", err
	}
	name, ok := t.(string)
	if !ok {
		return "", reason.Errorf("name is %v, want a string", t)
	}
	return name, checkName(name)
}

// content parses the value of key, which must be value or children. The node,
// with the given index, must have neither yet.
func (r *jsonReader) content(key json.Token, index int) error {
	if key != "value" && key != "children" {
		return reason.Errorf("key %q, want name, value or children", key)
	}
	t, err := r.token()
	if err != nil {
		return err
	}
	if len(r.tree.sprouts) > index {
		return reason.New("a second value or children in one object")
	}
	number, isNumber := t.(json.Number)
	switch {
	case key == "value" && isNumber:
		return r.tree.leaf("", number.String())
	case key == "children" && t == json.Delim('['):
		return r.children()
	case key == "value":
		return reason.Errorf("value is %v, want a number", t)
	}
	return reason.Errorf("children is %v, want an array", t)
}
