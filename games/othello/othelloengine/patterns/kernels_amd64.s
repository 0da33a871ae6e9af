//go:build !purego

#include "textflag.h"

// REMAINDER stores allTurned minus src, the new disc and twice sum at byte at
// of dst.
#define REMAINDER(at, sum) \
	VPADDQ  sum, sum, sum;         \
	VPADDQ  at(CX)(AX*1), sum, sum; \
	VPADDQ  at(SI), sum, sum;      \
	VMOVDQU at(DX), Y4;            \
	VPSUBQ  sum, Y4, Y4;           \
	VMOVDQU Y4, at(DI)

// func playFeatures(dst, src *Features, sq uint, turned uint64)
//
// It sets dst to allTurned - src - disc(sq) - 2·Σ disc(turned).
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

// ADD adds the weights at CX of four features to a sum: the features in the
// word at byte at of f, whose fillings start at weight base. On a Zen 4 the sum
// takes 13 ns with single loads, 30 ns with AVX-512 gathers, and 38 ns in
// portable code (BenchmarkSum).
#define ADD(at, base) \
	MOVWLZX (at)(SI), AX;             \
	MOVWLZX (at+2)(SI), BX;           \
	MOVWLZX (at+4)(SI), DX;           \
	MOVWLZX (at+6)(SI), DI;           \
	MOVWLSX (2*(base))(CX)(AX*2), AX; \
	MOVWLSX (2*(base))(CX)(BX*2), BX; \
	MOVWLSX (2*(base))(CX)(DX*2), DX; \
	MOVWLSX (2*(base))(CX)(DI*2), DI; \
	ADDL    AX, R8;                   \
	ADDL    BX, R9;                   \
	ADDL    DX, R10;                  \
	ADDL    DI, R11

// The numbers of fillings of 4 to 10 squares.
#define F4  81
#define F5  243
#define F6  729
#define F7  2187
#define F8  6561
#define F9  19683
#define F10 59049

// func sumWeights(w *expanded, f *Features) (total int)
TEXT ·sumWeights(SB), NOSPLIT, $0-24
	MOVQ w+0(FP), CX
	MOVQ f+8(FP), SI
	XORL R8, R8
	XORL R9, R9
	XORL R10, R10
	XORL R11, R11
	ADD(0, 0)
	ADD(8, F10)
	ADD(16, F10)
	ADD(24, 2*F10)
	ADD(32, 3*F10)
	ADD(40, 3*F10+F9)
	ADD(48, 3*F10+F9+F8)
	ADD(56, 3*F10+F9+2*F8)
	// Two diagonals of 8 squares, then two of 7 in the same word: the fillings
	// of the latter start F8 later.
	MOVWLZX 64(SI), AX
	MOVWLZX 66(SI), BX
	MOVWLSX (2*(3*F10+F9+3*F8))(CX)(AX*2), AX
	MOVWLSX (2*(3*F10+F9+3*F8))(CX)(BX*2), BX
	ADDL    AX, R8
	ADDL    BX, R9
	ADD(68, 3*F10+F9+4*F8)
	ADD(76, 3*F10+F9+4*F8+F7)
	ADD(84, 3*F10+F9+4*F8+F7+F6)
	ADD(92, 3*F10+F9+4*F8+F7+F6+F5)
	ADDL    R9, R8
	ADDL    R11, R10
	ADDL    R10, R8
	MOVLQSX R8, R8
	MOVQ    R8, total+16(FP)
	RET
