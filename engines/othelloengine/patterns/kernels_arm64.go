//go:build !purego

package patterns

//lint:file-ignore U1000 what the assembly refers to looks unused

// playFeatures sets dst to the features after a move on sq in src, which turned
// discs. A disc takes 17 instructions instead of some 100, and in llvm-mca's models of
// an Apple M1 and a Neoverse N1 4 cycles instead of 36 and 20.
//
//go:noescape
func playFeatures(dst, src *Features, sq uint, turned uint64)

// sumWeights adds the weights of all features up, in 180 instructions instead of 400,
// and in those models 88 and 52 cycles instead of 178 and 96.
//
//go:noescape
func sumWeights(w *expanded, f *Features) (total int)

// The kernels take their places.
var _, _ = portablePlay, portableSum
