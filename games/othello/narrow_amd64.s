//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Kernels for processors with AVX2, which lacks vector counts of leading zeros
// and masks.

// UP sets Y6 to the discs turned on the rays Y2 towards higher squares, for own
// discs Y0 and opposing discs Y1. Y15 is 0. DOWN sets Y7 to the discs turned on
// the rays Y3 towards lower squares: doubling extends the squares without an
// opponent's disc to the end of each ray, so that the nearest one is the only
// one without a predecessor. Y12 holds axisSteps, Y13 twice and Y8 four times
// that.
#define UP \
	VPCMPEQD Y11, Y11, Y11; \
	VPANDN   Y2, Y1, Y4;    \
	VPADDQ   Y11, Y4, Y6;   \
	VPANDN   Y6, Y4, Y6;    \
	VPSUBQ   Y11, Y6, Y10;  \
	VPAND    Y0, Y10, Y10;  \
	VPCMPEQQ Y15, Y10, Y10; \
	VPAND    Y2, Y6, Y6;    \
	VPANDN   Y6, Y10, Y6

#define DOWN \
	VPANDN   Y3, Y1, Y7;    \
	VPSRLVQ  Y12, Y7, Y5;   \
	VPOR     Y5, Y7, Y7;    \
	VPSRLVQ  Y13, Y7, Y5;   \
	VPOR     Y5, Y7, Y7;    \
	VPSRLVQ  Y8, Y7, Y5;    \
	VPOR     Y5, Y7, Y7;    \
	VPSRLVQ  Y12, Y7, Y5;   \
	VPANDN   Y7, Y5, Y5;    \
	VPAND    Y0, Y5, Y5;    \
	VPCMPEQQ Y15, Y5, Y5;   \
	VPANDN   Y3, Y7, Y7;    \
	VPANDN   Y7, Y5, Y7

// STEPS sets Y12, Y13, Y8 and Y15.
#define STEPS \
	VMOVDQU ·axisSteps(SB), Y12; \
	VPADDQ  Y12, Y12, Y13;       \
	VPADDQ  Y13, Y13, Y8;        \
	VPXOR   Y15, Y15, Y15

// MOBILITY sets X5 to the squares, taken or not, at the ends of runs of the
// discs Y1 that start next to the discs Y0, as in kernels_amd64.s.
#define MOBILITY \
	VPAND        Y14, Y1, Y3;   \
	VPSLLVQ      Y12, Y0, Y5;   \
	VPSRLVQ      Y12, Y0, Y6;   \
	VPSLLVQ      Y12, Y3, Y7;   \
	VPAND        Y3, Y5, Y5;    \
	VPAND        Y3, Y6, Y6;    \
	VPAND        Y3, Y7, Y7;    \
	VPSRLVQ      Y12, Y7, Y4;   \
	VPSLLVQ      Y12, Y5, Y10;  \
	VPSRLVQ      Y12, Y6, Y11;  \
	VPAND        Y3, Y10, Y10;  \
	VPAND        Y3, Y11, Y11;  \
	VPOR         Y10, Y5, Y5;   \
	VPOR         Y11, Y6, Y6;   \
	VPSLLVQ      Y13, Y5, Y10;  \
	VPSRLVQ      Y13, Y6, Y11;  \
	VPAND        Y7, Y10, Y10;  \
	VPAND        Y4, Y11, Y11;  \
	VPOR         Y10, Y5, Y5;   \
	VPOR         Y11, Y6, Y6;   \
	VPSLLVQ      Y13, Y5, Y10;  \
	VPSRLVQ      Y13, Y6, Y11;  \
	VPAND        Y7, Y10, Y10;  \
	VPAND        Y4, Y11, Y11;  \
	VPOR         Y10, Y5, Y5;   \
	VPOR         Y11, Y6, Y6;   \
	VPSLLVQ      Y12, Y5, Y5;   \
	VPSRLVQ      Y12, Y6, Y6;   \
	VPOR         Y5, Y6, Y5;    \
	VEXTRACTI128 $1, Y5, X6;    \
	VPOR         X5, X6, X5;    \
	VPUNPCKHQDQ  X5, X5, X6;    \
	VPOR         X5, X6, X5

#define CHILD \
	TZCNTQ       BX, AX;                \
	BTRQ         AX, BX;                \
	MOVQ         AX, R10;               \
	SHLQ         $6, R10;               \
	VMOVDQU      (CX)(R10*1), Y2;       \
	VMOVDQU      32(CX)(R10*1), Y3;     \
	VPBROADCASTQ own+8(FP), Y0;         \
	VPBROADCASTQ opp+16(FP), Y1;        \
	UP;                                 \
	DOWN;                               \
	VPOR         Y6, Y7, Y6;            \
	VPERMQ       $0x4E, Y6, Y7;         \
	VPOR         Y6, Y7, Y6;            \
	VPSHUFD      $0x4E, Y6, Y7;         \
	VPOR         Y6, Y7, Y6;            \ // turned, in each quarter
	VPBROADCASTQ 4096(CX)(AX*8), Y3;    \ // the square
	VPOR         Y0, Y3, Y2;            \
	VPANDN       Y1, Y6, Y0;            \
	VPOR         Y2, Y6, Y1;            \
	VMOVQ        X0, (DI);              \
	VMOVQ        X1, 8(DI);             \
	MOBILITY;                           \
	VPOR         X0, X1, X0;            \
	VPANDN       X5, X0, X5;            \
	VMOVQ        X5, DX;                \
	ANDQ         R8, DX;                \
	MOVQ         DX, 16(DI)

#define PREPARE \
	STEPS;                       \
	VMOVDQU ·axisMasks(SB), Y14

// func narrowFlips(sq int, own, opp uint64) uint64
TEXT ·narrowFlips(SB), NOSPLIT, $0-32
	MOVQ         sq+0(FP), AX
	ANDL         $63, AX
	SHLQ         $6, AX
	LEAQ         ·lines(SB), CX
	VMOVDQU      (CX)(AX*1), Y2
	VMOVDQU      32(CX)(AX*1), Y3
	VPBROADCASTQ own+8(FP), Y0
	VPBROADCASTQ opp+16(FP), Y1
	STEPS
	UP
	DOWN
	VPOR         Y6, Y7, Y6
	VEXTRACTI128 $1, Y6, X7
	VPOR         X6, X7, X6
	VPUNPCKHQDQ  X6, X6, X7
	VPOR         X6, X7, X6
	VMOVQ        X6, AX
	VZEROUPPER
	MOVQ         AX, ret+24(FP)
	RET

// func narrowMobility(own, opp uint64) uint64
TEXT ·narrowMobility(SB), NOSPLIT, $0-24
	VPBROADCASTQ own+0(FP), Y0
	VPBROADCASTQ opp+8(FP), Y1
	VMOVDQU      ·axisSteps(SB), Y12
	VMOVDQU      ·axisMasks(SB), Y14
	VPADDQ       Y12, Y12, Y13
	MOBILITY
	VPOR         X0, X1, X0
	VPANDN       X5, X0, X5
	VMOVQ        X5, AX
	VZEROUPPER
	MOVQ         AX, ret+16(FP)
	RET

#define EXPAND ·narrowExpand
#define RATED ·narrowExpandRated
#include "expand_amd64.h"
