//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// Kernels for processors with AVX-512, and the dispatch to narrow_amd64.s or
// portable code. Two children of a position are computed at once, one in each
// half of the registers; single positions use the lower half.

// OTHERWISE continues with the AVX2 kernel, or with portable code.
#define OTHERWISE(kernel, code) \
	CMPB ·narrow(SB), $0; \
	JEQ  2(PC);           \
	JMP  kernel(SB);      \
	JMP  code(SB)

// FLIPS sets Z6 and Z7 to the discs turned on the rays towards higher squares
// (Z2) and lower ones (Z3), for own discs Z15 and opposing discs Z16. Z8 is all
// ones, Z9 the highest bit of each lane.
//
// On each ray from a square, the nearest square without an opponent's disc
// decides: if it holds an own disc, all discs before it are turned, otherwise
// none. For a ray t without the opponent's discs, t-1 finds the nearest square
// on rays up, and the number of leading zeros on rays down. Z10 and Z11 receive
// the nearest squares, or 0.
#define FLIPS \
	VPANDNQ   Z2, Z16, Z4;     \
	VPANDNQ   Z3, Z16, Z5;     \
	VPLZCNTQ  Z5, Z5;          \
	VPADDQ    Z8, Z4, Z6;      \
	VPANDNQ   Z6, Z4, Z6;      \
	VPSUBQ    Z8, Z6, Z10;     \
	VPSRLVQ   Z5, Z9, Z11;     \
	VPSRLVQ   Z5, Z8, Z7;      \
	VPTESTMQ  Z15, Z10, K1;    \
	VPTESTMQ  Z15, Z11, K2;    \
	VPANDQ.Z  Z2, Z6, K1, Z6;  \
	VPANDNQ.Z Z3, Z7, K2, Z7

// MEET sets all lanes in each half of x to their union. It clobbers Z7.
#define MEET(x) \
	VPERMQ  $0x4E, x, Z7; \
	VPORQ   x, Z7, x;     \
	VPSHUFD $0x4E, x, Z7; \
	VPORQ   x, Z7, x

// EXTEND adds the bits of moved that are in mask to runs.
#define EXTEND(moved, mask, runs) \
	VPTERNLOGQ $0xF8, moved, mask, runs

// MOBILITY sets Z5 to the squares, taken or not, at the ends of runs of discs
// Z1 that start next to discs Z0. Z12 holds axisSteps, Z13 twice that, Z14
// axisMasks.
//
// Each lane handles one axis: rank, antidiagonal, file, diagonal. Doubling
// follows runs of the opponent's discs next to own ones, up in Z5 and down in
// Z6; Z7 and Z4 are pairs of the opponent's discs, identified by their upper
// and lower squares.
#define MOBILITY \
	VPANDQ  Z14, Z1, Z3;  \
	VPSLLVQ Z12, Z0, Z5;  \
	VPSRLVQ Z12, Z0, Z6;  \
	VPSLLVQ Z12, Z3, Z7;  \
	VPANDQ  Z3, Z5, Z5;   \
	VPANDQ  Z3, Z6, Z6;   \
	VPANDQ  Z3, Z7, Z7;   \
	VPSRLVQ Z12, Z7, Z4;  \
	VPSLLVQ Z12, Z5, Z10; \
	VPSRLVQ Z12, Z6, Z11; \
	EXTEND(Z10, Z3, Z5);  \
	EXTEND(Z11, Z3, Z6);  \
	VPSLLVQ Z13, Z5, Z10; \
	VPSRLVQ Z13, Z6, Z11; \
	EXTEND(Z10, Z7, Z5);  \
	EXTEND(Z11, Z4, Z6);  \
	VPSLLVQ Z13, Z5, Z10; \
	VPSRLVQ Z13, Z6, Z11; \
	EXTEND(Z10, Z7, Z5);  \
	EXTEND(Z11, Z4, Z6);  \
	VPSLLVQ Z12, Z5, Z5;  \
	VPSRLVQ Z12, Z6, Z6;  \
	VPORQ   Z5, Z6, Z5;   \
	MEET(Z5)

