//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Kernels for processors with AVX2, which lacks vector counts of leading zeros
// and masks.

// FLIPS sets Y2 to the discs turned on each axis by a move on a square, for own
// discs Y8 and opposing discs Y9. up and down are the rays from the square,
// towards higher squares and lower ones, without the squares at the edges, where
// no disc is turned. Opposing discs that reach from the square along a
// ray are turned if one more step from any of them meets an own disc. Subtracting
// 1 from the other squares of a ray finds those discs on rays up; on rays down,
// doubling extends the other squares to the end. Y12 holds axisSteps, Y13 twice
// that, Y15 all ones.
#define FLIPS(up, down) \
	VPANDN   up, Y9, Y4;    \
	VPADDQ   Y15, Y4, Y2;   \
	VPANDN   Y2, Y4, Y2;    \
	VPAND    up, Y2, Y2;    \
	VPSLLVQ  Y12, Y2, Y5;   \
	VPANDN   Y5, Y8, Y4;    \
	VPCMPEQQ Y5, Y4, Y4;    \
	VPANDN   Y2, Y4, Y2;    \
	VPANDN   down, Y9, Y4;  \
	VPSRLVQ  Y12, Y4, Y5;   \
	VPOR     Y4, Y5, Y4;    \
	VPSRLVQ  Y13, Y4, Y5;   \
	VPOR     Y4, Y5, Y4;    \
	VPSRLVQ  Y13, Y4, Y5;   \
	VPOR     Y4, Y5, Y4;    \
	VPANDN   down, Y4, Y4;  \
	VPSRLVQ  Y12, Y4, Y5;   \
	VPANDN   Y5, Y8, Y6;    \
	VPCMPEQQ Y5, Y6, Y6;    \
	VPANDN   Y4, Y6, Y4;    \
	VPOR     Y4, Y2, Y2

// STEPS sets Y12, Y13 and Y15.
#define STEPS \
	VMOVDQU  ·axisSteps(SB), Y12; \
	VPADDQ   Y12, Y12, Y13;       \
	VPCMPEQD Y15, Y15, Y15

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
	TZCNTQ       BX, AX;                   \
	BTRQ         AX, BX;                   \
	MOVQ         AX, R10;                  \
	SHLQ         $6, R10;                  \
	FLIPS(10752(CX)(R10*1), 10784(CX)(R10*1)); \
	VPERM2I128   $1, Y2, Y2, Y4;           \
	VPOR         Y2, Y4, Y2;               \
	VPSHUFD      $0x4E, Y2, Y4;            \
	VPOR         Y2, Y4, Y2;               \ // turned, in each quarter
	VPBROADCASTQ 4096(CX)(AX*8), Y1;       \ // the square
	VPANDN       Y9, Y2, Y0;               \
	VPOR         Y8, Y1, Y1;               \
	VPOR         Y2, Y1, Y1;               \
	VMOVQ        X0, (DI);                 \
	VMOVQ        X1, 8(DI);                \
	MOBILITY;                              \
	VMOVQ        X5, DX;                   \
	ANDQ         R8, DX;                   \
	BTRQ         AX, DX;                   \
	MOVQ         DX, 16(DI)

// PREPARE limits R8 to the empty squares.
#define PREPARE \
	STEPS;                          \
	VMOVDQU      ·axisMasks(SB), Y14; \
	VPBROADCASTQ own+8(FP), Y8;     \
	VPBROADCASTQ opp+16(FP), Y9;    \
	MOVQ         own+8(FP), AX;     \
	ORQ          opp+16(FP), AX;    \
	ANDNQ        R8, AX, R8

// func narrowFlips(sq int, own, opp uint64) uint64
TEXT ·narrowFlips(SB), NOSPLIT, $0-32
	MOVQ         sq+0(FP), AX
	ANDL         $63, AX
	SHLQ         $6, AX
	LEAQ         ·lines(SB), CX
	VPBROADCASTQ own+8(FP), Y8
	VPBROADCASTQ opp+16(FP), Y9
	STEPS
	FLIPS(10752(CX)(AX*1), 10784(CX)(AX*1))
	VEXTRACTI128 $1, Y2, X4
	VPOR         X2, X4, X2
	VPUNPCKHQDQ  X2, X2, X4
	VPOR         X2, X4, X2
	VMOVQ        X2, AX
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
