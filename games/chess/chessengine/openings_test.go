package chessengine

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/golden"
)

var openingsFolder = flag.String("openings", "../../../../shared/data/chess/openings", "folder of the collection of openings, a.tsv to e.tsv")

// TestOpeningsFile compares the packed openings with the collection, if it is here. With -update it
// packs them again. Each line of the collection has a code, a name and the moves.
func TestOpeningsFile(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(*openingsFolder, "[a-e].tsv"))
	if len(files) == 0 {
		t.Skip("no collection at", *openingsFolder)
	}
	var plain []byte
	names, moves := openings()
	read := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			fields := strings.Split(strings.TrimSpace(line), "\t")
			if len(fields) != 3 || fields[0] == "eco" {
				continue
			}
			name, line := fields[0]+" "+fields[1], readLine(t, fields[2])
			plain = appendOpening(plain, name, line)
			if !golden.Update() && (read >= len(names) || names[read] != name || !slices.Equal(moves[read], line)) {
				t.Fatalf("opening %d is not %s", read, name)
			}
			read++
		}
	}
	if !golden.Update() && read != len(names) {
		t.Errorf("%d openings packed, %d in the collection", len(names), read)
	}
	if golden.Update() {
		var out bytes.Buffer
		w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
		w.Write(plain)
		w.Close()
		if err := os.WriteFile("openings.gz", out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// readLine reads moves with their numbers.
func readLine(t *testing.T, text string) (line []move) {
	rules := chess.Rules{}
	s := rules.Start()
	for word := range strings.FieldsSeq(text) {
		if strings.HasSuffix(word, ".") {
			continue
		}
		m, err := rules.ParseMove(&s, word)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		line = append(line, m)
		rules.Play(&s, &s, m)
	}
	return line
}

// appendOpening adds the length of the name, the name, the number of moves, and the moves in two bytes each.
func appendOpening(b []byte, name string, line []move) []byte {
	b = append(binary.AppendUvarint(b, uint64(len(name))), name...)
	b = binary.AppendUvarint(b, uint64(len(line)))
	for _, m := range line {
		b = binary.LittleEndian.AppendUint16(b, uint16(m))
	}
	return b
}

// TestOdds checks that the positions with odds are initial positions without some pieces, differ,
// and come in pairs for White and Black.
func TestOdds(t *testing.T) {
	rules := chess.Rules{}
	start := rules.Start()
	whole := pieces(&start)
	met := map[string]bool{}
	for i, s := range (Evaluation{}).Odds() {
		cells, gone := pieces(&s), ""
		for k := range cells {
			if cells[k] != whole[k] {
				gone += string(whole[k])
			}
		}
		text := rules.FormatPosition(&s)
		if again, err := rules.ParsePosition(text); err != nil || again != s || met[text] || s.Turn() != chess.White {
			t.Errorf("%s: %v", text, err)
		}
		met[text] = true
		if want := len(odds[i/2]) / 2; len(gone) != want || strings.Count(text, "K")+strings.Count(text, "k") < 2 {
			t.Errorf("%s: without %q, want %d pieces less", text, gone, want)
		}
		if rooks := strings.ContainsAny(gone, "Rr"); rooks == strings.Contains(text, " KQkq ") {
			t.Errorf("%s: rights to castle without %q", text, gone)
		}
		if white := strings.ToUpper(gone) == gone; len(odds[i/2]) == 2 && white != (i%2 == 0) {
			t.Errorf("%s: %q of the wrong side", text, gone)
		}
	}
	if len(met) != 2*len(odds) {
		t.Errorf("%d positions, want %d", len(met), 2*len(odds))
	}
}
