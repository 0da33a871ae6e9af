package raster

import (
	"math"
	"slices"
)

type point struct{ x, y float64 }

// outline is a chain of straight lines.
type outline struct {
	points []point
	closed bool
}

// rounded returns a rectangle with rounded corners.
func rounded(x, y, width, height, radius float64) []point {
	radius = min(radius, width/2, height/2)
	if radius <= 0 {
		return []point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}
	}
	const steps = 16
	var all []point
	centres := []point{
		{x + width - radius, y + radius},
		{x + width - radius, y + height - radius},
		{x + radius, y + height - radius},
		{x + radius, y + radius},
	}
	for corner, c := range centres {
		for i := range steps + 1 {
			sin, cos := math.Sincos((float64(corner-1) + float64(i)/steps) * math.Pi / 2)
			all = append(all, point{c.x + radius*cos, c.y + radius*sin})
		}
	}
	return all
}

// turned returns the points in clockwise order, so that overlapping outlines add up.
func (o *outline) turned() []point {
	area := 0.0
	for i, a := range o.points {
		b := o.points[(i+1)%len(o.points)]
		area += a.x*b.y - b.x*a.y
	}
	if area < 0 {
		reversed := slices.Clone(o.points)
		slices.Reverse(reversed)
		return reversed
	}
	return o.points
}

// stroke returns the outline of a stroke along o: a bar for each line or, with
// dashes, for each dash.
func (o *outline) stroke(width float64, dashes []float64) []outline {
	points := o.points
	if o.closed {
		points = append(slices.Clone(points), points[0])
	}
	var bars []outline
	pen := dashing{lengths: dashes}
	for i := range len(points) - 1 {
		a, b := points[i], points[i+1]
		joined := o.closed || i > 0
		for _, part := range pen.along(math.Hypot(b.x-a.x, b.y-a.y)) {
			bars = append(bars, bar(a, b, part, width, joined && len(dashes) == 0))
		}
	}
	return bars
}

// bar returns the part of the line from a to b as a rectangle; at a joint it
// extends by half its width, to fill the corner.
func bar(a, b point, part [2]float64, width float64, joint bool) outline {
	long := math.Hypot(b.x-a.x, b.y-a.y)
	if long == 0 {
		return outline{points: []point{a}}
	}
	ux, uy := (b.x-a.x)/long, (b.y-a.y)/long
	from, to := part[0], part[1]
	if joint {
		from, to = from-width/2, to+width/2
	}
	nx, ny := -uy*width/2, ux*width/2
	p, q := point{a.x + ux*from, a.y + uy*from}, point{a.x + ux*to, a.y + uy*to}
	return outline{points: []point{{p.x + nx, p.y + ny}, {q.x + nx, q.y + ny}, {q.x - nx, q.y - ny}, {p.x - nx, p.y - ny}}}
}

// dashing is the state of a dashed stroke.
type dashing struct {
	lengths []float64
	index   int
	used    float64 // of the dash or gap at index
}

// along returns the drawn parts of a line of the given length.
func (d *dashing) along(long float64) [][2]float64 {
	if len(d.lengths) == 0 {
		return [][2]float64{{0, long}}
	}
	var parts [][2]float64
	for at := 0.0; at < long; {
		step := min(d.lengths[d.index]-d.used, long-at)
		if d.index%2 == 0 {
			parts = append(parts, [2]float64{at, at + step})
		}
		at += step
		if d.used += step; d.used >= d.lengths[d.index]-1e-9 {
			d.index, d.used = (d.index+1)%len(d.lengths), 0
		}
	}
	return parts
}
