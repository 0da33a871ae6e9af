//go:build !purego

package vectors

func cpuid(leaf, subleaf uint32) (a, b, c, d uint32)

func xgetbv() (low uint32)

// Sets returns the sets that run here, the fastest first. The last is portable.
func Sets() []Set {
	var all []Set
	fast := gather()
	if wide() {
		all = append(all, Set{"AVX-512", true, true, fast})
	}
	if narrow() {
		all = append(all, Set{"AVX2", false, true, fast})
	}
	return append(all, Set{Name: "portable"})
}

// wide reports whether the processor and the system support AVX-512 vectors, including
// the extensions CD, BW and VL.
func wide() bool {
	const (
		foundation = 1 << 16 // leaf 7, b: AVX512F
		conflict   = 1 << 28 // AVX512CD
		words      = 1 << 30 // AVX512BW
		short      = 1 << 31 // AVX512VL
		saved      = 0xE6    // XMM, YMM, opmask and both ZMM states
	)
	return has(foundation|conflict|words|short, saved)
}

// narrow reports whether the processor and the system support AVX2 vectors.
func narrow() bool {
	const (
		avx2  = 1 << 5 // leaf 7, b
		saved = 0x06   // XMM and YMM states
	)
	return has(avx2, saved)
}

// gather reports whether PEXT and PDEP, which gather and spread bits, are about as fast
// as a multiplication. They are slow microcode on AMD processors before family 19h (Zen
// 3) and on their relatives.
func gather() bool {
	const (
		bmi2  = 1 << 8 // leaf 7, b
		intel = 0x756E6547
	)
	if !has(bmi2, 0) {
		return false
	}
	_, maker, _, _ := cpuid(0, 0)
	version, _, _, _ := cpuid(1, 0)
	return maker == intel || version>>8&0xF+version>>20&0xFF >= 0x19
}

// has reports whether the processor has all the given features of leaf 7, register EBX,
// and the system saves the given registers.
func has(features, saved uint32) bool {
	const osxsave = 1 << 27 // leaf 1, c
	if top, _, _, _ := cpuid(0, 0); top < 7 {
		return false
	}
	if _, _, c, _ := cpuid(1, 0); c&osxsave == 0 || xgetbv()&saved != saved {
		return false
	}
	_, b, _, _ := cpuid(7, 0)
	return b&features == features
}
