// Chessopenings writes the names of openings that chessengine embeds. Its arguments are the
// files of the collection of lichess.org, in the public domain (CC0):
//
//	go run ./games/chess/chessengine/internal/chessopenings SOURCE/[a-e].tsv > games/chess/chessengine/openings.gz
//
// Each line has the code of the Encyclopaedia of Chess Openings, a name and the moves.
package main

import (
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"os"
	"strings"

	"github.com/plywood-go/plywood/games/chess"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(files []string) error {
	out, err := gzip.NewWriterLevel(os.Stdout, gzip.BestCompression)
	if err != nil {
		return err
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(data)) {
			fields := strings.Split(strings.TrimSpace(line), "\t")
			if len(fields) != 3 || fields[0] == "eco" {
				continue
			}
			packed, err := pack(fields[0]+" "+fields[1], fields[2])
			if err != nil {
				return fmt.Errorf("%s: %s: %w", file, fields[1], err)
			}
			if _, err := out.Write(packed); err != nil {
				return err
			}
		}
	}
	return out.Close()
}

// pack returns the length of the name, the name, the number of moves, and the moves in two
// bytes each.
func pack(name, moves string) ([]byte, error) {
	rules := chess.Rules{}
	s := rules.Start()
	var played []byte
	for word := range strings.FieldsSeq(moves) {
		if strings.HasSuffix(word, ".") {
			continue
		}
		m, err := rules.ParseMove(&s, word)
		if err != nil {
			return nil, err
		}
		played = binary.LittleEndian.AppendUint16(played, uint16(m))
		rules.Play(&s, &s, m)
	}
	b := append(binary.AppendUvarint(nil, uint64(len(name))), name...)
	return append(binary.AppendUvarint(b, uint64(len(played)/2)), played...), nil
}
