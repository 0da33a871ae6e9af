//go:build !purego

#include "textflag.h"

// The last four squares with AVX2 vectors; see last_amd64.h.
//
// All quarters of a vector register hold the same discs:
//
//	Y0 Y1    own and opposing discs with four empty squares
//	Y2 Y3    with three
//	Y4 Y5    with two
//	Y14      the board
//	Y15      all ones
//	Y12 Y13  the steps along the axes, and twice that
//
// Scalars:
//
//	SI       nodes visited below the root
//	R13      number of squares of the board

// FLIPS sets to to the discs turned on each axis by a move on sq. Opposing discs
// that reach from sq along a ray are turned if one more step from any of them
// meets an own disc. Rays without the squares at the edges suffice, since no
// disc there is turned.
#define FLIPS(own, opp, sq, to, a, b, c) \
	VPANDN   10752(R15)(sq*8), opp, a; \
	VPADDQ   Y15, a, b;                \
	VPANDN   b, a, b;                  \
	VPAND    10752(R15)(sq*8), b, b;   \
	VPSLLVQ  Y12, b, c;                \
	VPANDN   c, own, a;                \
	VPCMPEQQ c, a, a;                  \
	VPANDN   b, a, to;                 \
	VPANDN   10784(R15)(sq*8), opp, a; \
	VPSRLVQ  Y12, a, b;                \
	VPOR     a, b, a;                  \
	VPSRLVQ  Y13, a, b;                \
	VPOR     a, b, a;                  \
	VPSRLVQ  Y13, a, b;                \
	VPOR     a, b, a;                  \
	VPANDN   10784(R15)(sq*8), a, a;   \
	VPSRLVQ  Y12, a, b;                \
	VPANDN   b, own, c;                \
	VPCMPEQQ b, c, c;                  \
	VPANDN   a, c, a;                  \
	VPOR     a, to, to

// TURN sets Y6 and DI to the discs turned by a move on sq.
#define TURN(own, opp, sq) \
	FLIPS(own, opp, sq, Y6, Y7, Y8, Y9); \
	VPERM2I128 $1, Y6, Y6, Y7;           \
	VPOR       Y6, Y7, Y6;               \
	VPSHUFD    $0x4E, Y6, Y7;            \
	VPOR       Y6, Y7, Y6;               \
	VMOVQ      X6, DI

// CHILD sets afterOwn and afterOpp to the discs after a move on sq that turned
// Y6.
#define CHILD(own, opp, sq, afterOwn, afterOpp) \
	VPBROADCASTQ 4096(R15)(sq*1), afterOpp;      \
	VPANDN       opp, Y6, afterOwn;              \
	VPOR         own, afterOpp, afterOpp;        \
	VPOR         Y6, afterOpp, afterOpp

// CHANGE swaps own and opposing discs.
#define CHANGE(own, opp) \
	VMOVDQA own, Y6;  \
	VMOVDQA opp, own; \
	VMOVDQA Y6, opp

#define TURN4(sq)  TURN(Y0, Y1, sq)
#define TURN3(sq)  TURN(Y2, Y3, sq)
#define CHILD4(sq) CHILD(Y0, Y1, sq, Y2, Y3)
#define CHILD3(sq) CHILD(Y2, Y3, sq, Y4, Y5)
#define CHANGE4    CHANGE(Y0, Y1)
#define CHANGE3    CHANGE(Y2, Y3)
#define CHANGE2    CHANGE(Y4, Y5)

// READ copies the discs of both sides to scalar registers.
#define READ(own, opp, a, b) \
	VMOVQ own, a; \
	VMOVQ opp, b

#define DISCS4(a, b) READ(X0, X1, a, b)
#define DISCS3(a, b) READ(X2, X3, a, b)
#define DISCS2(a, b) READ(X4, X5, a, b)

#define NODE        INCQ SI
#define SQUARES     R13
#define OPPOSING(a) VMOVQ X5, a
#define BOARD(a)    VMOVQ X14, a

// TURN2 sets CX to the discs turned by a move on sq.
#define TURN2(sq) \
	FLIPS(Y4, Y5, sq, Y6, Y7, Y8, Y9); \
	VEXTRACTI128 $1, Y6, X7;           \
	VPOR         X6, X7, X6;           \
	VPUNPCKHQDQ  X6, X6, X7;           \
	VPOR         X6, X7, X6;           \
	VMOVQ        X6, CX

#define LOAD2
#define FIRST  TURN2(AX)
#define SECOND TURN2(BX)

#define BEGIN \
	LEAQ         ·lines(SB), R15;    \
	XORL         SI, SI;             \
	VPBROADCASTQ own+0(FP), Y0;      \
	VPBROADCASTQ opp+8(FP), Y1;      \
	VMOVDQU      14848(R15), Y12;    \
	VPADDQ       Y12, Y12, Y13;      \
	VPCMPEQD     Y15, Y15, Y15;      \
	MOVQ         board+32(FP), R13;  \
	VMOVQ        R13, X14;           \
	POPCNTQ      R13, R13

#define END \
	MOVQ SI, nodes+56(FP); \
	VZEROUPPER

#define SOLVE4 ·narrowSolve4(SB)
#define FRAME  $64-64

#include "last_amd64.h"
