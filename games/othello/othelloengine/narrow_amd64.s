//go:build !purego

#include "textflag.h"

// The last four squares for processors that gather and spread bits in one
// instruction but lack AVX-512; see last_amd64.h. The discs turned along a line
// come from a table.
//
//	SI          nodes visited below the root
//	R13         a frame; offsets 0 and 8: own and opposing discs with four
//	            empty squares, 16 and 24: with three, 32 and 40: with two;
//	            48: the board; 56: its number of squares
//	R12 R14 CX  scratch

// ALINE combines the discs turned on one of the lines through sq with to, by
// the instruction does.
#define ALINE(line, own, opp, sq, to, does) \
	MOVQ    opp(R13), R12;                          \
	PEXTQ   (4608+8*line)(R15)(sq*8), R12, R12;     \
	ADDQ    (4640+8*line)(R15)(sq*8), R12;          \
	MOVBLZX 10752(R15)(R12*1), R12;                 \
	MOVQ    own(R13), R14;                          \
	PEXTQ   (4608+8*line)(R15)(sq*8), R14, R14;     \
	ANDL    R14, R12;                               \
	ADDQ    (4640+8*line)(R15)(sq*8), R12;          \
	MOVBLZX 12800(R15)(R12*1), R12;                 \
	PDEPQ   (4608+8*line)(R15)(sq*8), R12, R12;     \
	does    R12, to

#define TURN(own, opp, sq, to) \
	ALINE(0, own, opp, sq, to, MOVQ); \
	ALINE(1, own, opp, sq, to, ORQ);  \
	ALINE(2, own, opp, sq, to, ORQ);  \
	ALINE(3, own, opp, sq, to, ORQ)

// CHILD stores the position after a move on sq that turned DI.
#define CHILD(own, opp, sq, afterOwn, afterOpp) \
	ANDNQ opp(R13), DI, R12;     \
	MOVQ  R12, afterOwn(R13);    \
	ORQ   own(R13), DI;          \
	ORQ   4096(R15)(sq*1), DI;   \
	MOVQ  DI, afterOpp(R13)

// READ copies the discs of both sides to registers.
#define READ(own, opp, a, b) \
	MOVQ own(R13), a; \
	MOVQ opp(R13), b

// CHANGE swaps own and opposing discs.
#define CHANGE(own, opp) \
	READ(own, opp, R12, R14); \
	MOVQ R14, own(R13);       \
	MOVQ R12, opp(R13)

#define TURN4(sq)    TURN(0, 8, sq, DI)
#define TURN3(sq)    TURN(16, 24, sq, DI)
#define CHILD4(sq)   CHILD(0, 8, sq, 16, 24)
#define CHILD3(sq)   CHILD(16, 24, sq, 32, 40)
#define CHANGE4      CHANGE(0, 8)
#define CHANGE3      CHANGE(16, 24)
#define CHANGE2      CHANGE(32, 40)
#define DISCS4(a, b) READ(0, 8, a, b)
#define DISCS3(a, b) READ(16, 24, a, b)
#define DISCS2(a, b) READ(32, 40, a, b)

#define NODE        INCQ SI
#define SQUARES     56(R13)
#define OPPOSING(a) MOVQ 40(R13), a
#define BOARD(a)    MOVQ 48(R13), a
#define LOAD2
#define FIRST       TURN(32, 40, AX, CX)
#define SECOND      TURN(32, 40, BX, CX)

#define BEGIN \
	LEAQ    ·lines(SB), R15;    \
	LEAQ    discs-120(SP), R13; \
	XORL    SI, SI;             \
	MOVQ    own+0(FP), AX;      \
	MOVQ    opp+8(FP), BX;      \
	MOVQ    board+32(FP), CX;   \
	MOVQ    AX, 0(R13);         \
	MOVQ    BX, 8(R13);         \
	MOVQ    CX, 48(R13);        \
	POPCNTQ CX, CX;             \
	MOVQ    CX, 56(R13)

#define END MOVQ SI, nodes+56(FP)

#define SOLVE4 ·narrowSolve4(SB)
#define FRAME  $128-64

#include "last_amd64.h"
