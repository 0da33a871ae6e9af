package chessrecord

// high are the characters of the bytes 0x80 to 0x9f in Windows-1252; the other
// bytes are those of ISO 8859-1, and so of Unicode. Source: the table of the
// Unicode consortium, whose five unused bytes are the control characters of
// ISO 8859-1.
var high = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// fromWindows returns text in Windows-1252 or ISO 8859-1 as UTF-8.
func fromWindows(text []byte) []byte {
	out := make([]rune, len(text))
	for i, c := range text {
		out[i] = rune(c)
		if c >= 0x80 && c < 0xa0 {
			out[i] = high[c-0x80]
		}
	}
	return []byte(string(out))
}
