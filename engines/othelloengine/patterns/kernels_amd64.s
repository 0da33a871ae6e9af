//go:build !purego

#include "textflag.h"

// REMAINDER stores at byte at of dst what is left of allTurned.
#define REMAINDER(at, sum) \
	VPADDQ  sum, sum, sum;         \
	VPADDQ  at(CX)(AX*1), sum, sum; \
	VPADDQ  at(SI), sum, sum;      \
	VMOVDQU at(DX), Y4;            \
	VPSUBQ  sum, Y4, Y4;           \
	VMOVDQU Y4, at(DI)

// func playFeatures(dst, src *Features, sq uint, turned uint64)
//
// Sets dst to allTurned - src - disc(sq) - 2·Σ disc(turned).
TEXT ·playFeatures(SB), NOSPLIT, $0-32
	CMPB ·wide(SB), $0
	JEQ  short
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

short:
	CMPB ·narrow(SB), $0
	JEQ  portable
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ sq+16(FP), AX
	MOVQ turned+24(FP), BX
	LEAQ ·discs(SB), CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	JMP  testshort

nextshort:
	TZCNTQ BX, DX
	BTRQ   DX, BX
	SHLQ   $7, DX
	VPADDQ (CX)(DX*1), Y0, Y0
	VPADDQ 32(CX)(DX*1), Y1, Y1
	VPADDQ 64(CX)(DX*1), Y2, Y2
	VPADDQ 96(CX)(DX*1), Y3, Y3

testshort:
	TESTQ BX, BX
	JNE   nextshort
	ANDL  $63, AX
	SHLQ  $7, AX
	LEAQ  ·allTurned(SB), DX
	REMAINDER(0, Y0)
	REMAINDER(32, Y1)
	REMAINDER(64, Y2)
	REMAINDER(96, Y3)
	VZEROUPPER
	RET

portable:
	JMP ·portablePlay(SB)

// GATHER adds to Z0 the weights, at CX, of the features in 32 bytes of f that K1
// selects; each is the lower half of a gathered word of 32 bits.
#define GATHER(at) \
	VPMOVZXWD   (32*at)(SI), Z1;    \
	VPADDD      (64*at)(DX), Z1, Z1; \
	VPXORD      Z2, Z2, Z2;         \
	VPGATHERDD  (CX)(Z1*2), K1, Z2; \
	VPSLLD      $16, Z2, Z2;        \
	VPSRAD      $16, Z2, Z2;        \
	VPADDD      Z2, Z0, Z0

// func sumWeights(w *expanded, f *Features) (total int)
TEXT ·sumWeights(SB), NOSPLIT, $0-24
	CMPB ·wide(SB), $0
	JEQ  portable
	MOVQ w+0(FP), CX
	MOVQ f+8(FP), SI
	LEAQ ·featureBases(SB), DX
	VPXORD Z0, Z0, Z0
	KXNORW K1, K1, K1
	GATHER(0)
	KXNORW K1, K1, K1
	GATHER(1)
	KXNORW K1, K1, K1
	GATHER(2)
	MOVL  $3, AX                  // 50 features
	KMOVW AX, K1
	GATHER(3)
	VEXTRACTI64X4 $1, Z0, Y1
	VPADDD        Y1, Y0, Y0
	VEXTRACTI128  $1, Y0, X1
	VPADDD        X1, X0, X0
	VPSHUFD       $0x4E, X0, X1
	VPADDD        X1, X0, X0
	VPSHUFD       $0xB1, X0, X1
	VPADDD        X1, X0, X0
	VMOVD         X0, AX
	MOVLQSX       AX, AX
	MOVQ          AX, total+16(FP)
	VZEROUPPER
	RET

portable:
	JMP ·portableSum(SB)
