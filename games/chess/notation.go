package chess

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// FormatMove returns m in the standard algebraic notation of FIDE and PGN: Nf3,
// exd5, Rac1, e8=Q+, O-O-O#. A file, a rank or both before the target tell apart
// pieces of a kind that can go there.
func (r Rules) FormatMove(s *Position, m Move) string {
	return string(r.AppendMove(make([]byte, 0, 8), s, m))
}

// AppendMove appends FormatMove to out.
func (r Rules) AppendMove(out []byte, s *Position, m Move) []byte {
	from, to := m.From(), m.To()
	switch p := s.At(from); {
	case m.Castles() && to > from:
		out = append(out, "O-O"...)
	case m.Castles():
		out = append(out, "O-O-O"...)
	default:
		if p != Pawn {
			out = append(out, letter(White, p))
			out = s.appendOrigin(out, m, p)
		} else if s.Captures(m) {
			out = append(out, 'a'+byte(from&7))
		}
		if s.Captures(m) {
			out = append(out, 'x')
		}
		out = append(out, 'a'+byte(to&7), '1'+byte(to>>3))
		if become := m.Promotion(); become != NoPiece {
			out = append(out, '=', letter(White, become))
		}
	}
	var next Position
	r.Play(&next, s, m)
	switch {
	case !next.Check():
		return out
	case next.canMove():
		return append(out, '+')
	}
	return append(out, '#')
}

// appendOrigin appends what tells m from moves of other pieces of its kind to
// its square: the file if that is enough, else the rank, else both.
func (s *Position) appendOrigin(out []byte, m Move, p Piece) []byte {
	from := m.From()
	alike := s.Pieces(p) & s.sides[s.turn&1] &^ (1 << from)
	if alike == 0 {
		return out
	}
	var few [16]Move
	var file, rank, any bool
	for _, other := range s.moves(few[:0], alike, 1<<m.To(), 0) {
		any = true
		file = file || other.From()&7 == from&7
		rank = rank || other.From()>>3 == from>>3
	}
	if any && (!file || rank) {
		out = append(out, 'a'+byte(from&7))
	}
	if file {
		out = append(out, '1'+byte(from>>3))
	}
	return out
}

// moves appends the legal moves of some pieces to some squares; see generate.
func (s *Position) moves(buf []Move, movers, targets, pushes uint64) []Move {
	var v view
	v.look(s)
	return s.generate(&v, buf, movers, targets, pushes)
}

// ParseMove reads a move in algebraic notation, short or long, or as the
// Universal Chess Interface writes it. Letters of pieces may be English ones,
// figurines or those of another language where these agree: D, T, L, S, C, F, A
// and so on. K, Q, R, B, N and P are English; [Rules.ParseMoveIn] reads them in
// another [Language]. Signs that say no more
// than the rest may be missing or wrong: those of captures, check, mate, en
// passant and the equals sign of a promotion.
func (r Rules) ParseMove(s *Position, text string) (Move, error) {
	move := strings.Trim(text, " \t\r\n")
	m, err := r.read(s, move, English)
	if err == nil {
		return m, nil
	}
	if strings.ContainsAny(move, "KQRBN") || firstByte(move) == 'P' {
		return 0, reason.Errorf("chess: move %.40q: %w", move, err)
	}
	found := false
	var other Move
	for l := English + 1; l < contrary; l++ {
		translated, ok := l.english(move)
		if !ok {
			continue
		}
		n, failed := r.read(s, translated, English)
		switch { // these languages do not contradict one another
		case failed != nil && errors.Is(failed, game.ErrIllegal) && !found:
			err = failed
		case failed != nil:
		default:
			found, other = true, n
		}
	}
	if found {
		return other, nil
	}
	return 0, reason.Errorf("chess: move %.40q: %w", move, err)
}

// ParseMoveIn is ParseMove for the letters of one language.
func (r Rules) ParseMoveIn(s *Position, text string, l Language) (Move, error) {
	m, err := r.read(s, strings.Trim(text, " \t\r\n"), l)
	if err != nil {
		return 0, reason.Errorf("chess: move %.40q: %w", text, err)
	}
	return m, nil
}

// ReadMove reads a move in canonical English notation, the sign of check aside,
// without allocating. ok is false for any other text, which ParseMove may read,
// and for moves that are not legal.
func (r Rules) ReadMove(s *Position, text []byte) (m Move, ok bool) {
	d, ok := describe(text)
	if !ok {
		return 0, false
	}
	m, err := r.find(s, &d)
	return m, err == nil
}

