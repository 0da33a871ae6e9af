//go:build !purego

#include "textflag.h"

// func cpuid(leaf, subleaf uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL subleaf+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// func xgetbv() (low uint32)
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, low+0(FP)
	RET

// func flips(sq uint, own, opp uint64) uint64
//
// On each of the eight rays from the square the nearest square that is not the
// opponent's either holds an own disc, and all before it are turned, or none
// are. Four rays go to higher squares (Y2, nearest by t-1), four to lower ones
// (Y3, nearest by leading zeros).
TEXT ·flips(SB), NOSPLIT, $0-32
	CMPB         ·wide(SB), $0
	JEQ          portable
	MOVQ         sq+0(FP), AX
	ANDL         $63, AX
	SHLQ         $6, AX
	LEAQ         ·rays(SB), CX
	VMOVDQU      (CX)(AX*1), Y2
	VMOVDQU      32(CX)(AX*1), Y3
	VPBROADCASTQ own+8(FP), Y0
	VPBROADCASTQ opp+16(FP), Y1
	VPCMPEQD     Y8, Y8, Y8
	VPSLLQ       $63, Y8, Y9
	VPANDN       Y2, Y1, Y4       // t, the ray without the opponent's
	VPANDN       Y3, Y1, Y5
	VPLZCNTQ     Y5, Y5
	VPADDQ       Y8, Y4, Y6
	VPANDN       Y6, Y4, Y6       // up: all below the nearest
	VPSUBQ       Y8, Y6, Y7       // up: the nearest, 0 if there is none
	VPSRLVQ      Y5, Y9, Y10      // down: the nearest, 0 if there is none
	VPSRLVQ      Y5, Y8, Y11      // down: the nearest and all below it
	VPTESTMQ     Y0, Y7, K1
	VPTESTMQ     Y0, Y10, K2
	VPANDQ.Z     Y2, Y6, K1, Y6
	VPANDNQ.Z    Y3, Y11, K2, Y7
	VPOR         Y6, Y7, Y6
	VEXTRACTI128 $1, Y6, X7
	VPOR         X6, X7, X6
	VPUNPCKHQDQ  X6, X6, X7
	VPOR         X6, X7, X6
	VMOVQ        X6, ret+24(FP)
	VZEROUPPER
	RET

portable:
	JMP ·portableFlips(SB)

// func mobility(own, opp uint64) uint64
//
// One axis in each quarter: rank, file, antidiagonal, diagonal. Runs of the
// opponent's discs beside own ones are followed by doubling.
TEXT ·mobility(SB), NOSPLIT, $0-24
	CMPB         ·wide(SB), $0
	JEQ          portable
	VPBROADCASTQ own+0(FP), Y0
	VPBROADCASTQ opp+8(FP), Y1
	VMOVDQU      ·axisSteps(SB), Y2
	VPAND        ·axisMasks(SB), Y1, Y3
	VPADDQ       Y2, Y2, Y4
	VPSLLVQ      Y2, Y0, Y5
	VPSRLVQ      Y2, Y0, Y6
	VPSLLVQ      Y2, Y3, Y7
	VPAND        Y3, Y5, Y5       // up: first of a run
	VPAND        Y3, Y6, Y6       // down
	VPAND        Y3, Y7, Y7       // pairs, named by their upper squares
	VPSRLVQ      Y2, Y7, Y8       // and by their lower ones
	VPSLLVQ      Y2, Y5, Y9
	VPSRLVQ      Y2, Y6, Y10
	VPTERNLOGQ   $0xF8, Y9, Y3, Y5
	VPTERNLOGQ   $0xF8, Y10, Y3, Y6
	VPSLLVQ      Y4, Y5, Y9
	VPSRLVQ      Y4, Y6, Y10
	VPTERNLOGQ   $0xF8, Y9, Y7, Y5
	VPTERNLOGQ   $0xF8, Y10, Y8, Y6
	VPSLLVQ      Y4, Y5, Y9
	VPSRLVQ      Y4, Y6, Y10
	VPTERNLOGQ   $0xF8, Y9, Y7, Y5
	VPTERNLOGQ   $0xF8, Y10, Y8, Y6
	VPSLLVQ      Y2, Y5, Y5
	VPSRLVQ      Y2, Y6, Y6
	VPOR         Y5, Y6, Y5
	VEXTRACTI128 $1, Y5, X6
	VPOR         X5, X6, X5
	VPUNPCKHQDQ  X5, X5, X6
	VPOR         X5, X6, X5
	VPOR         X0, X1, X0
	VPANDN       X5, X0, X5
	VMOVQ        X5, ret+16(FP)
	VZEROUPPER
	RET

portable:
	JMP ·portableMobility(SB)

// func playFeatures(dst, src *features, sq uint, turned uint64)
//
// Sets dst to allTurned - src - disc(sq) - 2·Σ disc(turned).
TEXT ·playFeatures(SB), NOSPLIT, $0-32
	CMPB ·wide(SB), $0
	JEQ  portable
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ sq+16(FP), AX
	MOVQ turned+24(FP), BX
	LEAQ ·discs(SB), CX
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	JMP  test

next:
	TZCNTQ BX, DX
	BTRQ   DX, BX
	SHLQ   $7, DX
	VPADDQ (CX)(DX*1), Z0, Z0
	VPADDQ 64(CX)(DX*1), Z1, Z1

test:
	TESTQ BX, BX
	JNE   next
	ANDL  $63, AX
	SHLQ  $7, AX
	LEAQ  ·allTurned(SB), DX
	VPADDQ Z0, Z0, Z0
	VPADDQ Z1, Z1, Z1
	VPADDQ (CX)(AX*1), Z0, Z0
	VPADDQ 64(CX)(AX*1), Z1, Z1
	VPADDQ (SI), Z0, Z0
	VPADDQ 64(SI), Z1, Z1
	VMOVDQU64 (DX), Z2
	VMOVDQU64 64(DX), Z3
	VPSUBQ Z0, Z2, Z0
	VPSUBQ Z1, Z3, Z1
	VMOVDQU64 Z0, (DI)
	VMOVDQU64 Z1, 64(DI)
	VZEROUPPER
	RET

portable:
	JMP ·portablePlay(SB)
