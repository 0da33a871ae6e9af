package othellorecord

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
)

// Game is a game of the WTHOR base of the French Othello Federation. The players and the
// tournament are numbers in the base's lists of names; see [ReadNames].
type Game struct {
	Year                     int            // in which it was played
	Tournament, Black, White int            // numbers in the lists of names
	Discs                    int            // of Black at the end, empty squares to the winner
	Best                     int            // discs of Black with best play from some late move on
	Moves                    []othello.Move // with passes
}

// Base is a WTHOR file (.wtb), which holds the games of one year.
type Base struct {
	Created Day    // as the file says
	Year    int    // in which the games were played
	Kind    int    // 1 for a collection of problems, else 0
	Depth   int    // the number of empty squares from which on Best is exact
	Games   []Game // in the order of the file
}

// Day is the day on which a WTHOR file was made, as its header stores it.
type Day struct {
	Century, Year, Month, Day uint8 // Year counts from the century
}

// The WTHOR format, all numbers little-endian. A header of 16 bytes:
//
//	0 century  1 year  2 month  3 day  4–7 number of games  8–9 number of names
//	10–11 year of the games  12 board size (0 or 8)  13 kind  14 depth of Best
//
// and games of 68 bytes: tournament, Black and White in two bytes each, Black's discs, the
// most discs Black could have had, and 60 moves, 10·rank + file counted from 1; 0 is no move.
// Passes are left out.
const (
	wthorHeader = 16
	wthorGame   = 68
)

// OpenBase reads the header of a .wtb file and returns a reader of its games, which begin at
// the usual start. It checks the moves and inserts passes; a game may break off early. It
// yields a *record.Fault for a game that cannot be read.
func OpenBase(in io.Reader) (Base, iter.Seq2[Game, error], error) {
	var header [wthorHeader]byte
	if _, err := io.ReadFull(in, header[:]); err != nil {
		return Base{}, nil, reason.Errorf("othello: header of a WTHOR file: %w", err)
	}
	if size := header[12]; size != 0 && size != 8 {
		return Base{}, nil, reason.Errorf("othello: WTHOR file of board size %d, want 8", size)
	}
	base := Base{
		Created: Day{header[0], header[1], header[2], header[3]},
		Year:    int(binary.LittleEndian.Uint16(header[10:])),
		Kind:    int(header[13]), Depth: int(header[14]),
	}
	return base, func(yield func(Game, error) bool) {
		for n := range int(binary.LittleEndian.Uint32(header[4:])) {
			var raw [wthorGame]byte
			_, broken := io.ReadFull(in, raw[:])
			g, err := Game{}, broken
			if broken == nil {
				g, err = parseWTHOR(raw[:], base.Year)
			}
			if err != nil {
				err = &record.Fault{Game: n + 1, Err: reason.Errorf("othello: WTHOR game %d: %w", n+1, err)}
			}
			if !yield(g, err) || broken != nil {
				return
			}
		}
	}, nil
}

func parseWTHOR(raw []byte, year int) (Game, error) {
	word := func(at int) int { return int(binary.LittleEndian.Uint16(raw[at:])) }
	g := Game{Year: year, Tournament: word(0), Black: word(2), White: word(4), Discs: int(raw[6]), Best: int(raw[7])}
	if g.Discs > 64 || g.Best > 64 {
		return Game{}, reason.Errorf("%d and %d discs, want 0 to 64", g.Discs, g.Best)
	}
	r := othello.Rules{}
	s := r.Start()
	for i, b := range raw[8:] {
		if b == 0 {
			break
		}
		rank, file := int(b)/10-1, int(b)%10-1
		if rank < 0 || rank > 7 || file < 0 || file > 7 {
			return Game{}, reason.Errorf("move %d: %d is no square", i+1, b)
		}
		m := othello.Move(8*rank + file)
		for !r.Legal(&s, m) {
			if !r.Legal(&s, othello.Pass) {
				return Game{}, reason.Errorf("move %d: %v: illegal move", i+1, m)
			}
			g.Moves = append(g.Moves, othello.Pass)
			r.Play(&s, &s, othello.Pass)
		}
		g.Moves = append(g.Moves, m)
		r.Play(&s, &s, m)
	}
	return g, nil
}

