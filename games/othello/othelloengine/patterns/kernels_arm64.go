//go:build !purego

package patterns

//lint:file-ignore U1000 the assembly uses these

// playFeatures sets dst to the features of src after a move on sq that turned
// these discs. It takes 17 instructions per disc instead of about 100; llvm-mca
// predicts 4 cycles instead of 36 on an Apple M1 and 20 on a Neoverse N1.
//
//go:noescape
func playFeatures(dst, src *Features, sq uint, turned uint64)

// sumWeights returns the sum of the weights of all features. It takes 180
// instructions instead of 400; llvm-mca predicts 88 cycles instead of 178 on an
// Apple M1, and 52 instead of 96 on a Neoverse N1.
//
//go:noescape
func sumWeights(w *expanded, f *Features) (total int)

// The kernels replace these functions.
var _, _ = portablePlay, portableSum
