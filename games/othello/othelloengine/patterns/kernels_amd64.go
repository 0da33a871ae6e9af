//go:build !purego

package patterns

//lint:file-ignore U1000 the assembly uses these

import "github.com/plywood-go/plywood/internal/vectors"

// playFeatures sets dst to the features of src after a move on sq that turned these discs.
//
//go:noescape
func playFeatures(dst, src *Features, sq uint, turned uint64)

// sumWeights returns the sum of the weights of all features.
//
//go:noescape
func sumWeights(w *expanded, f *Features) (total int)

// wide reports whether the kernels use AVX-512, narrow whether they use AVX2.
var wide, narrow bool

func init() { vectors.Follow(func(s vectors.Set) { wide, narrow = s.Wide, s.Narrow }) }
