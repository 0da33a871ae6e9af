package chess

// FormatUCI returns m as the Universal Chess Interface writes it: the squares
// where it starts and ends, and the letter of a promotion. Castling ends at the
// rook's square in Chess960, at the king's otherwise; if the king or the rook
// does not start as in chess, at the rook's in any case.
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
