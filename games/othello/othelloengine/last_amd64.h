// The last four squares, as in last.go. The files that include this one define
// macros for the available instructions:
//
//	SOLVE4 FRAME               the routine and the size of its frame
//	BEGIN END                  load the arguments; return all but the value
//	NODE SQUARES               count a node; the number of squares
//	TURN4(sq) TURN3(sq)        set DI to the discs turned by a move on sq
//	CHILD4(sq) CHILD3(sq)      compute the position after that move
//	CHANGE4 CHANGE3 CHANGE2    swap own and opposing discs
//	DISCS4(a, b) to DISCS2     set a and b to the discs of both sides
//	LOAD2 FIRST SECOND         start with two squares, and set CX to the
//	                           discs turned by a move on each
//	OPPOSING(a) BOARD(a)       set a to the opposing discs with two empty
//	                           squares, and to the board
//
// Registers:
//
//	R15          lines (lineTable): the rays from each square, 64 bytes each,
//	             the squares, the lines through each, 64 bytes each, and the
//	             discs turned along a line
//	R8 R9 R10    the three empty squares, times 8
//	R11          alpha with three empty squares
//	AX BX DX     arguments of last2: two empty squares, times 8, and alpha
//
// -alpha-1 is ^alpha.

// MARGIN sets of to the final margin of a player with this many discs against
// theirs.
#define MARGIN(of, theirs, empty, behind, done) \
	MOVQ SQUARES, empty; \
	SUBQ of, empty;      \
	SUBQ theirs, empty;  \
	SUBQ theirs, of;     \
	JEQ  done;           \
	JLT  behind;         \
	ADDQ empty, of;      \
	JMP  done;           \
behind:                     \
	SUBQ empty, of;      \
done:

// TRY4 plays one of four squares; the others are x, y and z. It jumps to found
// if the value exceeds alpha.
#define TRY4(sq, x, y, z, next) \
	MOVQ    sq, R8;                  \
	TURN4(R8);                       \
	TESTQ   DI, DI;                  \
	JEQ     next;                    \
	CHILD4(R8);                      \
	MOVQ    x, AX;                   \
	MOVQ    y, BX;                   \
	MOVQ    z, CX;                   \
	MOVQ    low-40(SP), R11;         \
	NOTQ    R11;                     \
	CALL    last3<>(SB);             \
	NEGQ    AX;                      \
	MOVQ    best-48(SP), CX;         \
	CMPQ    AX, CX;                  \
	CMOVQLT CX, AX;                  \
	MOVQ    AX, best-48(SP);         \
	CMPQ    AX, low-40(SP);          \
	JGT     found;                   \
next:

// func solve4(own, opp, empty, odd, board uint64, alpha int) (v, nodes int)
TEXT SOLVE4, NOSPLIT, FRAME
	BEGIN

	// Squares in odd quadrants first: zero, two or all four of them.
	MOVQ    empty+16(FP), DX
	MOVQ    odd+24(FP), CX
	ANDQ    DX, CX
	CMOVQEQ DX, CX
	TZCNTQ  CX, R8
	BTRQ    R8, CX
	TZCNTQ  CX, R9
	BTRQ    R8, DX
	BTRQ    R9, DX
	TZCNTQ  DX, R10
	BTRQ    R10, DX
	TZCNTQ  DX, DI
	SHLQ    $3, R8
	SHLQ    $3, R9
	SHLQ    $3, R10
	SHLQ    $3, DI
	MOVQ    R8, a-8(SP)
	MOVQ    R9, b-16(SP)
	MOVQ    R10, c-24(SP)
	MOVQ    DI, d-32(SP)
	MOVQ    alpha+40(FP), DX
	MOVQ    DX, low-40(SP)
	MOVQ    $0, passed-56(SP)

side:
	MOVQ $-128, best-48(SP)
	TRY4(a-8(SP), b-16(SP), c-24(SP), d-32(SP), second)
	TRY4(b-16(SP), a-8(SP), c-24(SP), d-32(SP), third)
	TRY4(c-24(SP), a-8(SP), b-16(SP), d-32(SP), fourth)
	TRY4(d-32(SP), a-8(SP), b-16(SP), c-24(SP), all)
	MOVQ best-48(SP), AX
	CMPQ AX, $-128
	JNE  found
	CMPQ passed-56(SP), $0
	JNE  over
	MOVQ $1, passed-56(SP)
	NOTQ low-40(SP)
	CHANGE4
	JMP  side

over:
	DISCS4(AX, BX)
	POPCNTQ AX, AX
	POPCNTQ BX, BX
	MARGIN(AX, BX, CX, behind, found)
	CMPQ    passed-56(SP), $0
	JEQ     return
	NEGQ    AX

return:
	MOVQ AX, v+48(FP)
	END
	RET

// TRY3 plays one of three squares; the others are x and y. It jumps to found if
// the value exceeds alpha.
#define TRY3(sq, x, y, next) \
	TURN3(sq);                       \
	TESTQ   DI, DI;                  \
	JEQ     next;                    \
	CHILD3(sq);                      \
	MOVQ    x, AX;                   \
	MOVQ    y, BX;                   \
	MOVQ    R11, DX;                 \
	NOTQ    DX;                      \
	CALL    last2<>(SB);             \
	NEGQ    AX;                      \
	MOVQ    best-8(SP), CX;          \
	CMPQ    AX, CX;                  \
	CMOVQLT CX, AX;                  \
	MOVQ    AX, best-8(SP);          \
	CMPQ    AX, R11;                 \
	JGT     found;                   \
