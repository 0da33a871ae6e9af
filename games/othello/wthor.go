package othello

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Game is a game of the WTHOR base of the French Othello Federation. Numbers
// of players and of the tournament refer to the base's own lists of names.
type Game struct {
	Year                     int
	Tournament, Black, White int
	Discs                    int // of Black at the end, empty squares to the winner
	Best                     int // discs of Black with best play from some late move on
	Moves                    []Move
}

// The WTHOR format, all numbers little-endian. A header of 16 bytes:
//
//	0 century  1 year  2 month  3 day  4–7 number of games  8–9 unused here
//	10–11 year of the games  12 board size (0 or 8)  13 kind  14 depth of Best
//
// and games of 68 bytes: tournament, Black and White in two bytes each, Black's
// discs, the best he could have had, and 60 moves, 10·rank + file counted from
// 1; 0 is no move. Passes are left out.
const (
	wthorHeader = 16
	wthorGame   = 68
)

// ReadWTHOR reads a .wtb file of games from the usual start. Moves are checked
// and passes put in; a record breaking off is no error.
func ReadWTHOR(in io.Reader) ([]Game, error) {
	var header [wthorHeader]byte
	if _, err := io.ReadFull(in, header[:]); err != nil {
		return nil, fmt.Errorf("othello: header of a WTHOR file: %w", err)
	}
	if size := header[12]; size != 0 && size != 8 {
		return nil, fmt.Errorf("othello: WTHOR file of board size %d, want 8", size)
	}
	var games []Game
	year := int(binary.LittleEndian.Uint16(header[10:]))
	for n := range int(binary.LittleEndian.Uint32(header[4:])) {
		var raw [wthorGame]byte
		if _, err := io.ReadFull(in, raw[:]); err != nil {
			return nil, fmt.Errorf("othello: WTHOR game %d: %w", n+1, err)
		}
		g, err := parseWTHOR(raw[:], year)
		if err != nil {
			return nil, fmt.Errorf("othello: WTHOR game %d: %w", n+1, err)
		}
		games = append(games, g)
	}
	return games, nil
}

func parseWTHOR(raw []byte, year int) (Game, error) {
	word := func(at int) int { return int(binary.LittleEndian.Uint16(raw[at:])) }
	g := Game{Year: year, Tournament: word(0), Black: word(2), White: word(4), Discs: int(raw[6]), Best: int(raw[7])}
	r := Rules{}
	s := r.Start()
	for i, b := range raw[8:] {
		if b == 0 {
			break
		}
		rank, file := int(b)/10-1, int(b)%10-1
		if rank < 0 || rank > 7 || file < 0 || file > 7 {
			return Game{}, fmt.Errorf("move %d: %d is no square", i+1, b)
		}
		m := Move(8*rank + file)
		for !r.legal(&s, m) {
			if !r.legal(&s, Pass) {
				return Game{}, fmt.Errorf("move %d: %v: illegal move", i+1, m)
			}
			g.Moves = append(g.Moves, Pass)
			r.Play(&s, &s, Pass)
		}
		g.Moves = append(g.Moves, m)
		r.Play(&s, &s, m)
	}
	return g, nil
}
