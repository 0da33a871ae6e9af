package othellorecord

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
)

// GGF, the Generic Game Format of Michael Buro's game server, writes a game as
//
//	(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[saio]PW[logistello]
//	RB[2197.0]RW[2199.7]TI[05:00//02:00]TY[8]RE[+12.00]
//	BO[8 -------- … ---O*--- ---*O--- … *]B[f5//0.5]W[d6/1.2/3]…;)
//
// A move is a square or PA, followed by the mover's evaluation and the seconds taken. TY is the
// size of the board and letters for the kind of game: r starts at random, s is two games at once,
// in a the side with fewer discs wins, in k the sides are auctioned. CO is a comment: before the
// board on the game, after a move on that move. Source: https://skatgame.net/mburo/ggsa/ggf.
//
// Three properties are ours, and other programs skip them: EV, the event, RO, the round, and
// WT, the tags of a game from a WTHOR file, WT[best=40 black=12 …].

// looksLikeGGF reports whether data is a file of games of Othello in GGF.
func looksLikeGGF(data []byte) bool {
	return bytes.Contains(data[:min(len(data), 4096)], []byte("GM[Othello]"))
}

// readGGF reads the games of a file.
func (r rules) readGGF(in io.Reader) iter.Seq2[Record, error] { return readTrees(in, r.parseGGF) }

func (r rules) parseGGF(t *gameTree) (Record, error) {
	start := r.Start()
	for i := range t.properties {
		p := &t.properties[i]
		var err error
		switch p.name {
		case "GM":
			if !strings.EqualFold(p.first(), "othello") {
				err = p.errorf("%q, want Othello", p.first())
			}
		case "TY":
			err = checkGGFType(p)
		case "BO":
			start, err = r.parseGGFBoard(p)
		}
		if err != nil {
			return Record{}, err
		}
	}
	game := r.replay(start)
	for i := range t.properties {
		p := &t.properties[i]
		err := game.addGGF(p)
		if err != nil && (p.name == "B" || p.name == "W") {
			game.cut(err)
			break
		}
		if err != nil {
			return Record{}, err
		}
	}
	return game.done(), nil
}

// checkGGFType refuses kinds of games that are not played by the usual rules.
func checkGGFType(p *property) error {
	for letter, kind := range map[string]error{
		"a": reason.New("an anti-game, in which fewer discs win"), "k": reason.New("a game with komi, whose sides are auctioned"),
	} {
		if strings.Contains(strings.ToLower(p.first()), letter) {
			return p.errorf("%q is %v: not Othello as it is played here", p.first(), kind)
		}
	}
	return nil
}

// parseGGFBoard reads the size of the board, its squares and the side to move.
func (r rules) parseGGFBoard(p *property) (othello.Position, error) {
	size, rest, _ := strings.Cut(p.first(), " ")
	if size != strconv.Itoa(r.Size()) {
		return othello.Position{}, p.errorf("board of size %q, want %d", size, r.Size())
	}
	s, err := r.ParsePosition(rest)
	if err != nil {
		return s, p.errorf("%w", err)
	}
	return s, nil
}

// addGGF adds a property to the game.
func (g *replay) addGGF(p *property) error {
	h := &g.record.Heading
	switch p.name {
	case "B", "W":
		g.begun = true
		return g.addGGFMove(p)
	case "KB", "KW":
		return p.errorf("a game with komi, whose sides are auctioned: not Othello as it is played here")
	case "GM":
	case "BO":
		g.begun = true
	case "CO":
		g.comment(p.first())
	case "PB", "PW", "EV", "PC", "RO":
		*fieldOf(h, p.name) = p.first()
	case "WT":
		g.addWTHOR(p.first())
	case "RE":
		h.Result = parseGGFResult(p.first())
	case "DT":
		h.Date = parseGGFDate(p.first())
		g.record.SetTag("ggf.DT", p.first())
	default:
		g.record.SetTag("ggf."+p.name, p.first())
	}
	return nil
}

// comment adds a comment to the last move or, before the first move, to the game.
func (g *replay) comment(text string) {
	h := &g.record.Heading
	switch {
	case g.begun:
		g.say(text)
	case h.Comment == "":
		h.Comment = text
	case text != "":
		h.Comment += "\n" + text
	}
}

// addWTHOR reads the tags of a game from a WTHOR file.
func (g *replay) addWTHOR(text string) {
	for _, field := range strings.Fields(text) {
		name, value, _ := strings.Cut(field, "=")
		if slices.Contains(wthorTags, "wthor."+name) {
			g.record.SetTag("wthor."+name, value)
		}
	}
}

// addGGFMove reads MOVE/EVAL/SECONDS.
func (g *replay) addGGFMove(p *property) error {
	fields := strings.SplitN(p.first(), "/", 3)
	m, size := g.rules.ReadMove(strings.ToLower(strings.TrimSpace(fields[0])))
	if size == 0 {
		return p.errorf("%.8q, want %s or pass", fields[0], g.rules.span())
	}
	mover, _ := side(p.name)
	if err := g.move(mover, m); err != nil {
		return p.errorf("%w", err)
	}
	var n record.Note
	if len(fields) > 1 {
		n.Eval = strings.TrimSpace(fields[1])
	}
	if len(fields) > 2 {
		n.Time = parseSeconds(fields[2])
	}
	g.note(n)
	return nil
}

