//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Kernels for processors with AVX-512, and the choice of those of narrow_amd64.s or of
// portable code.

// FLIPS sets Y6 and Y7 to the discs turned on the rays towards higher squares
// (Y2) and lower ones (Y3), of own discs Y0 and opposing Y1. Y8 is all ones, Y9
// the highest bit of each quarter.
//
// On each of the eight rays from the square the nearest square that is not the
// opponent's either holds an own disc, and all before it are turned, or none
// are: nearest by t-1 on the rays up, by leading zeros on those down, t being
// the ray without the opponent's discs. Y10 and Y11 take the nearest squares, 0
// if there is none.
#define FLIPS \
	VPANDN     Y2, Y1, Y4;      \
	VPANDN     Y3, Y1, Y5;      \
	VPLZCNTQ   Y5, Y5;          \
	VPADDQ     Y8, Y4, Y6;      \
	VPANDN     Y6, Y4, Y6;      \
	VPSUBQ     Y8, Y6, Y10;     \
	VPSRLVQ    Y5, Y9, Y11;     \
	VPSRLVQ    Y5, Y8, Y7;      \
	VPTESTMQ   Y0, Y10, K1;     \
	VPTESTMQ   Y0, Y11, K2;     \
	VPANDQ.Z   Y2, Y6, K1, Y6;  \
	VPANDNQ.Z  Y3, Y7, K2, Y7

#define EXTEND(moved, mask, runs) \
	VPTERNLOGQ $0xF8, moved, mask, runs

#include "mobility_amd64.h"

// Y15 and Y16 hold the discs before the move.
#define CHILD \
	TZCNTQ       BX, AX;              \
	XORL         DX, DX;              \
	BTSQ         AX, DX;              \
	XORQ         DX, BX;              \
	MOVQ         AX, R10;             \
	SHLQ         $6, R10;             \
	VMOVDQU      (CX)(R10*1), Y2;     \
	VMOVDQU      32(CX)(R10*1), Y3;   \
	VMOVDQA      Y15, Y0;             \
	VMOVDQU64    Y16, Y1;             \
	FLIPS;                            \
	VPOR         Y6, Y7, Y6;          \
	VPERMQ       $0x4E, Y6, Y7;       \
	VPOR         Y6, Y7, Y6;          \
	VPSHUFD      $0x4E, Y6, Y7;       \
	VPOR         Y6, Y7, Y6;          \ // turned, in each quarter
	VPBROADCASTQ DX, Y7;              \
	VPANDN       Y1, Y6, Y0;          \
	VPTERNLOGQ   $0xFE, Y15, Y7, Y6;  \
	VMOVDQA      Y6, Y1;              \
	VMOVQ        X0, (DI);            \
	VMOVQ        X1, 8(DI);           \
	MOBILITY;                         \
	VPOR         X0, X1, X0;          \
	VPANDN       X5, X0, X5;          \
	VMOVQ        X5, DX;              \
	ANDQ         R8, DX;              \
	MOVQ         DX, 16(DI)

#define PREPARE \
	VPBROADCASTQ own+8(FP), Y15;      \
	VPBROADCASTQ opp+16(FP), Y16;     \
	VMOVDQU      ·axisSteps(SB), Y12; \
	VMOVDQU      ·axisMasks(SB), Y14; \
	VPADDQ       Y12, Y12, Y13;       \
	VPCMPEQD     Y8, Y8, Y8;          \
	VPSLLQ       $63, Y8, Y9

// func Flips(sq int, own, opp uint64) uint64
TEXT ·Flips(SB), NOSPLIT, $0-32
	CMPB         ·wide(SB), $0
	JEQ          short
	MOVQ         sq+0(FP), AX
	ANDL         $63, AX
	SHLQ         $6, AX
	LEAQ         ·lines(SB), CX
	VMOVDQU      (CX)(AX*1), Y2
	VMOVDQU      32(CX)(AX*1), Y3
	VPBROADCASTQ own+8(FP), Y0
	VPBROADCASTQ opp+16(FP), Y1
	VPCMPEQD     Y8, Y8, Y8
	VPSLLQ       $63, Y8, Y9
	FLIPS
	VPOR         Y6, Y7, Y6
	VEXTRACTI128 $1, Y6, X7
	VPOR         X6, X7, X6
	VPUNPCKHQDQ  X6, X6, X7
	VPOR         X6, X7, X6
	VMOVQ        X6, ret+24(FP)
	VZEROUPPER
	RET

short:
	CMPB ·narrow(SB), $0
	JEQ  portable
	JMP  ·narrowFlips(SB)

portable:
	JMP ·portableFlips(SB)

// func Mobility(own, opp uint64) uint64
TEXT ·Mobility(SB), NOSPLIT, $0-24
	CMPB         ·wide(SB), $0
	JEQ          short
	VPBROADCASTQ own+0(FP), Y0
	VPBROADCASTQ opp+8(FP), Y1
	VMOVDQU      ·axisSteps(SB), Y12
	VMOVDQU      ·axisMasks(SB), Y14
	VPADDQ       Y12, Y12, Y13
	MOBILITY
	VPOR         X0, X1, X0
	VPANDN       X5, X0, X5
	VMOVQ        X5, ret+16(FP)
	VZEROUPPER
	RET

short:
	CMPB ·narrow(SB), $0
	JEQ  portable
	JMP  ·narrowMobility(SB)

portable:
	JMP ·portableMobility(SB)

#define EXPAND ·wideExpand
#define RATED ·wideExpandRated
#include "expand_amd64.h"

// func Expand(list *[MaxMoves]Child, own, opp, moves, board uint64) (count int)
TEXT ·Expand(SB), NOSPLIT, $0-48
	CMPB ·wide(SB), $0
	JEQ  short
	JMP  ·wideExpand(SB)

short:
	CMPB ·narrow(SB), $0
	JEQ  portable
	JMP  ·narrowExpand(SB)

portable:
	JMP ·portableExpand(SB)

// func ExpandRated(list *[MaxMoves]Child, own, opp, moves, board uint64, by *Rating) (count int)
TEXT ·ExpandRated(SB), NOSPLIT, $0-56
	CMPB ·wide(SB), $0
	JEQ  short
	JMP  ·wideExpandRated(SB)

short:
	CMPB ·narrow(SB), $0
	JEQ  portable
	JMP  ·narrowExpandRated(SB)

portable:
	JMP ·portableExpandRated(SB)