// read reads a move with the letters of one language.
func (r Rules) read(s *Position, text string, l Language) (Move, error) {
	text, _ = l.english(text)
	d, ok := describe(text)
	if !ok {
		var err error
		if d, err = describeLoose(text); err != nil {
			return 0, err
		}
	}
	return r.find(s, &d)
}

var errNoMove = reason.New("want a move such as Nf3, exd5, O-O or e2e4")

// description is what the text of a move says.
type description struct {
	piece     Piece  // NoPiece if two squares without a letter say it
	from      uint64 // where it can start
	to        Square
	fileOnly  bool // of to the rank is not known
	promotion Piece
	castle    int8 // 1 to the king's side, -1 to the queen's
}

// describe reads a move in English algebraic notation that is written as the
// standard asks, or with the sign of check missing. It is the fast way.
func describe[T string | []byte](text T) (d description, ok bool) {
	end := len(text)
	if end > 0 && (text[end-1] == '+' || text[end-1] == '#') {
		end--
	}
	if end < 2 || end > 8 {
		return d, false
	}
	i := 0
	d.piece, d.from = Pawn, all
	switch text[0] {
	case 'N':
		d.piece, i = Knight, 1
	case 'B':
		d.piece, i = Bishop, 1
	case 'R':
		d.piece, i = Rook, 1
	case 'Q':
		d.piece, i = Queen, 1
	case 'K':
		d.piece, i = King, 1
	case 'O':
		switch string(text[:end]) {
		case "O-O":
			d.castle = 1
		case "O-O-O":
			d.castle = -1
		}
		return d, d.castle != 0
	}
	if end > 4 && text[end-2] == '=' {
		p := promoted(text[end-1])
		if d.promotion = p; p == NoPiece || d.piece != Pawn {
			return d, false
		}
		end -= 2
	}
	if end-i < 2 {
		return d, false
	}
	x, y := text[end-2]-'a', text[end-1]-'1'
	if x > 7 || y > 7 {
		return d, false
	}
	d.to = Square(8*y + x)
	end -= 2
	if end > i && text[end-1] == 'x' {
		end--
	}
	switch end - i {
	case 0:
		return d, true
	case 1:
		if x := text[i] - 'a'; x < 8 {
			d.from = fileA << x
			return d, true
		}
		if y := text[i] - '1'; y < 8 && d.piece != Pawn {
			d.from = rank1 << (8 * y)
			return d, true
		}
	case 2:
		if x, y := text[i]-'a', text[i+1]-'1'; x < 8 && y < 8 && d.piece != Pawn {
			d.from = 1 << (8*y + x)
			return d, true
		}
	}
	return d, false
}

// promoted returns the piece of a letter that a pawn can become, or NoPiece.
func promoted(c byte) Piece {
	switch c | 0x20 {
	case 'q':
		return Queen
	case 'r':
		return Rook
	case 'b':
		return Bishop
	case 'n':
		return Knight
	}
	return NoPiece
}

// loose writes signs of other alphabets and of typesetters as the standard does.
var loose = strings.NewReplacer(
	"\u2010", "-", "\u2011", "-", "\u2012", "-", "–", "-", "—", "-", "−", "-",
	"×", "x", "х", "x", "Х", "x", ":", "x", "*", "x", "†", "", "‡", "", "0", "O", "о", "O", "О", "O", "o", "O",
	"\u00a0", "", "\u200b", "", " ", "", "\ufe0e", "", "\ufe0f", "",
)

// longestMove is more than the text of any move, in bytes.
const longestMove = 40

// describeLoose reads a move in any form.
func describeLoose(text string) (d description, err error) {
	if len(text) > longestMove {
		return d, reason.New("too long for a move")
	}
	text = loose.Replace(text)
	text = strings.TrimRight(text, "+#!?=")
	if lower := strings.ToLower(text); len(text) > 4 {
		for _, end := range []string{"(e.p.)", "(ep)", "e.p.", "e.p", "ep", "mate", "ch", "ch."} {
			if strings.HasSuffix(lower, end) {
				text = strings.TrimRight(text[:len(text)-len(end)], "+#!?(")
				break
			}
		}
	}
	if d, ok := describe(text); ok {
		return d, nil
	}
	d.piece, d.from = NoPiece, all
	switch strings.ReplaceAll(text, "-", "") {
	case "OO":
		d.castle = 1
		return d, nil
	case "OOO":
		d.castle = -1
		return d, nil
	case "OOOO":
		return d, reason.New("a null move is not a move")
	}
	i := 0
	if at := strings.IndexByte("BRQ NK", firstByte(text)); at >= 0 {
		d.piece, i = []Piece{Bishop, Rook, Queen, NoPiece, Knight, King}[at], 1
	} else if p := promoted(firstByte(text)); p != NoPiece && p != Bishop || firstByte(text) == 'k' {
		d.piece, i = p, 1 // n, r, q and k are no files
		if p == NoPiece {
			d.piece = King
		}
	} else if firstByte(text) == 'P' || firstByte(text) == 'p' {
		d.piece, i = Pawn, 1
	}
	return d, d.squares(text[i:])
}

