//go:build !purego

#include "textflag.h"

// The last four squares with AVX-512 vectors; see last_amd64.h.
//
// All quarters, or all eighths, of a vector register hold the same discs:
//
//	Z16 Z17  own and opposing discs with four empty squares
//	Z18 Z19  with three
//	Z20 Z21  with two
//	Z8       all ones
//	Z9       the highest bit of each eighth
//	Z14      the board
//
// Scalars:
//
//	SI       nodes visited below the root
//	R13      number of squares of the board

// FLIPS sets Y6 and Y7 to the discs turned on the rays Y2 and Y3, for own discs
// Y0 and opposing discs Y1, as in the kernels of the rules. WIDEFLIPS does the
// same for eight rays up, Z2, and eight down, Z3.
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

#define WIDEFLIPS(own, opp) \
	VPANDNQ    Z2, opp, Z4;     \
	VPANDNQ    Z3, opp, Z5;     \
	VPLZCNTQ   Z5, Z5;          \
	VPADDQ     Z8, Z4, Z6;      \
	VPANDNQ    Z6, Z4, Z6;      \
	VPSUBQ     Z8, Z6, Z10;     \
	VPSRLVQ    Z5, Z9, Z11;     \
	VPSRLVQ    Z5, Z8, Z7;      \
	VPTESTMQ   own, Z10, K1;    \
	VPTESTMQ   own, Z11, K2;    \
	VPANDQ.Z   Z2, Z6, K1, Z6;  \
	VPANDNQ.Z  Z3, Z7, K2, Z7

// HALVES combines the lines of Z6 and Z7 into all quarters of each half of Z6.
#define HALVES \
	VPORQ       Z6, Z7, Z6;          \
	VSHUFI64X2  $0xB1, Z6, Z6, Z7;   \
	VPORQ       Z6, Z7, Z6;          \
	VPSHUFD     $0x4E, Z6, Z7;       \
	VPORQ       Z6, Z7, Z6

// TURN sets Z6 and DI to the discs turned by a move on sq.
#define TURN(own, opp, sq) \
	VMOVDQU      (R15)(sq*8), Y2;     \
	VMOVDQU      32(R15)(sq*8), Y3;   \
	VMOVDQA64    own, Y0;             \
	VMOVDQA64    opp, Y1;             \
	FLIPS;                            \
	VPOR         Y6, Y7, Y6;          \
	VEXTRACTI128 $1, Y6, X7;          \
	VPOR         X6, X7, X6;          \
	VPUNPCKHQDQ  X6, X6, X7;          \
	VPOR         X6, X7, X6;          \
	VMOVQ        X6, DI;              \
	VPBROADCASTQ X6, Z6

// CHILD sets afterOwn and afterOpp to the discs after a move on sq that turned
// Z6.
#define CHILD(own, opp, sq, afterOwn, afterOpp) \
	VPBROADCASTQ 4096(R15)(sq*1), afterOpp;   \
	VPANDNQ      opp, Z6, afterOwn;           \
	VPTERNLOGQ   $0xFE, own, Z6, afterOpp

// CHANGE swaps own and opposing discs.
#define CHANGE(own, opp) \
	VMOVDQA64 own, Z0;  \
	VMOVDQA64 opp, own; \
	VMOVDQA64 Z0, opp

#define TURN4(sq)  TURN(Y16, Y17, sq)
#define TURN3(sq)  TURN(Y18, Y19, sq)
#define CHILD4(sq) CHILD(Z16, Z17, sq, Z18, Z19)
#define CHILD3(sq) CHILD(Z18, Z19, sq, Z20, Z21)
#define CHANGE4    CHANGE(Z16, Z17)
#define CHANGE3    CHANGE(Z18, Z19)
#define CHANGE2    CHANGE(Z20, Z21)

// READ copies the discs of both sides to scalar registers.
#define READ(own, opp, a, b) \
	VMOVQ own, a; \
	VMOVQ opp, b

#define DISCS4(a, b) READ(X16, X17, a, b)
#define DISCS3(a, b) READ(X18, X19, a, b)
#define DISCS2(a, b) READ(X20, X21, a, b)

#define NODE        INCQ SI
#define SQUARES     R13
#define OPPOSING(a) VMOVQ X21, a
#define BOARD(a)    VMOVQ X14, a

// The discs turned on two squares are computed at once, in one half of the
// registers each.
#define LOAD2 \
	VMOVDQU      (R15)(AX*8), Y2;               \
	VINSERTI64X4 $1, (R15)(BX*8), Z2, Z2;       \
	VMOVDQU      32(R15)(AX*8), Y3;             \
	VINSERTI64X4 $1, 32(R15)(BX*8), Z3, Z3

#define FIRST \
	WIDEFLIPS(Z20, Z21);       \
	HALVES;                    \
	VMOVQ         X6, CX;      \
	VEXTRACTI64X4 $1, Z6, Y7

#define SECOND VMOVQ X7, CX

#define BEGIN \
	LEAQ         ·lines(SB), R15;   \
	XORL         SI, SI;            \
	VPBROADCASTQ own+0(FP), Z16;    \
	VPBROADCASTQ opp+8(FP), Z17;    \
	VPTERNLOGQ   $0xFF, Z8, Z8, Z8; \
	VPSLLQ       $63, Z8, Z9;       \
	MOVQ         board+32(FP), R13; \
	VPBROADCASTQ R13, Z14;          \
	POPCNTQ      R13, R13

#define END \
	MOVQ SI, nodes+56(FP); \
	VZEROUPPER

#define SOLVE4 ·solve4(SB)
#define FRAME  $64-64

#include "last_amd64.h"
