package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"aead.dev/minisign"
	"golang.org/x/term"
)

// sumsFile is the name of the file of checksums.
const sumsFile = "SHA256SUMS"

// signer returns a function that signs checksums with the secret key in a file; nil if path
// is "". If the key is encrypted, it reads the password from in, a terminal or a pipe.
func signer(path string, in *os.File) (func(sums []byte, when time.Time) []byte, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var key minisign.PrivateKey
	if minisign.IsEncrypted(text) {
		word, err := password(in)
		if err != nil {
			return nil, err
		}
		key, err = minisign.DecryptKey(word, text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	} else if err := key.UnmarshalText(text); err != nil {
		return nil, fmt.Errorf("%s: no secret key of minisign: %w", path, err)
	}
	return func(sums []byte, when time.Time) []byte {
		trusted := fmt.Sprintf("timestamp:%d\tfile:%s", when.Unix(), sumsFile)
		return minisign.SignWithComments(key, sums, trusted, fmt.Sprintf("signature of Plywood's %s, key %016X", sumsFile, key.ID()))
	}, nil
}

// password reads a password: a line, not shown on a terminal.
func password(in *os.File) (string, error) {
	if fd := int(in.Fd()); term.IsTerminal(fd) {
		fmt.Fprint(os.Stderr, "Password of the key: ")
		word, err := term.ReadPassword(fd)
		fmt.Fprintln(os.Stderr)
		return string(word), err
	}
	line, err := bufio.NewReader(in).ReadString('\n')
	if err == io.EOF {
		err = nil
	}
	return strings.TrimRight(line, "\r\n"), err
}
