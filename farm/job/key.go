package job

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/plywood-go/plywood/internal/reason"
)

// Key names a job by what it is: the sum of its document.
type Key [sha256.Size]byte

// Key returns the name of j. Who names many jobs of one [Spec] has a [Namer] for it.
func (j *Job) Key() Key { return new(Namer).Key(j) }

// Namer names jobs. What it has of the document of one is kept for the next, which is
// most often of the same spec. The zero value is ready.
type Namer struct {
	spec Spec
	doc  []byte // begins with what jobs of spec have in common
	head int    // the length of that
}

// Key returns the name of j.
func (n *Namer) Key(j *Job) Key {
	if !plain(j.Position) || !plain(j.Part) {
		return sha256.Sum256(encode(jobDocument{jobSchema, j}))
	}
	if n.head == 0 || n.spec != j.Spec {
		doc := encode(jobDocument{jobSchema, &Job{Spec: j.Spec}})
		n.spec, n.doc, n.head = j.Spec, doc, len(doc)-1
	}
	doc := n.doc[:n.head]
	if j.Position != "" {
		doc = append(append(append(doc, `,"position":"`...), j.Position...), '"')
	}
	if j.Part != "" {
		doc = append(append(append(doc, `,"part":"`...), j.Part...), '"')
	}
	n.doc = append(doc, '}')
	return sha256.Sum256(n.doc)
}

// plain reports whether a text is written in JSON as it is.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// String returns the key in hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// MarshalText implements encoding.TextMarshaler.
func (k Key) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, k[:]), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *Key) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(k)) {
		return reason.Errorf("key %q, want %d hexadecimal digits", text, hex.EncodedLen(len(k)))
	}
	_, err := hex.Decode(k[:], text)
	return err
}

// ParseKey reads a key.
func ParseKey(text string) (k Key, err error) {
	err = k.UnmarshalText([]byte(text))
	return k, err
}

// A document is sealed by a last field, the SHA-256 of what it is without it:
//
//	{"schema":"ply.job/1",…,"sum":"0123…"}
const (
	sealBegin = `,"sum":"`
	sealEnd   = `"}`
	sealSize  = len(sealBegin) + 2*sha256.Size + len(sealEnd)
)

// seal returns the document that is sealed of one that is not.
func seal(body []byte) []byte {
	sum := Key(sha256.Sum256(body))
	doc := append(make([]byte, 0, len(body)+sealSize), body[:len(body)-1]...)
	doc = append(doc, sealBegin...)
	doc = hex.AppendEncode(doc, sum[:])
	return append(doc, sealEnd...)
}

// unseal returns what was sealed, and its sum; ok is false if that is not right.
func unseal(doc []byte) (body []byte, sum Key, ok bool) {
	at := len(doc) - sealSize
	if at < 1 || string(doc[at:at+len(sealBegin)]) != sealBegin || string(doc[len(doc)-len(sealEnd):]) != sealEnd {
		return nil, sum, false
	}
	body = append(append(make([]byte, 0, at+1), doc[:at]...), '}')
	sum = sha256.Sum256(body)
	return body, sum, string(doc[at+len(sealBegin):len(doc)-len(sealEnd)]) == sum.String()
}

// encode returns the one JSON of a document.
func encode(doc any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		panic(err) // there is nothing in it that could fail
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// decode reads a document that is sealed, and whose schema, to be found in *schema,
// must be want. It returns the sum.
func decode(data []byte, doc any, schema *string, want string) (Key, error) {
	body, sum, ok := unseal(data)
	if !ok {
		return sum, ErrDamaged
	}
	switch err := json.Unmarshal(body, doc); {
	case *schema != want:
		return sum, reason.Errorf("schema %q, want %s: it may be of a later version", *schema, want)
	case err != nil:
		return sum, reason.Errorf("%w: %w", ErrDamaged, err)
	}
	return sum, nil
}
