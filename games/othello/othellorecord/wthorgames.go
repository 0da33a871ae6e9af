package othellorecord

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"strconv"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
)

// The tags of games from a WTHOR file: numbers in the base's lists of names, the best result
// that Black could have had, and fields of the header.
const (
	tagTournament = "wthor.tournament"
	tagBlack      = "wthor.black"
	tagWhite      = "wthor.white"
	tagBest       = "wthor.best"
	tagDepth      = "wthor.depth"
	tagKind       = "wthor.kind"
	tagCreated    = "wthor.created"
)

var wthorTags = []string{tagTournament, tagBlack, tagWhite, tagBest, tagDepth, tagKind, tagCreated}

// looksLikeWTHOR reports whether data is a .wtb file, or its beginning: by its
// length, or because its first game can be played.
func looksLikeWTHOR(data []byte) bool {
	if len(data) < wthorHeader+wthorGame || data[12] != 0 && data[12] != 8 {
		return false
	}
	length := wthorHeader + uint64(binary.LittleEndian.Uint32(data[4:]))*wthorGame
	first, err := parseWTHOR(data[wthorHeader:wthorHeader+wthorGame], 0)
	return uint64(len(data)) == length || uint64(len(data)) < length && err == nil && len(first.Moves) > 0
}

// readWTHOR reads a .wtb file as records.
func (r rules) readWTHOR(in io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		base, games, err := OpenBase(in)
		if err != nil {
			yield(Record{}, err)
			return
		}
		for g, err := range games {
			if !yield(base.record(&g), err) {
				return
			}
		}
	}
}

// record returns a game of b.
func (b *Base) record(g *Game) Record {
	return Record{
		Heading: record.Heading{
			Date:   strconv.Itoa(b.Year),
			Result: formatMargin(2*g.Discs - 64),
			Tags: map[string]string{
				tagTournament: strconv.Itoa(g.Tournament), tagBlack: strconv.Itoa(g.Black),
				tagWhite: strconv.Itoa(g.White), tagBest: strconv.Itoa(g.Best),
				tagDepth: strconv.Itoa(b.Depth), tagKind: strconv.Itoa(b.Kind), tagCreated: b.Created.String(),
			},
		},
		Start: othello.Rules{}.Start(), Moves: g.Moves,
	}
}

// String returns the day as in 2026-02-24.
func (d Day) String() string {
	return fmt.Sprintf("%02d%02d-%02d-%02d", d.Century, d.Year, d.Month, d.Day)
}

// writeWTHOR writes the games of one year as a .wtb file. Numbers that are missing among the
// tags, such as those of the players, become 0, the number of an unknown name. If a game broke
// off without a result, its discs are counted.
func (r rules) writeWTHOR(w io.Writer, records iter.Seq[Record]) error {
	base := Base{}
	for record := range records {
		if err := r.addTo(&base, &record); err != nil {
			return reason.Errorf("othello: game %d: %w", len(base.Games)+1, err)
		}
	}
	return base.Write(w)
}

// addTo adds a record to b. The first one gives the header.
func (r rules) addTo(b *Base, record *Record) error {
	if record.Start != r.Start() {
		return reason.New("a game in a WTHOR file begins at the usual start")
	}
	text := record.Date
	if len(text) > 4 {
		text = text[:4]
	}
	year, err := strconv.ParseUint(text, 10, 16)
	if text != "" && err != nil {
		return reason.Errorf("date %.12q, want one that begins with the year", record.Date)
	}
	number := func(tag string) int {
		n, _ := strconv.ParseUint(record.Tags[tag], 10, 16)
		return int(n)
	}
	if len(b.Games) == 0 {
		b.Year, b.Depth, b.Kind = int(year), number(tagDepth)&0xFF, number(tagKind)&0xFF
		day := &b.Created
		fmt.Sscanf(record.Tags[tagCreated], "%2d%2d-%d-%d", &day.Century, &day.Year, &day.Month, &day.Day)
	}
	if int(year) != b.Year {
		return reason.Errorf("of %d, the first of %d: a WTHOR file holds the games of one year", year, b.Year)
	}
	discs, known := discsOfBlack(r.result(record))
	if last := r.last(record); !known {
		discs = bits.OnesCount64(discsOf(&last)[othello.Black])
	}
	b.Games = append(b.Games, Game{
		Year: b.Year, Tournament: number(tagTournament), Black: number(tagBlack), White: number(tagWhite),
		Discs: discs, Best: number(tagBest) & 0xFF, Moves: record.Moves,
	})
	return nil
}
