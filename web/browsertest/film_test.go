package browsertest

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image/png"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestFilm saves a game as an animated picture: a valid PNG file with a frame for each position.
func TestFilm(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	server := serve(t, config())
	b.do(chromedp.Navigate(server.URL + "/#/play?game=chess&moves=e4.e5.Nf3&at=1"))
	b.until(`document.querySelectorAll('.moves .list button').length === 3`)
	b.until(`window.film = '', URL.createObjectURL = ((make) => (blob) => {
		if (blob.type === 'image/png') blob.arrayBuffer().then((data) => { window.film = btoa(Array.from(new Uint8Array(data), (c) => String.fromCharCode(c)).join('')) })
		return make.call(URL, blob)
	})(URL.createObjectURL), true`)
	b.press(`.tools [aria-label^="Copy "]`)
	b.until(`[...document.querySelectorAll('.share button')].some((e) => e.textContent.includes('animated') && (e.click(), true))`)
	b.until(`window.film !== ''`)
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`window.film`))
	if err != nil {
		t.Fatal(err)
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	first, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	// A rook stands on a1, and nothing on a3, which has the same colour.
	side, differ := first.Bounds().Dx()/9, 0
	for x := range side {
		for y := range side {
			a1, a3 := first.At(side/2+x, 8*side-side/2+y), first.At(side/2+x, 6*side-side/2+y)
			if a1 != a3 {
				differ++
			}
		}
	}
	if differ < side*side/4 {
		t.Errorf("%d of %d pixels show the rook", differ, side*side)
	}
	kinds, shown, number := map[string]int{}, uint32(0), uint32(0)
	for at := 8; at < len(data); {
		size := int(binary.BigEndian.Uint32(data[at:]))
		kind, body := string(data[at+4:at+8]), data[at+8:at+8+size]
		if crc32.ChecksumIEEE(data[at+4:at+8+size]) != binary.BigEndian.Uint32(data[at+8+size:]) {
			t.Errorf("chunk %s at %d: wrong checksum", kind, at)
		}
		switch kind {
		case "acTL":
			shown = binary.BigEndian.Uint32(body)
		case "fcTL", "fdAT":
			if got := binary.BigEndian.Uint32(body); got != number {
				t.Errorf("%s has number %d, want %d", kind, got, number)
			}
			number++
		}
		kinds[kind]++
		at += size + 12
	}
	if shown != 4 || kinds["fcTL"] != 4 || kinds["fdAT"] < 3 || first.Bounds().Dx() != 360 {
		t.Errorf("%d frames of %v, chunks %v; want 4 of 360 pixels", shown, first.Bounds(), kinds)
	}
}
