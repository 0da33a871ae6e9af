package trace

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/plain"
)

// Schema is the name and version of the JSON form of a stream. docs/trace.md
// describes the form field by field. A reader rejects every other name; a
// change that an old reader could misread gets a new number.
const Schema = "ply.trace/1"

// Limits of what Decode accepts, beside event.MaxPly.
const (
	// MaxEvents is the largest number of events in a document.
	MaxEvents = 1 << 20
	// maxBytes is the largest size of a document.
	maxBytes = 1 << 28
)

// ErrFormat is wrapped by the errors of Decode and Build for a document or a
// stream that breaks the rules of the schema.
var ErrFormat = errors.New("bad trace")

// Document is a stream together with its origin. The three texts are for
// readers and may be empty.
type Document struct {
	Game      string        // its name, with its size
	Position  string        // the root, in the game's text form
	Algorithm string        // as the command line names it
	Events    []event.Event // in order
}

// Encode writes d as one JSON document, one event a line. Each event has the
// fields that apply to its kind; see [Event].
func Encode(w io.Writer, d Document) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `{"schema":%q`, Schema)
	for _, field := range []struct{ name, text string }{
		{"game", d.Game}, {"position", d.Position}, {"algorithm", d.Algorithm},
	} {
		if field.text != "" {
			fmt.Fprintf(out, `,%q:%s`, field.name, quoteJSON(field.text))
		}
	}
	out.WriteString(`,"events":[`)
	for i, e := range d.Events {
		line, err := json.Marshal(toWire(e))
		if err != nil {
			return fmt.Errorf("trace: event %d: %w", i, err)
		}
		fmt.Fprintf(out, "%s\n%s", comma(i), line)
	}
	out.WriteString("\n]}\n")
	return out.Flush()
}

// Decode reads the output of Encode. It rejects unknown, missing and misplaced
// fields, values out of range and documents beyond the limits above. Build
// checks whether the events are consistent.
func Decode(r io.Reader) (Document, error) {
	limited := &io.LimitedReader{R: r, N: maxBytes + 1}
	d := decoder{json: json.NewDecoder(limited)}
	d.json.DisallowUnknownFields()
	err := d.document()
	switch {
	case limited.N <= 0:
		return Document{}, fmt.Errorf("trace: more than %d bytes: %w", maxBytes, ErrFormat)
	case err != nil:
		return Document{}, fmt.Errorf("trace: %w", err)
	}
	return d.doc, nil
}

// A decoder reads a document token by token, so that a long stream is never in
// memory twice.
type decoder struct {
	json *json.Decoder
	doc  Document
}

func (d *decoder) document() error {
	if err := d.expect(json.Delim('{')); err != nil {
		return err
	}
	seen := map[string]bool{}
	for d.json.More() {
		token, err := d.json.Token()
		if err != nil {
			return broken(err)
		}
		name := token.(string) // the decoder allows only a key here
		if seen[name] {
			return fmt.Errorf("field %q twice: %w", name, ErrFormat)
		}
		seen[name] = true
		if err := d.field(name); err != nil {
			return err
		}
	}
	if err := d.expect(json.Delim('}')); err != nil {
		return err
	}
	for _, name := range []string{"schema", "events"} {
		if !seen[name] {
			return fmt.Errorf("no field %q: %w", name, ErrFormat)
		}
	}
	if _, err := d.json.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("text after the document: %w", ErrFormat)
	}
	return nil
}

func (d *decoder) field(name string) error {
	switch name {
	case "schema":
		var schema string
		if err := d.text(name, &schema); err != nil {
			return err
		}
		if schema != Schema {
			return fmt.Errorf("schema %q, want %q: %w", plain.Clip(schema, 40), Schema, ErrFormat)
		}
		return nil
	case "game":
		return d.text(name, &d.doc.Game)
	case "position":
		return d.text(name, &d.doc.Position)
	case "algorithm":
		return d.text(name, &d.doc.Algorithm)
	case "events":
		return d.events()
	}
	return fmt.Errorf("unknown field %q: %w", plain.Clip(name, 40), ErrFormat)
}

func (d *decoder) text(name string, into *string) error {
	token, err := d.json.Token()
	if err != nil {
		return broken(err)
	}
	s, ok := token.(string)
	if !ok {
		return fmt.Errorf("field %q is not a string: %w", name, ErrFormat)
	}
	*into = s
	return nil
}

func (d *decoder) events() error {
	if err := d.expect(json.Delim('[')); err != nil {
		return err
	}
	for d.json.More() {
		i := len(d.doc.Events)
		if i == MaxEvents {
			return fmt.Errorf("more than %d events: %w", MaxEvents, ErrFormat)
		}
		var w wireEvent
		if err := d.json.Decode(&w); err != nil {
			return fmt.Errorf("event %d: %w", i, broken(err))
		}
		e, err := w.event()
		if err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
		d.doc.Events = append(d.doc.Events, e)
	}
	return d.expect(json.Delim(']'))
}

func (d *decoder) expect(want json.Delim) error {
	token, err := d.json.Token()
	if err != nil {
		return broken(err)
	}
	if token != want {
		return fmt.Errorf("at byte %d: want %v: %w", d.json.InputOffset(), want, ErrFormat)
	}
	return nil
}

// broken turns an error of package json into a format error; errors of the
// underlying reader pass unchanged.
func broken(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, ErrFormat):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the document ends too early: %w", ErrFormat)
	case errors.As(err, &syntax):
		return fmt.Errorf("at byte %d: %s: %w", syntax.Offset, plain.Clip(err.Error(), 80), ErrFormat)
	case errors.As(err, &kind):
		return fmt.Errorf("field %q cannot be a %s: %w", plain.Clip(kind.Field, 40), plain.Clip(kind.Value, 40), ErrFormat)
	}
	return fmt.Errorf("%s: %w", plain.Clip(err.Error(), 80), ErrFormat)
}

func quoteJSON(s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic("trace: a string that JSON cannot hold: " + err.Error())
	}
	return quoted
}

// wireScore is a score in JSON: a number, or "inf" or "-inf".
type wireScore game.Score

func (v wireScore) MarshalJSON() ([]byte, error) {
	switch game.Score(v) {
	case game.Infinity:
		return []byte(`"inf"`), nil
	case -game.Infinity:
		return []byte(`"-inf"`), nil
	}
	return json.Marshal(int32(v))
}

func (v *wireScore) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case `"inf"`:
		*v = wireScore(game.Infinity)
		return nil
	case `"-inf"`:
		*v = wireScore(-game.Infinity)
		return nil
	}
	var n int32
	if err := json.Unmarshal(text, &n); err != nil || string(text) == "null" {
		return fmt.Errorf("score %s is no number, \"inf\" or \"-inf\": %w", plain.Clip(string(text), 40), ErrFormat)
	}
	if s := game.Score(n); s >= game.Infinity || s <= -game.Infinity {
		return fmt.Errorf("score %d is out of range: %w", n, ErrFormat)
	}
	*v = wireScore(n)
	return nil
}
