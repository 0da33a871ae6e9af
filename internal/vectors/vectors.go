// Package vectors detects what vectors the processor has, and says which of them the kernels use.
package vectors

// A Set is what kernels may use. The zero Set is plain Go.
type Set struct {
	Name   string // as in published figures: AVX-512, AVX2, NEON or portable
	Wide   bool   // AVX-512, with the extensions CD, BW and VL
	Narrow bool   // AVX2
	Gather bool   // instructions that gather and spread bits, about as fast as a multiplication
}

var (
	inUse     = Sets()[0]
	followers []func(Set)
)

// Follow tells f the set in use, now and whenever it changes. A package with kernels keeps what it
// needs in variables, which assembly can read.
func Follow(f func(Set)) {
	followers = append(followers, f)
	f(inUse)
}

// Use makes all kernels use a set, one of [Sets]. No kernel may run meanwhile.
func Use(s Set) {
	inUse = s
	for _, f := range followers {
		f(s)
	}
}

// Each calls do with the name of each set that runs here while it is in use, the fastest first.
func Each(do func(name string)) {
	defer Use(inUse)
	for _, s := range Sets() {
		Use(s)
		do(s.Name)
	}
}
