//go:build !purego

package patterns

//lint:file-ignore U1000 what the assembly refers to looks unused

// playFeatures sets dst to the features after a move on sq in src, which turned
// discs. A disc takes 17 instructions instead of some 100, a fifth to a ninth of the
// cycles in llvm-mca's models of Apple's cores and of a Cortex-A57.
//
//go:noescape
func playFeatures(dst, src *Features, sq uint, turned uint64)

// sumWeights adds the weights of all features up, in 180 instructions instead of 400
// and 70 % of the cycles in those models.
//
//go:noescape
func sumWeights(w *expanded, f *Features) (total int)

// The kernels take their places.
var _, _ = portablePlay, portableSum