next:

// last3 solves the position with the empty squares AX, BX and CX and alpha in
// R11. It returns the value in AX.
TEXT last3<>(SB), NOSPLIT, $24-0
	NODE
	MOVQ $0, passed-16(SP)

	// A square alone in its quadrant goes first. Bits 2 and 5 of a square are
	// its quadrant.
	MOVQ AX, R8
	MOVQ BX, R9
	MOVQ CX, R10
	MOVQ AX, DI
	XORQ BX, DI
	MOVQ AX, DX
	XORQ CX, DX
	ANDL $0x120, DX
	ANDL $0x120, DI
	JEQ  together
	TESTL DX, DX
	JNE  side
	MOVQ BX, R8
	MOVQ AX, R9
	JMP  side

together:
	TESTL DX, DX
	JEQ  side
	MOVQ CX, R8
	MOVQ AX, R9
	MOVQ BX, R10

side:
	MOVQ $-128, best-8(SP)
	TRY3(R8, R9, R10, second)
	TRY3(R9, R8, R10, third)
	TRY3(R10, R8, R9, all)
	MOVQ best-8(SP), AX
	CMPQ AX, $-128
	JNE  found
	CMPQ passed-16(SP), $0
	JNE  over
	MOVQ $1, passed-16(SP)
	NOTQ R11
	CHANGE3
	JMP  side

over:
	DISCS3(AX, BX)
	POPCNTQ AX, AX
	POPCNTQ BX, BX
	MARGIN(AX, BX, CX, behind, found)
	CMPQ    passed-16(SP), $0
	JEQ     return
	NEGQ    AX

return:
	RET

// ALONG sets to to twice the number of discs that the discs CX turn on one of
// the lines through sq, the only empty square.
#define ALONG(line, sq, to) \
	PEXTQ   (4608+8*line)(R15)(sq*8), CX, to;  \
	ADDQ    (4640+8*line)(R15)(sq*8), to;      \
	MOVBLZX 8704(R15)(to*1), to

// TURNED sets R12 to the sum over all lines.
#define TURNED(sq) \
	ALONG(0, sq, R12);  \
	ALONG(1, sq, R14);  \
	ADDL R14, R12;      \
	ALONG(2, sq, R14);  \
	ADDL R14, R12;      \
	ALONG(3, sq, R14);  \
	ADDL R14, R12

// LAST1 sets DI to the value, for the opponent, of the position after a move
// that turned the discs CX. Only the square sq is empty. If the opponent cannot
// move there, LAST1 jumps to none.
#define LAST1(sq, none, settled) \
	NODE;                     \
	OPPOSING(R14);            \
	ANDNQ   R14, CX, CX;      \
	POPCNTQ CX, DI;           \
	ADDQ    DI, DI;           \
	SUBQ    SQUARES, DI;      \
	TURNED(sq);               \
	TESTL   R12, R12;         \
	JEQ     none;             \
	LEAQ    2(DI)(R12*1), DI; \
settled:

// OTHER continues LAST1 with the other side's move on sq. If it turns no discs
// either, the square counts for the winner.
#define OTHER(sq, settled) \
	BOARD(R14);                 \
	ANDNQ R14, CX, CX;          \
	XORQ  4096(R15)(sq*1), CX;  \
	TURNED(sq);                 \
	SUBQ  R12, DI;              \
	TESTL R12, R12;             \
	JNE   settled;              \
	TESTQ DI, DI;               \
	JLT   settled;              \
	ADDQ  $2, DI;               \
	JMP   settled

// last2 solves the position with the empty squares AX and BX and alpha in DX.
// It returns the value in AX.
TEXT last2<>(SB), NOSPLIT, $8-0
	NODE
	MOVQ $0, passed-8(SP)
	LOAD2

side:
	FIRST
	TESTQ CX, CX
	JEQ   onlysecond
	LAST1(BX, firstnone, first)
	NEGQ  DI
	CMPQ  DI, DX
	JGT   found
	SECOND
	TESTQ CX, CX
	JEQ   found
	MOVQ  DI, BX

trysecond:
	LAST1(AX, secondnone, second)
	NEGQ    DI
	CMPQ    DI, BX
	CMOVQLT BX, DI

found:
	MOVQ DI, AX
	CMPQ passed-8(SP), $0
	JEQ  return
	NEGQ AX

return:
	RET

onlysecond:
	SECOND
	TESTQ CX, CX
	JEQ   none
	MOVQ  $-128, BX
	JMP   trysecond

none:
	CMPQ passed-8(SP), $0
	JNE  over
	MOVQ $1, passed-8(SP)
	NOTQ DX
	CHANGE2
	JMP  side

firstnone:
	OTHER(BX, first)

secondnone:
	OTHER(AX, second)

over:
	DISCS2(DI, BX)
	POPCNTQ DI, DI
	POPCNTQ BX, BX
	MARGIN(DI, BX, CX, behind, even)
	JMP     found
