// The children of a position. The files that include this one define macros for
// the available instructions:
//
//	EXPAND RATED  the routines
//	PREPARE       loads the constants
//	CHILD         computes the child at DI for the lowest of the moves BX: its
//	              discs, and its replies, also in DX. AX is the move. It may
//	              use R10.
//	SECOND        if two children are computed at once, makes the second the
//	              one at DI, AX and DX. R15 is its move, or the first's again
//
// Registers:
//
//	CX       lines
//	R8       the board
//	R9       the first child
//	SI       the rating
//	R11 R12  Places and Corners of the rating
//	R13 R14  the score of the best child so far, and its address

// PLAIN continues with the next child, with score 0, SCORED with the current
// score.
#define PLAIN \
	MOVL $0, 24(DI);  \
	MOVL AX, 28(DI);  \
	ADDQ $32, DI

#define SCORED \
	POPCNTQ DX, R10;               \
	IMULL   Rating_Reply(SI), R10; \
	ANDQ    R12, DX;               \
	POPCNTQ DX, DX;                \
	IMULL   Rating_Corner(SI), DX; \
	ADDL    DX, R10;               \
	BTQ     AX, R11;               \
	SBBL    DX, DX;                \
	ANDL    Rating_Place(SI), DX;  \
	ADDL    DX, R10;               \
	MOVL    R10, 24(DI);           \
	MOVL    AX, 28(DI);            \
	CMPL    R10, R13;              \
	CMOVLGT R10, R13;              \
	CMOVQGT DI, R14;               \
	ADDQ    $32, DI

// SWAP swaps 8 bytes of the children R9 and R14.
#define SWAP(at) \
	MOVQ at(R9), AX;  \
	MOVQ at(R14), DX; \
	MOVQ DX, at(R9);  \
	MOVQ AX, at(R14)

// as Expand(list *[MaxMoves]Child, own, opp, moves, board uint64) (count int)
TEXT EXPAND(SB), NOSPLIT, $0-48
	MOVQ list+0(FP), DI
	MOVQ moves+24(FP), BX
	MOVQ board+32(FP), R8
	LEAQ ·lines(SB), CX
	PREPARE
	MOVQ DI, R9
	JMP  test

next:
	CHILD
	PLAIN
#ifdef SECOND
	CMPL AX, R15
	JEQ  all
	SECOND
	PLAIN
#endif

test:
	TESTQ BX, BX
	JNE   next

all:
	SUBQ R9, DI
	SHRQ $5, DI
	MOVQ DI, count+40(FP)
	VZEROUPPER
	RET

// as ExpandRated(list *[MaxMoves]Child, own, opp, moves, board uint64, by *Rating) (count int)
TEXT RATED(SB), NOSPLIT, $0-56
	MOVQ list+0(FP), DI
	MOVQ moves+24(FP), BX
	MOVQ board+32(FP), R8
	MOVQ by+40(FP), SI
	LEAQ ·lines(SB), CX
	PREPARE
	MOVQ Rating_Places(SI), R11
	MOVQ Rating_Corners(SI), R12
	MOVQ DI, R9
	MOVQ DI, R14
	MOVL $0x80000000, R13
	JMP  test

next:
	CHILD
	SCORED
#ifdef SECOND
	CMPL AX, R15
	JEQ  all
	SECOND
	SCORED
#endif

test:
	TESTQ BX, BX
	JNE   next

all:
	SUBQ R9, DI
	SHRQ $5, DI
	MOVQ DI, count+48(FP)
	VZEROUPPER
	SWAP(0)
	SWAP(8)
	SWAP(16)
	SWAP(24)
	RET
