package tree

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// parseJSON parses a tree in JSON. It returns the offset after the tree, or of the error.
func parseJSON(text string, b *builder) (end int, err error) {
	r := &jsonReader{Decoder: json.NewDecoder(strings.NewReader(text))}
	r.UseNumber()
	root, err := r.node(0)
	if err == nil {
		err = b.graft(root)
	}
	return int(r.InputOffset()), err
}

// jsonReader reads nodes.
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
func (r *jsonReader) node(ply int) (*Node, error) {
	if ply > MaxPlies {
		return nil, reason.Errorf("deeper than %d plies", MaxPlies)
	}
	if r.nodes++; r.nodes > MaxNodes {
		return nil, reason.Errorf("more than %d nodes", MaxNodes)
	}
	t, err := r.token()
	if err != nil {
		return nil, err
	}
	n := &Node{}
	switch t := t.(type) {
	case json.Number:
		n.number.text = t.String()
		return n, nil
	case json.Delim:
		if t == '[' {
			return n, r.children(n, ply)
		}
		return n, r.object(n, ply)
	}
	return nil, reason.Errorf("%v, want a number, an array or an object", t)
}

// children reads the children of n, at a ply, up to the end of the current array.
func (r *jsonReader) children(n *Node, ply int) error {
	for r.More() {
		child, err := r.node(ply + 1)
		if err != nil {
			return err
		}
		n.Children = append(n.Children, child)
	}
	if _, err := r.token(); err != nil {
		return err
	}
	if len(n.Children) == 0 {
		return reason.New("a node without children needs a number")
	}
	return nil
}

// object reads n, at a ply, up to the end of the current object.
func (r *jsonReader) object(n *Node, ply int) error {
	for r.More() {
		key, err := r.token()
		if err != nil {
			return err
		}
		t, err := r.token()
		if err != nil {
			return err
		}
		switch {
		case key != "children":
			err = n.set(key.(string), t) // the decoder allows only a string here
		case t != json.Delim('['):
			err = reason.Errorf("children is %v, want an array", t)
		case n.Children != nil:
			err = reason.New("children twice in one object")
		default:
			err = r.children(n, ply)
		}
		if err != nil {
			return err
		}
	}
	if _, err := r.token(); err != nil {
		return err
	}
	if n.number.text == "" && n.Children == nil {
		return reason.New("an object without value and children")
	}
	return nil
}

// jsonFields read the fields of a node except its flags and its children.
var jsonFields = map[string]func(n *Node, t json.Token) error{
	"name": func(n *Node, t json.Token) error {
		name, ok := t.(string)
		if !ok {
			return reason.Errorf("name is %v, want a string", t)
		}
		n.Name = name
		return checkName(name)
	},
	"turn": func(n *Node, t json.Token) error {
		word, _ := t.(string)
		if n.Turn = turnOf[word]; n.Turn == Alternate {
			return reason.Errorf("turn is %v, want max, min or chance", t)
		}
		return nil
	},
	"value": func(n *Node, t json.Token) (err error) {
		if n.number.text != "" {
			return reason.New("a second value in one object")
		}
		if n.number.text, err = numeral("value", t); err == nil {
			err = n.number.read()
		}
		return err
	},
	"probability": func(n *Node, t json.Token) (err error) {
		if n.share, err = numeral("probability", t); err == nil {
			_, err = parseShare(n.share)
		}
		return err
	},
}

// numeral returns a number as it is written, as a number or a string.
func numeral(key string, t json.Token) (string, error) {
	switch t := t.(type) {
	case string:
		return t, nil
	case json.Number:
		return t.String(), nil
	}
	return "", reason.Errorf("%s is %v, want a number", key, t)
}

// set sets the field of a key.
func (n *Node) set(key string, t json.Token) error {
	if read := jsonFields[key]; read != nil {
		return read(n, t)
	}
	for _, f := range flags {
		if f.key == key {
			is, ok := t.(bool)
			if *f.of(n) = is; !ok {
				return reason.Errorf("%s is %v, want true or false", key, t)
			}
			return nil
		}
	}
	return reason.Errorf("key %q, want name, value, turn, probability, noisy, pass or children", key)
}
