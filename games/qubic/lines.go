package qubic

// Direction is one of the 13 directions of lines. There are 3 along an edge of the cube
// with 16 lines each, 6 across a face with 4 lines each, and 4 through the cube with 1
// line each: 76 lines in all.
type Direction struct {
	Step   uint   // distance in cell numbers between neighbours in a line
	Starts uint64 // the first cells of the lines
}

// The cells at the low and high ends of the axes.
const (
	x0 = 0x1111111111111111
	x3 = x0 << 3
	y0 = 0x000f000f000f000f
	y3 = y0 << 12
	z0 = 0xffff
)

// Directions returns all directions. If a coordinate decreases along a line, its part
// of the step is negative and the line starts at its high end.
func Directions() [13]Direction { return directions }

var directions = [13]Direction{
	{1, x0},
	{4, y0},
	{16, z0},
	{4 + 1, x0 & y0},
	{4 - 1, x3 & y0},
	{16 + 1, x0 & z0},
	{16 - 1, x3 & z0},
	{16 + 4, y0 & z0},
	{16 - 4, y3 & z0},
	{16 + 4 + 1, x0 & y0 & z0},
	{16 + 4 - 1, x3 & y0 & z0},
	{16 - 4 + 1, x0 & y3 & z0},
	{16 - 4 - 1, x3 & y3 & z0},
}

// HasLine reports whether stones contain a line. It takes about 15 ns.
func HasLine(stones uint64) bool {
	return four(stones, 1, x0)|four(stones, 4, y0)|four(stones, 16, z0)|
		four(stones, 5, x0&y0)|four(stones, 3, x3&y0)|
		four(stones, 17, x0&z0)|four(stones, 15, x3&z0)|
		four(stones, 20, y0&z0)|four(stones, 12, y3&z0)|
		four(stones, 21, x0&y0&z0)|four(stones, 19, x3&y0&z0)|
		four(stones, 13, x0&y3&z0)|four(stones, 11, x3&y3&z0) != 0
}

// four returns the starts of full lines in a direction.
func four(stones uint64, step uint, starts uint64) uint64 {
	pairs := stones & (stones >> step)
	return pairs & (pairs >> (2 * step)) & starts
}

// Completing returns the cells, taken or not, that complete a line with three of the
// given stones.
func Completing(stones uint64) (cells uint64) {
	for i := range directions {
		d := &directions[i]
		s := d.Step & 63
		first, second := stones&d.Starts, stones>>s&d.Starts
		third, fourth := stones>>(2*s&63)&d.Starts, stones>>(3*s&63)&d.Starts
		low, high := first&second, third&fourth
		cells |= second & high
		cells |= first & high << s
		cells |= low & fourth << (2 * s & 63)
		cells |= low & third << (3 * s & 63)
	}
	return cells
}