func firstByte(text string) byte {
	if text == "" {
		return 0
	}
	return text[0]
}

// squares reads the rest of a move behind the letter of a piece: up to two
// squares, of which the first may lack its file or its rank, and a pawn's
// capture, exd, the rank of the second; then a promotion.
func (d *description) squares(text string) error {
	named := d.piece != NoPiece
	var files, ranks []byte     // of each square, 0 if it is not said
	rest, parted := text, false // a sign stands behind the last file
	for rest != "" {
		c := rest[0] | 0x20
		switch last := len(files) - 1; {
		case c >= 'a' && c <= 'h' && (rest[0] != 'B' || last < 0 || last == 0 && ranks[0] == 0):
			files, ranks, parted = append(files, c), append(ranks, 0), false
		case c >= '1' && c <= '8' && last >= 0 && ranks[last] == 0 && !parted:
			ranks[last] = c
		case c >= '1' && c <= '8':
			files, ranks = append(files, 0), append(ranks, c)
		case c == 'x' || c == '-':
			parted = true
		default:
			become := strings.Trim(rest, "=/()")
			if d.promotion = promoted(firstByte(become)); d.promotion == NoPiece || len(become) != 1 {
				return errNoMove
			}
			rest = rest[len(rest)-1:]
		}
		rest = rest[1:]
	}
	// A last b may be a bishop that a pawn becomes: e7e8b, exd8b.
	if n := len(files); n > 1 && files[n-1] == 'b' && ranks[n-1] == 0 && (ranks[n-2] == '8' || ranks[n-2] == '1') && !named {
		d.promotion, files, ranks = Bishop, files[:n-1], ranks[:n-1]
	}
	n := len(files)
	if n == 0 || n > 2 || files[n-1] == 0 {
		return errNoMove
	}
	if !named && (n == 1 || files[0] == 0 || ranks[0] == 0) {
		d.piece = Pawn
	}
	if n == 2 {
		if files[0] != 0 {
			d.from &= fileA << (files[0] - 'a')
		}
		if ranks[0] != 0 {
			d.from &= rank1 << (8 * (ranks[0] - '1'))
		}
	}
	if ranks[n-1] == 0 {
		if d.piece != Pawn || n != 2 || files[0] != files[1]-1 && files[0] != files[1]+1 {
			return errNoMove
		}
		d.to, d.fileOnly = Square(files[1]-'a'), true
		return nil
	}
	d.to = Square(8*(ranks[n-1]-'1') + files[n-1] - 'a')
	return nil
}

// find returns the legal move that fits a description.
func (r Rules) find(s *Position, d *description) (found Move, err error) {
	var few [64]Move
	own := s.sides[s.turn&1]
	if s.Dead() {
		return 0, reason.Errorf("the game is over: %w", game.ErrIllegal)
	}
	if d.castle != 0 {
		return s.findCastle(d.castle)
	}
	targets := uint64(1) << d.to
	if d.fileOnly {
		targets = fileA << d.to
	}
	movers := d.from & own
	if d.piece != NoPiece {
		movers &= s.Pieces(d.piece)
	}
	n := 0
	for _, m := range s.moves(few[:0], movers, targets, targets) {
		switch {
		case m.Castles() && d.piece != NoPiece: // else the king takes its rook: e1h1
			continue
		case m.EnPassant() && m.To() != d.to && !d.fileOnly:
			continue // to the square of the captured pawn
		case m.Promotion() != NoPiece && d.promotion == NoPiece:
			err = reason.Errorf("want the piece that the pawn becomes: %w", game.ErrIllegal)
			continue
		case m.Promotion() != d.promotion:
			continue
		}
		if n++; n > 1 {
			return 0, reason.Errorf("it can be %s or %s: %w", r.FormatMove(s, found), r.FormatMove(s, m), game.ErrIllegal)
		}
		found = m
	}
	switch {
	case n == 1:
		return found, nil
	case err != nil:
		return 0, err
	}
	if m, ok := s.kingSteps(d); ok {
		return m, nil
	}
	if !s.canMove() {
		return 0, reason.Errorf("the game is over: %w", game.ErrIllegal)
	}
	return 0, game.ErrIllegal
}

