package charset_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/plywood-go/plywood/internal/charset"
)

// TestText turns names of players in each encoding into UTF-8.
func TestText(t *testing.T) {
	le := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	for _, tt := range []struct {
		text  string
		as    encoding.Encoding
		named string
		want  string // the encoding that is found
	}{
		{"[White \"Иванов\"]", charmap.Windows1251, "", "windows-1251"},
		{"[White \"Тамара Тансыккужина\"]\n[Black \"ЧИЖОВ А.\"]", charmap.Windows1251, "", "windows-1251"},
		{"[White \"Щёголев\"] 1. 32-28 {лучше 33-28}", charmap.Windows1251, "", "windows-1251"},
		{"[White \"André Grüber\"]\n[Black \"Åse Ødegård\"]", charmap.Windows1252, "", "windows-1252"},
		{"[White \"Sébastien\"]", charmap.ISO8859_1, "", "windows-1252"},
		{"PB[田中]PW[佐藤健一]", japanese.ShiftJIS, "", "shift_jis"},
		{"PB[タメノリ]C[よい手です]", japanese.ShiftJIS, "", "shift_jis"},
		{"[White \"王明\"]", simplifiedchinese.GBK, "", "gbk"},
		{"[White \"刘永桓\"][Event \"全国比赛第一轮\"]", simplifiedchinese.GBK, "", "gbk"},
		{"[White \"陳明\"][Event \"全國比賽第一輪\"]", traditionalchinese.Big5, "", "big5"},
		{"[White \"Иванов\"]", charmap.KOI8R, "KOI8-R", "koi8-r"},
		{"[White \"Иванов\"]", charmap.Windows1251, "cp1251", "windows-1251"},
		{"(;GM[2]FF[4]CA[Shift_JIS]PB[ｱｲｳ];B[f5])", japanese.ShiftJIS, "", "shift_jis"},
		{"(;GM[2]CA[windows-1251]PB[é]", charmap.Windows1252, "windows-1252", "windows-1252"},
		{"[White \"Иванов\"] 1. 32-28 19-23 2. 28x19 14x23 *", le, "", "utf-16le"},
		{"[White \"Иванов\"] 1. 32-28 19-23 2. 28x19 14x23 *", unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "", "utf-16"},
		{"[White \"Иванов\"]", unicode.UTF8BOM, "", "utf-8"},
		{"[White \"Иванов\"]", unicode.UTF8, "", "utf-8"},
	} {
		data, err := tt.as.NewEncoder().Bytes([]byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		got, found := charset.Text(data, tt.named)
		if string(got) != tt.text || found.Name != tt.want || found.Lost != 0 {
			t.Errorf("%s: %q in %+v, want %s", tt.text, got, found, tt.want)
		}
	}
}

// TestMixed leaves lines of UTF-8 alone beside one that is not.
func TestMixed(t *testing.T) {
	got, found := charset.Text([]byte("Иванов\n\xc8\xe2\xe0\xed\xee\xe2\nAnn\n"), "")
	if string(got) != "Иванов\nИванов\nAnn\n" || found.Name != "windows-1251" || !found.Guessed {
		t.Errorf("%q in %+v", got, found)
	}
}

// TestNoText leaves binary files as they are, and counts what an encoding has not.
func TestNoText(t *testing.T) {
	binary := []byte{20, 24, 1, 2, 3, 0, 0, 0, 0, 0, 0xe8, 7, 8, 0, 0xff}
	if got, found := charset.Text(binary, ""); !bytes.Equal(got, binary) || found.Name != "" {
		t.Errorf("%v in %+v", got, found)
	}
	if _, found := charset.Text([]byte("a\xff\xffb"), "utf-8"); found.Lost != 2 {
		t.Errorf("%+v, want 2 lost", found)
	}
	if charset.Known("latin1") != "latin-1" || charset.Known("ebcdic") != "" || len(charset.Names()) != 12 {
		t.Error("names of encodings")
	}
}

// FuzzText holds that what comes out is UTF-8, unless it is no text.
func FuzzText(f *testing.F) {
	f.Add([]byte("\xc8\xe2"), "")
	f.Add([]byte("(;CA[gbk]\xff"), "big5")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		got, found := charset.Text(data, name)
		if found.Name != "" && !bytes.Equal(bytes.ToValidUTF8(got, nil), got) && found.Lost == 0 {
			t.Fatalf("%q: %q in %+v", data, got, found)
		}
	})
}

// TestReader reads text line by line.
func TestReader(t *testing.T) {
	for _, tt := range []struct{ in, named, want, found string }{
		{"\xef\xbb\xbfa\nИ\n", "", "a\nИ\n", "utf-8"},
		{strings.Repeat("a\n", 5000) + "\xc8\xe2\xe0\xed\nИ\n\xc8", "", strings.Repeat("a\n", 5000) + "Иван\nИ\nИ", "windows-1251"},
		{"\xc8\n", "windows-1251", "И\n", "windows-1251"},
		{"\xff\xfea\x00\n\x00", "", "a\n", "utf-16"},
		{strings.Repeat("a", 100_000), "", strings.Repeat("a", 100_000), "utf-8"},
	} {
		r := charset.NewReader(strings.NewReader(tt.in), tt.named)
		got, err := io.ReadAll(r)
		if string(got) != tt.want || err != nil || r.Found().Name != tt.found {
			t.Errorf("%.40q: %.40q, %v, in %+v", tt.in, got, err, r.Found())
		}
	}
}
