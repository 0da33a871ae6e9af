package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"unicode/utf8"
)

func (a *app) writeJSON(doc any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := a.out.Write(escapeControls(text.Bytes()))
	return err
}

// controls are the control characters that JSON lets stand as they are, and
// terminals may obey.
var controls = regexp.MustCompile(`[\x{7f}-\x{9f}]`)

func escapeControls(text []byte) []byte {
	return controls.ReplaceAllFunc(text, func(c []byte) []byte {
		r, _ := utf8.DecodeRune(c)
		return fmt.Appendf(nil, `\u%04x`, r)
	})
}

func notNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