// Z15 and Z16 hold the discs before the move. The lines of each square take 64
// bytes; the squares are 4096 bytes after them. R15 is the second move, or the
// first one again; its replies stay in X4.
#define CHILD \
	TZCNTQ        BX, AX;                    \
	BLSRQ         BX, BX;                    \
	TZCNTQ        BX, R15;                   \
	CMOVQCS       AX, R15;                   \
	BLSRQ         BX, BX;                    \
	MOVQ          AX, R10;                   \
	SHLQ          $6, R10;                   \
	MOVQ          R15, DX;                   \
	SHLQ          $6, DX;                    \
	VMOVDQU       (CX)(R10*1), Y2;           \
	VMOVDQU       32(CX)(R10*1), Y3;         \
	VINSERTI64X4  $1, (CX)(DX*1), Z2, Z2;    \
	VINSERTI64X4  $1, 32(CX)(DX*1), Z3, Z3;  \
	FLIPS;                                   \
	VPORQ         Z6, Z7, Z6;                \
	MEET(Z6);                                \
	VPBROADCASTQ  4096(CX)(AX*8), Z7;        \
	VPBROADCASTQ  4096(CX)(R15*8), K3, Z7;   \
	VPANDNQ       Z16, Z6, Z0;               \
	VPTERNLOGQ    $0xFE, Z15, Z7, Z6;        \
	VMOVDQA64     Z6, Z1;                    \
	VEXTRACTI64X4 $1, Z0, Y4;                \
	VEXTRACTI64X4 $1, Z1, Y5;                \
	VMOVQ         X0, (DI);                  \
	VMOVQ         X1, 8(DI);                 \
	VMOVQ         X4, 32(DI);                \
	VMOVQ         X5, 40(DI);                \
	MOBILITY;                                \
	VPORQ         Z0, Z1, Z0;                \
	VPANDNQ       Z5, Z0, Z5;                \
	VEXTRACTI64X4 $1, Z5, Y4;                \
	VMOVQ         X5, DX;                    \
	ANDQ          R8, DX;                    \
	MOVQ          DX, 16(DI)

#define SECOND \
	MOVQ  R15, AX;    \
	VMOVQ X4, DX;     \
	ANDQ  R8, DX;     \
	MOVQ  DX, 16(DI)

#define PREPARE \
	VPBROADCASTQ    own+8(FP), Z15;      \
	VPBROADCASTQ    opp+16(FP), Z16;     \
	VBROADCASTI64X4 ·axisSteps(SB), Z12; \
	VBROADCASTI64X4 ·axisMasks(SB), Z14; \
	VPADDQ          Z12, Z12, Z13;       \
	VPTERNLOGQ      $0xFF, Z8, Z8, Z8;   \
	VPSLLQ          $63, Z8, Z9;         \
	MOVL            $0xF0, DX;           \
	KMOVW           DX, K3

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
	VPBROADCASTQ own+8(FP), Z15
	VPBROADCASTQ opp+16(FP), Z16
	VPTERNLOGQ   $0xFF, Z8, Z8, Z8
	VPSLLQ       $63, Z8, Z9
	FLIPS
	VPORQ        Z6, Z7, Z6
	MEET(Z6)
	VMOVQ        X6, ret+24(FP)
	VZEROUPPER
	RET

short:
	OTHERWISE(·narrowFlips, ·portableFlips)

// func Mobility(own, opp uint64) uint64
TEXT ·Mobility(SB), NOSPLIT, $0-24
	CMPB         ·wide(SB), $0
	JEQ          short
	VPBROADCASTQ own+0(FP), Z0
	VPBROADCASTQ opp+8(FP), Z1
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
	OTHERWISE(·narrowMobility, ·portableMobility)

#define EXPAND ·wideExpand
#define RATED ·wideExpandRated
#include "expand_amd64.h"

// func Expand(list *[MaxMoves]Child, own, opp, moves, board uint64) (count int)
TEXT ·Expand(SB), NOSPLIT, $0-48
	CMPB ·wide(SB), $0
	JEQ  short
	JMP  ·wideExpand(SB)

short:
	OTHERWISE(·narrowExpand, ·portableExpand)

// func ExpandRated(list *[MaxMoves]Child, own, opp, moves, board uint64, by *Rating) (count int)
TEXT ·ExpandRated(SB), NOSPLIT, $0-56
	CMPB ·wide(SB), $0
	JEQ  short
	JMP  ·wideExpandRated(SB)

short:
	OTHERWISE(·narrowExpandRated, ·portableExpandRated)
