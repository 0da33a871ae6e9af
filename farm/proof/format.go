package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// schema is the schema of a proof's header.
const schema = "ply.proof/1"

// Header is the header of a proof.
type Header struct {
	Schema   string  `json:"schema"`   // "ply.proof/1"
	Game     string  `json:"game"`     // as engine.About.Name
	Position string  `json:"position"` // the root
	Claims   []Claim `json:"claims"`   // one or two, each with its tree
	// Jobs is the common part of the jobs on which leaves rest, in their own format. With the
	// position and the window of a leaf it determines the name of the leaf's job. Nil means
	// that it is unknown.
	Jobs json.RawMessage `json:"jobs,omitempty"`
}

const (
	maxHeader = 64 << 10 // bytes
	maxClaims = 2
	maxNumber = 1 << 20 // of a record
	maxName   = 255     // bytes
)

// kind is the kind of a record; see the documentation of the package.
type kind uint8

const (
	kindEnd kind = iota
	kindKnown
	kindRests
	kindChoose
	kindAll
	kinds
)

const kindBits = 3

// check rejects headers that no proof can have.
func (h *Header) check() error {
	if err := reason.Schema(h.Schema, schema, nil); err != nil {
		return err
	}
	if len(h.Claims) < 1 || len(h.Claims) > maxClaims {
		return reason.Errorf("%d claims, want 1 or 2", len(h.Claims))
	}
	for _, c := range h.Claims {
		if !c.valid() {
			return reason.Errorf("a claim of %v", c.AtLeast)
		}
	}
	return nil
}

// readHeader reads the first line of a proof.
func readHeader(r io.ByteReader) (h Header, err error) {
	var line []byte
	for {
		b, err := r.ReadByte()
		if err != nil {
			return h, reason.New("it ends within the header")
		}
		if b == '\n' {
			break
		}
		if line = append(line, b); len(line) >= maxHeader {
			return h, reason.New("the header is too long")
		}
	}
	// A later format may have fields that this one does not know.
	if json.Unmarshal(line, &h) == nil && errors.Is(reason.Schema(h.Schema, schema, nil), reason.ErrNewer) {
		return h, h.check()
	}
	h = Header{}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&h); err != nil {
		return h, reason.Errorf("the header: %w", err)
	}
	if d.InputOffset() != int64(len(line)) {
		return h, reason.New("the header: more than one document")
	}
	if err := noDoubles(json.NewDecoder(bytes.NewReader(line))); err != nil {
		return h, reason.Errorf("the header: %w", err)
	}
	return h, h.check()
}

// noDoubles rejects a JSON value in which an object has a key twice: readers differ in which
// value they use. As in package encoding/json, case does not matter.
func noDoubles(d *json.Decoder) error {
	begin, err := d.Token()
	if err != nil || begin != json.Delim('{') && begin != json.Delim('[') {
		return err
	}
	var keys []string
	for d.More() {
		if begin == json.Delim('{') {
			token, err := d.Token()
			if err != nil {
				return err
			}
			key, _ := token.(string)
			if slices.ContainsFunc(keys, func(other string) bool { return strings.EqualFold(key, other) }) {
				return reason.Errorf("the key %q stands twice", key)
			}
			keys = append(keys, key)
		}
		if err := noDoubles(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}