// Write writes b as a .wtb file. It repeats a file read by OpenBase byte for byte.
func (b *Base) Write(w io.Writer) error {
	header := wthorHead(b.Created)
	binary.LittleEndian.PutUint32(header[4:], uint32(len(b.Games)))
	if b.Year < 0 || b.Year > 1<<16-1 {
		return reason.Errorf("othello: year %d does not fit a WTHOR file", b.Year)
	}
	binary.LittleEndian.PutUint16(header[10:], uint16(b.Year))
	header[12], header[13], header[14] = 8, byte(b.Kind), byte(b.Depth)
	if _, err := w.Write(header); err != nil {
		return err
	}
	for i := range b.Games {
		raw, err := formatWTHOR(&b.Games[i])
		if err != nil {
			return reason.Errorf("othello: WTHOR game %d: %w", i+1, err)
		}
		if _, err := w.Write(raw); err != nil {
			return err
		}
	}
	return nil
}

func wthorHead(d Day) []byte {
	return append([]byte{d.Century, d.Year, d.Month, d.Day}, make([]byte, wthorHeader-4)...)
}

func formatWTHOR(g *Game) ([]byte, error) {
	raw := make([]byte, 0, wthorGame)
	for _, n := range []int{g.Tournament, g.Black, g.White} {
		if n < 0 || n > 1<<16-1 {
			return nil, reason.Errorf("number %d, want 0 to 65535", n)
		}
		raw = binary.LittleEndian.AppendUint16(raw, uint16(n))
	}
	if min(g.Discs, g.Best) < 0 || max(g.Discs, g.Best) > 64 {
		return nil, reason.Errorf("%d and %d discs, want 0 to 64", g.Discs, g.Best)
	}
	raw = append(raw, byte(g.Discs), byte(g.Best))
	for _, m := range g.Moves {
		if m != othello.Pass && len(raw) < wthorGame {
			raw = append(raw, byte(m>>3+1)*10+byte(m&7+1))
		}
	}
	return append(raw, make([]byte, wthorGame-len(raw))...), nil
}

// Names is a WTHOR list of the names of players (.jou) or of tournaments
// (.trn), to which the games of a [Base] refer by number.
type Names struct {
	Created Day      // as the file says
	List    []string // by number
}

// NameBytes is the number of bytes that a name takes, with the zero that ends it.
type NameBytes int

// The sizes of names in the two kinds of lists.
const (
	PlayerName     NameBytes = 20
	TournamentName NameBytes = 26
)

// ReadNames reads a list of names, each of size bytes of Latin-1.
func ReadNames(in io.Reader, size NameBytes) (Names, error) {
	var header [wthorHeader]byte
	if _, err := io.ReadFull(in, header[:]); err != nil {
		return Names{}, reason.Errorf("othello: header of a WTHOR list: %w", err)
	}
	names := Names{Created: Day{header[0], header[1], header[2], header[3]}}
	raw := make([]byte, size)
	for n := range int(binary.LittleEndian.Uint16(header[8:])) {
		if _, err := io.ReadFull(in, raw); err != nil {
			return Names{}, reason.Errorf("othello: WTHOR name %d: %w", n, err)
		}
		names.List = append(names.List, fromLatin1(raw))
	}
	return names, nil
}

// fromLatin1 decodes raw up to its first zero byte.
func fromLatin1(raw []byte) string {
	var b strings.Builder
	for _, c := range raw {
		if c == 0 {
			break
		}
		b.WriteRune(rune(c))
	}
	return b.String()
}

// Write writes n as a list of names of size bytes each. It fails for names that
// are too long or not Latin-1.
func (n *Names) Write(w io.Writer, size NameBytes) error {
	if len(n.List) > 1<<16-1 {
		return reason.Errorf("othello: %d names, a WTHOR list has room for 65535", len(n.List))
	}
	header := wthorHead(n.Created)
	binary.LittleEndian.PutUint16(header[8:], uint16(len(n.List)))
	if _, err := w.Write(header); err != nil {
		return err
	}
	for i, name := range n.List {
		raw := make([]byte, 0, size)
		for _, c := range name {
			if c == 0 || c > 0xFF || len(raw) == int(size)-1 {
				return reason.Errorf("othello: WTHOR name %d: %q, want at most %d characters of Latin-1", i, name, size-1)
			}
			raw = append(raw, byte(c))
		}
		if _, err := w.Write(raw[:size]); err != nil {
			return err
		}
	}
	return nil
}

// Name returns the i-th name, or "" if i is out of range.
func (n *Names) Name(i int) string {
	if i < 0 || i >= len(n.List) {
		return ""
	}
	return n.List[i]
}

// Number returns the number of name. If the list does not have it, Number returns 0, the
// number of the unknown name.
func (n *Names) Number(name string) int { return max(0, slices.Index(n.List, name)) }

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
