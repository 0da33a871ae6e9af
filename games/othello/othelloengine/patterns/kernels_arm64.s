//go:build !purego

#include "textflag.h"

// DISC adds the features of a disc, at R6, to V0 to V7.
#define DISC \
	VLD1.P 64(R6), [V16.D2, V17.D2, V18.D2, V19.D2]; \
	VLD1   (R6), [V20.D2, V21.D2, V22.D2, V23.D2];   \
	VADD   V16.D2, V0.D2, V0.D2;                     \
	VADD   V17.D2, V1.D2, V1.D2;                     \
	VADD   V18.D2, V2.D2, V2.D2;                     \
	VADD   V19.D2, V3.D2, V3.D2;                     \
	VADD   V20.D2, V4.D2, V4.D2;                     \
	VADD   V21.D2, V5.D2, V5.D2;                     \
	VADD   V22.D2, V6.D2, V6.D2;                     \
	VADD   V23.D2, V7.D2, V7.D2

// REMAINDER stores allTurned, at R7, minus src, at R1, and the sums, at R0.
#define REMAINDER(A, B, C, D) \
	VLD1.P 64(R1), [V16.D2, V17.D2, V18.D2, V19.D2]; \
	VLD1.P 64(R7), [V20.D2, V21.D2, V22.D2, V23.D2]; \
	VADD   V16.D2, A.D2, A.D2;                       \
	VADD   V17.D2, B.D2, B.D2;                       \
	VADD   V18.D2, C.D2, C.D2;                       \
	VADD   V19.D2, D.D2, D.D2;                       \
	VSUB   A.D2, V20.D2, V16.D2;                     \
	VSUB   B.D2, V21.D2, V17.D2;                     \
	VSUB   C.D2, V22.D2, V18.D2;                     \
	VSUB   D.D2, V23.D2, V19.D2;                     \
	VST1.P [V16.D2, V17.D2, V18.D2, V19.D2], 64(R0)

// func playFeatures(dst, src *Features, sq uint, turned uint64)
//
// It sets dst to allTurned - src - disc(sq) - 2·Σ disc(turned).
TEXT ·playFeatures(SB), NOSPLIT, $0-32
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD sq+16(FP), R2
	MOVD turned+24(FP), R3
	MOVD $·discs(SB), R4
	MOVD $·allTurned(SB), R7
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16
	VEOR V4.B16, V4.B16, V4.B16
	VEOR V5.B16, V5.B16, V5.B16
	VEOR V6.B16, V6.B16, V6.B16
	VEOR V7.B16, V7.B16, V7.B16
	CBZ  R3, placed

next:
	RBIT R3, R5
	CLZ  R5, R5
	SUB  $1, R3, R6
	AND  R6, R3, R3
	ADD  R5<<7, R4, R6
	DISC
	CBNZ R3, next

placed:
	VADD V0.D2, V0.D2, V0.D2
	VADD V1.D2, V1.D2, V1.D2
	VADD V2.D2, V2.D2, V2.D2
	VADD V3.D2, V3.D2, V3.D2
	VADD V4.D2, V4.D2, V4.D2
	VADD V5.D2, V5.D2, V5.D2
	VADD V6.D2, V6.D2, V6.D2
	VADD V7.D2, V7.D2, V7.D2
	AND  $63, R2, R2
	ADD  R2<<7, R4, R6
	DISC
	REMAINDER(V0, V1, V2, V3)
	REMAINDER(V4, V5, V6, V7)
	RET

// ADDTWO adds the weights at R0 of the two features at byte at of f to sums.
#define ADDTWO(at, A, B) \
	MOVHU at(R1), R2;       \
	MOVHU (at+2)(R1), R3;   \
	MOVH  (R0)(R2<<1), R2;  \
	MOVH  (R0)(R3<<1), R3;  \
	ADD   R2, A;            \
	ADD   R3, B

// ADDFOUR is ADDTWO for four features, with the offset of their fillings as an
// argument.
#define ADDFOUR(at, more) \
	ADD $(2*(more)), R0;    \
	ADDTWO(at, R8, R9);     \
	ADDTWO(at+4, R10, R11)

// The numbers of fillings of 5 to 10 squares.
#define F5  243
#define F6  729
#define F7  2187
#define F8  6561
#define F9  19683
#define F10 59049

// func sumWeights(w *expanded, f *Features) (total int)
TEXT ·sumWeights(SB), NOSPLIT, $0-24
	MOVD w+0(FP), R0
	MOVD f+8(FP), R1
	MOVD ZR, R8
	MOVD ZR, R9
	MOVD ZR, R10
	MOVD ZR, R11
	ADDTWO(0, R8, R9)
	ADDTWO(4, R10, R11)
	ADDFOUR(8, F10)
	ADDTWO(16, R8, R9)
	ADDTWO(20, R10, R11)
	ADDFOUR(24, F10)
	ADDFOUR(32, F10)
	ADDFOUR(40, F9)
	ADDFOUR(48, F8)
	ADDFOUR(56, F8)
	ADD $(2*F8), R0
	ADDTWO(64, R8, R9)
	ADDFOUR(68, F8)
	ADDFOUR(76, F7)
	ADDFOUR(84, F6)
	ADDFOUR(92, F5)
	ADD  R9, R8
	ADD  R11, R10
	ADD  R10, R8
	MOVD R8, total+16(FP)
	RET
