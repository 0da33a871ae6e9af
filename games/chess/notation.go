package chess

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// FormatMove returns m in the standard algebraic notation of FIDE and PGN: Nf3, exd5, Rac1, e8=Q+,
// O-O-O#. A file, a rank or both before the target tell apart pieces of a kind that can go there.
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

// ParseMove reads a move in algebraic notation, short or long, or as the Universal Chess Interface
// writes it. Letters of pieces may be English ones, figurines or those of another language where
// these agree: D, T, L, S, C, F, A and so on. K, Q, R, B, N and P are English; [Rules.ParseMoveIn]
// reads them in another [Language]. Signs that say no more
// than the rest may be missing or wrong: those of captures, check, mate, en
// passant and the equals sign of a promotion.
func (r Rules) ParseMove(s *Position, text string) (Move, error) {
	move := strings.Trim(text, " \t\r\n")
	m, err := r.read(s, move, English)
	if err == nil {
		return m, nil
	}
	if strings.ContainsAny(move, "KQRBN") || strings.HasPrefix(move, "P") {
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
		if failed == nil { // these languages do not contradict one another
			found, other = true, n
		} else if errors.Is(failed, game.ErrIllegal) {
			err = failed
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

// ReadMove reads a move in canonical English notation, the sign of check aside, without allocating.
// ok is false for any other text, which ParseMove may read, and for moves that are not legal.
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
// standard asks, or with the sign of check missing. It is the fast way. Behind the letter of the
// piece it reads from the end: promotion, target, capture, origin.
func describe[T string | []byte](text T) (d description, ok bool) {
	end := len(text)
	if end > 0 && strings.IndexByte("+#", text[end-1]) >= 0 {
		end--
	}
	if end < 2 {
		return d, false
	}
	if text[0] == 'O' {
		d.castle = wings[string(text[:end])]
		return d, d.castle != 0
	}
	d.piece, d.from = Pawn, all
	i := 0
	if p := pieceOf(text[0]); p != NoPiece && p != Pawn && text[0] < 'a' {
		d.piece, i = p, 1
	}
	if end > 4 && text[end-2] == '=' {
		if d.promotion = promoted(text[end-1]); d.promotion == NoPiece || d.piece != Pawn {
			return d, false
		}
		end -= 2
	}
	if end-i < 2 {
		return d, false
	}
	to, ok := square(text[end-2], text[end-1])
	d.to = to
	return d, ok && origin(&d, text[i:end-2])
}

// wings are castling to the king's side and to the queen's.
var wings = map[string]int8{"O-O": 1, "O-O-O": -1}

// square returns the square of a file and a rank; ok is false for other characters.
func square(file, rank byte) (sq Square, ok bool) {
	x, y := file-'a', rank-'1'
	return Square(8*y + x), x < 8 && y < 8
}

// origin reads where a move can start: nothing, a file or, unless it is a pawn's, a rank or both;
// then the sign of a capture.
func origin[T string | []byte](d *description, text T) bool {
	n, officer := len(text), d.piece != Pawn
	if n > 0 && text[n-1] == 'x' {
		n--
	}
	switch n {
	case 0:
		return true
	case 1:
		if x := text[0] - 'a'; x < 8 {
			d.from = fileA << x
			return true
		}
		y := text[0] - '1'
		d.from = rank1 << (8 * y)
		return y < 8 && officer
	case 2:
		sq, ok := square(text[0], text[1])
		d.from = 1 << sq
		return ok && officer
	}
	return false
}

// pieceOf returns the piece of a letter in FEN, in either case, or NoPiece.
func pieceOf(c byte) Piece { return Piece(1 + strings.IndexByte(pieceLetters[1:], c|0x20)) }

// promoted returns the piece of a letter that a pawn can become, or NoPiece.
func promoted(c byte) Piece {
	if p := pieceOf(c); p != King && p != Pawn {
		return p
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
	if text == "" {
		return d, errNoMove
	}
	if p := pieceOf(text[0]); p != NoPiece && text[0] != 'b' { // which is a file
		d.piece, text = p, text[1:]
	}
	return d, d.squares(text)
}

// place is a square of which the file or the rank may not be said; those are 0.
type place struct{ file, rank byte }

// set returns the squares that a place may be.
func (p place) set() uint64 {
	set := uint64(all)
	if p.file != 0 {
		set &= fileA << (p.file - 'a')
	}
	if p.rank != 0 {
		set &= rank1 << (8 * (p.rank - '1'))
	}
	return set
}

// squares reads the rest of a move behind the letter of a piece: up to two
// squares, of which the first may lack its file or its rank, and a pawn's
// capture, exd, the rank of the second; then a promotion.
func (d *description) squares(text string) error {
	named := d.piece != NoPiece
	places, ok := d.places(text)
	if !ok {
		return errNoMove
	}
	n := len(places)
	if !named && n > 1 && places[n-1] == (place{file: 'b'}) && (places[n-2].rank == '1' || places[n-2].rank == '8') {
		d.promotion, n = Bishop, n-1 // e7e8b, exd8b
	}
	if n == 0 || n > 2 || places[n-1].file == 0 {
		return errNoMove
	}
	from, to := place{}, places[n-1]
	if n == 2 {
		from = places[0]
	}
	if d.from = from.set(); !named && (from.file == 0 || from.rank == 0) {
		d.piece = Pawn
	}
	return d.target(from, to)
}

// target reads where a move ends: on a square or, if a pawn captures, on a file beside its own.
func (d *description) target(from, to place) error {
	if to.rank != 0 {
		d.to, _ = square(to.file, to.rank)
		return nil
	}
	d.to, d.fileOnly = Square(to.file-'a'), true
	if d.piece != Pawn || from.file != to.file-1 && from.file != to.file+1 {
		return errNoMove
	}
	return nil
}

// places reads the places of a move, and a promotion behind them.
func (d *description) places(text string) (places []place, ok bool) {
	open := -1 // the place whose rank may follow
	for i := range len(text) {
		c, last := text[i]|0x20, len(places)-1
		switch rank := c >= '1' && c <= '8'; {
		case c >= 'a' && c <= 'h' && (text[i] != 'B' || last < 0 || last == 0 && places[0].rank == 0):
			places, open = append(places, place{file: c}), last+1
		case rank && open >= 0:
			places[open].rank, open = c, -1
		case rank:
			places = append(places, place{rank: c})
		case c == 'x' || c == '-':
			open = -1
		default:
			if become := strings.Trim(text[i:], "=/()"); len(become) == 1 {
				d.promotion = promoted(become[0])
			}
			return places, d.promotion != NoPiece
		}
	}
	return places, true
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
		case !d.allows(m):
			continue
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

// allows reports whether a move to the target may be meant. A king that takes its rook castles
// only without its letter, e1h1; a pawn does not go to the square of one taken en passant.
func (d *description) allows(m Move) bool {
	if m.Castles() {
		return d.piece == NoPiece
	}
	return !m.EnPassant() || m.To() == d.to || d.fileOnly
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

// kingSteps reads castling that is written as a move of the king by two files or more: e1g1, Kg1.
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

// english returns a move with the letters of l in English. ok is false if that changes nothing.
func (l Language) english(text string) (move string, ok bool) {
	if l == English || len(text) > longestMove || !utf8.ValidString(text) {
		return text, false
	}
	move = translators[l].Replace(text)
	return move, move != text
}

// FormatUCI returns m as the Universal Chess Interface writes it: the squares where it starts and
// ends, and the letter of a promotion. Castling ends at the rook's square in Chess960, at the
// king's otherwise; if the king or the rook does not start as in chess, at the rook's in any case.
func FormatUCI(s *Position, m Move, chess960 bool) string {
	from, to := m.From(), m.To()
	if m.Castles() && !chess960 && from&7 == 4 && (to&7 == 0 || to&7 == 7) {
		to, _ = castled(from, to)
	}
	text := append(make([]byte, 0, 5), from.String()...)
	text = append(text, to.String()...)
	if p := m.Promotion(); p != NoPiece {
		text = append(text, pieceLetters[p&7%7])
	}
	return string(text)
}
