//go:build (!amd64 && !arm64) || purego

package patterns

func playFeatures(dst, src *Features, sq uint, turned uint64) { portablePlay(dst, src, sq, turned) }

func sumWeights(w *expanded, f *Features) int { return portableSum(w, f) }
