//go:build !purego

package patterns

//lint:file-ignore U1000 the assembly uses these

import "github.com/plywood-go/plywood/internal/vectors"

// playFeatures sets dst to the features of src after a move on sq that turned
// these discs.
//
//go:noescape
func playFeatures(dst, src *Features, sq uint, turned uint64)

// sumWeights returns the sum of the weights of all features.
//
//go:noescape
func sumWeights(w *expanded, f *Features) (total int)

// wide reports whether the kernels may use AVX-512, narrow whether they may use
// AVX2.
var wide, narrow = vectors.Wide(), vectors.Narrow()
