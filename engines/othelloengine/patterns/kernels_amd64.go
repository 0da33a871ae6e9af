//go:build !purego

package patterns

//lint:file-ignore U1000 what the assembly refers to looks unused

import "github.com/plywood-go/plywood/internal/vectors"

// playFeatures sets dst to the features after a move on sq in src, which turned
// discs.
//
//go:noescape
func playFeatures(dst, src *Features, sq uint, turned uint64)

// sumWeights adds the weights of all features up.
//
//go:noescape
func sumWeights(w *expanded, f *Features) (total int)

// wide reports whether the kernels may use vectors of AVX-512, narrow of AVX2.
var wide, narrow = vectors.Wide(), vectors.Narrow()