// findCastle returns castling to a wing.
func (s *Position) findCastle(wing int8) (Move, error) {
	var few [16]Move
	king := s.king(s.turn)
	for _, m := range s.moves(few[:0], 1<<king, s.castle&s.sides[s.turn&1], 0) {
		if m.Castles() && (m.To() > king) == (wing > 0) {
			return m, nil
		}
	}
	return 0, game.ErrIllegal
}

// kingSteps reads castling that is written as a move of the king by two files
// or more: e1g1, Kg1.
func (s *Position) kingSteps(d *description) (m Move, ok bool) {
	king := s.king(s.turn)
	if d.piece != NoPiece && d.piece != King || d.from>>king&1 == 0 || table.king[king&63]>>d.to&1 != 0 {
		return 0, false
	}
	for _, wing := range []int8{1, -1} {
		if m, err := s.findCastle(wing); err == nil {
			if to, _ := castled(king, m.To()); to == d.to {
				return m, true
			}
		}
	}
	return 0, false
}

// Language is a language whose letters of pieces ParseMove reads.
type Language uint8

// The languages. Figurines are symbols.
const (
	English Language = iota
	Figurines
	German // and Swedish, Danish and Norwegian
	French
	Spanish // and Italian
	Portuguese
	Dutch
	Polish
	Finnish
	Romanian
	Russian
	Czech
	Hungarian
	Icelandic

	languages
	// contrary is the first language with a letter that those before it have for
	// another piece and English has not.
	contrary = Czech
)

// String returns the name of the language, in English.
func (l Language) String() string {
	return string([...]reason.Phrase{
		"English", "figurines", "German", "French", "Spanish", "Portuguese", "Dutch", "Polish", "Finnish", "Romanian",
		"Russian", "Czech", "Hungarian", "Icelandic",
	}[l%languages])
}

// Languages are all languages, those first whose games are more common.
func Languages() (all []Language) {
	for l := range languages {
		all = append(all, l)
	}
	return all
}

// Has reports whether the name of a piece begins with a letter in l.
func (l Language) Has(letter rune) bool {
	for _, name := range letters[l%languages] {
		if strings.HasPrefix(name, string(letter)) {
			return true
		}
	}
	return l == Figurines && letter >= '♔' && letter <= '♟'
}

// letters are the letters of king, queen, rook, bishop and knight of a language.
var letters = [languages][5]string{
	English:    {"K", "Q", "R", "B", "N"},
	Figurines:  {"♔", "♕", "♖", "♗", "♘"},
	German:     {"K", "D", "T", "L", "S"},
	French:     {"R", "D", "T", "F", "C"},
	Spanish:    {"R", "D", "T", "A", "C"},
	Portuguese: {"R", "D", "T", "B", "C"},
	Dutch:      {"K", "D", "T", "L", "P"},
	Polish:     {"K", "H", "W", "G", "S"},
	Finnish:    {"K", "D", "T", "L", "R"},
	Romanian:   {"R", "D", "T", "N", "C"},
	Russian:    {"Кр", "Ф", "Л", "С", "К"},
	Czech:      {"K", "D", "V", "S", "J"},
	Hungarian:  {"K", "V", "B", "F", "H"},
	Icelandic:  {"K", "D", "H", "B", "R"},
}

// translators write the letters of a language in English. A letter that only
// English has becomes one that no move has.
var translators = func() (all [languages]*strings.Replacer) {
	for l := range languages {
		var pairs []string
		used := map[string]bool{}
		for i, own := range letters[l] {
			pairs, used[own] = append(pairs, own, letters[English][i]), true
		}
		if l == Figurines {
			for i, own := range []string{"♚", "♛", "♜", "♝", "♞"} {
				pairs = append(pairs, own, letters[English][i])
			}
			pairs = append(pairs, "♙", "", "♟", "")
		}
		for _, other := range letters[English] {
			if !used[other] && l != Figurines { // promotions beside figurines may have letters
				pairs = append(pairs, other, "?")
			}
		}
		all[l] = strings.NewReplacer(pairs...)
	}
	return all
}()

// english returns a move with the letters of l in English. ok is false if that
// changes nothing.
func (l Language) english(text string) (move string, ok bool) {
	if l == English || len(text) > longestMove || !utf8.ValidString(text) {
		return text, false
	}
	move = translators[l].Replace(text)
	return move, move != text
}