// parseSeconds reads a number of seconds. It returns 0 for text that makes no sense as one.
func parseSeconds(text string) record.Span {
	seconds, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	const month = 31 * 24 * 3600
	if err != nil || !(seconds > 0 && seconds < month) {
		return 0
	}
	return record.Span(time.Duration(seconds * float64(time.Second)).Round(time.Millisecond))
}

// formatSeconds writes a number of seconds with up to six decimals.
func formatSeconds(s record.Span) string {
	return strconv.FormatFloat(float64(time.Duration(s).Microseconds())/1e6, 'f', -1, 64)
}

// parseGGFResult turns "+12.00:r" into "+12:r". It returns "" for text that is no result.
func parseGGFResult(text string) string {
	number, flag, flagged := strings.Cut(text, ":")
	margin, err := strconv.ParseFloat(number, 64)
	if err != nil || !(margin >= -64 && margin <= 64) {
		return ""
	}
	if !flagged || len(flag) != 1 || !strings.Contains(causes, flag) {
		return formatMargin(int(margin))
	}
	result := formatMargin(int(margin)) + ":" + flag
	return strings.Replace(result, "64:", ":", 1) // no more than the winner is known
}

// parseGGFDate turns 2003.12.15_13:24:03.MST, or seconds since 1970, into 2003-12-15.
func parseGGFDate(text string) string {
	day, _, _ := strings.Cut(text, "_")
	if seconds, err := strconv.ParseInt(text, 10, 33); err == nil && seconds > 9999 {
		return time.Unix(seconds, 0).UTC().Format(time.DateOnly)
	}
	return strings.ReplaceAll(day, ".", "-")
}

// formatGGF writes a game on one line. Texts of several lines stay as they are.
func (r rules) formatGGF(record *Record) (string, error) {
	var b strings.Builder
	h := &record.Heading
	b.WriteString("(;GM[Othello]")
	writeProperty(&b, "PC", h.Place)
	writeProperty(&b, "EV", h.Event)
	writeProperty(&b, "RO", h.Round)
	writeProperty(&b, "DT", cmp.Or(h.Tags["ggf.DT"], strings.ReplaceAll(h.Date, "-", ".")))
	writeProperty(&b, "PB", h.Players[othello.Black])
	writeProperty(&b, "PW", h.Players[othello.White])
	writeProperty(&b, "RE", formatGGFResult(r.result(record)))
	writeTags(&b, h, "ggf", "DT", "TY")
	writeProperty(&b, "TY", cmp.Or(h.Tags["ggf.TY"], strconv.Itoa(r.Size())))
	writeProperty(&b, "WT", formatWTHORTags(h))
	writeProperty(&b, "CO", h.Comment)
	writeProperty(&b, "BO", r.formatGGFBoard(&record.Start))
	writeProperty(&b, "CO", record.Notes[0].Text)
	at := record.Start
	for i, m := range record.Moves {
		writeProperty(&b, "BW"[at.Turn&1:][:1], r.formatGGFMove(m, record.Notes[i+1]))
		writeProperty(&b, "CO", record.Notes[i+1].Text)
		r.Play(&at, &at, m)
	}
	return b.String() + ";)\n", nil
}

// formatWTHORTags writes the tags of a game from a WTHOR file.
func formatWTHORTags(h *record.Heading) string {
	var fields []string
	for _, tag := range wthorTags {
		if value := h.Tags[tag]; value != "" && !strings.ContainsAny(value, " \t\r\n") {
			fields = append(fields, strings.TrimPrefix(tag, "wthor.")+"="+value)
		}
	}
	return strings.Join(fields, " ")
}

func formatGGFResult(result string) string {
	sign, margin, flag := splitResult(result)
	switch {
	case result == "":
		return ""
	case margin < 0:
		margin = 64
	}
	text := fmt.Sprintf("%+.2f", float64(sign*margin))
	if flag != "" {
		text += ":" + flag
	}
	return text
}

// formatGGFBoard writes the size, the ranks and the side to move.
func (r rules) formatGGFBoard(s *othello.Position) string {
	squares, turn, _ := strings.Cut(strings.ReplaceAll(r.FormatPosition(s), "X", "*"), " ")
	board := strconv.Itoa(r.Size())
	for rank := range slices.Chunk([]byte(squares), r.Size()) {
		board += " " + string(rank)
	}
	return board + " " + turn
}

func (r rules) formatGGFMove(m othello.Move, n record.Note) string {
	text := "PA"
	if m != othello.Pass {
		text = strings.ToUpper(r.name(m))
	}
	if n.Eval != "" || n.Time != 0 {
		text += "/" + strings.ReplaceAll(n.Eval, "/", " ")
	}
	if n.Time != 0 {
		text += "/" + formatSeconds(n.Time)
	}
	return text
}
