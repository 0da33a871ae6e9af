//go:build !purego

#include "textflag.h"

// The last four squares, as last.go plays them.
//
// Discs are kept in all quarters of a register or in all eighths:
//
//	Z16 Z17  own and opposing discs with four empty squares
//	Z18 Z19  with three
//	Z20 Z21  with two
//	Z8       all ones
//	Z9       the highest bit of each eighth
//	Z14      the board
//
// Numbers:
//
//	SI           nodes visited, below the first
//	R15          lines: the rays from each square, 64 bytes each, and then the squares
//	R13          squares of the board
//	R8 R9 R10    the three empty squares, times 8
//	R11          alpha with three empty squares
//	AX BX DX     what last2 is called with: two empty squares, times 8, and alpha
//
// -alpha-1 is ^alpha.

// FLIPS sets Y6 and Y7 to the discs turned on the rays Y2 and Y3, of own discs Y0
// and opposing Y1, as in the kernels of the rules. WIDEFLIPS does so for
// eight rays up, Z2, and eight down, Z3.
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

// WIDELAST sets Z6 and Z7 to the discs that those of own turn on the rays Z12 up
// and Z13 down where all squares are taken.
#define WIDELAST(own) \
	VPANDQ     Z12, own, Z4;    \
	VPANDQ     Z13, own, Z10;   \
	VPTESTMQ   Z4, Z4, K1;      \
	VPTESTMQ   Z10, Z10, K2;    \
	VPLZCNTQ   Z10, Z10;        \
	VPADDQ     Z8, Z4, Z6;      \
	VPANDNQ    Z6, Z4, Z6;      \
	VPSRLVQ    Z10, Z8, Z7;     \
	VPANDQ.Z   Z12, Z6, K1, Z6; \
	VPANDNQ.Z  Z13, Z7, K2, Z7

// HALVES brings the lines of Z6 and Z7 together in all quarters of each half of Z6.
#define HALVES \
	VPORQ       Z6, Z7, Z6;          \
	VSHUFI64X2  $0xB1, Z6, Z6, Z7;   \
	VPORQ       Z6, Z7, Z6;          \
	VPSHUFD     $0x4E, Z6, Z7;       \
	VPORQ       Z6, Z7, Z6

// TURN sets Z6 and DI to the discs turned on sq.
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

// CHILD makes afterOwn and afterOpp the discs after a move on sq that turned Z6.
#define CHILD(own, opp, sq, afterOwn, afterOpp) \
	VPBROADCASTQ 4096(R15)(sq*1), afterOpp;   \
	VPANDNQ      opp, Z6, afterOwn;           \
	VPTERNLOGQ   $0xFE, own, Z6, afterOpp

// MARGIN sets of to the final margin of a player with that many discs against theirs.
#define MARGIN(of, theirs, empty, behind, done) \
	MOVQ R13, empty;    \
	SUBQ of, empty;     \
	SUBQ theirs, empty; \
	SUBQ theirs, of;    \
	JEQ  done;          \
	JLT  behind;        \
	ADDQ empty, of;     \
	JMP  done;          \
behind:                    \
	SUBQ empty, of;     \
done:

// CHANGE makes own the opponent's discs and the other way round.
#define CHANGE(own, opp) \
	VMOVDQA64 own, Z0;  \
	VMOVDQA64 opp, own; \
	VMOVDQA64 Z0, opp

// TRY4 plays a square of four, the others of which are x, y and z, and goes to found
// if that is better than alpha.
#define TRY4(sq, x, y, z, next) \
	MOVQ    sq, R8;                  \
	TURN(Y16, Y17, R8);              \
	TESTQ   DI, DI;                  \
	JEQ     next;                    \
	CHILD(Z16, Z17, R8, Z18, Z19);   \
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
TEXT ·solve4(SB), NOSPLIT, $64-64
	LEAQ         ·lines(SB), R15
	XORL         SI, SI
	VPBROADCASTQ own+0(FP), Z16
	VPBROADCASTQ opp+8(FP), Z17
	VPTERNLOGQ   $0xFF, Z8, Z8, Z8
	VPSLLQ       $63, Z8, Z9
	MOVQ         board+32(FP), R13
	VPBROADCASTQ R13, Z14
	POPCNTQ      R13, R13

	// Squares of odd quadrants first: of four, these hold none, two or all.
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
	CHANGE(Z16, Z17)
	JMP  side

over:
	VMOVQ   X16, AX
	VMOVQ   X17, BX
	POPCNTQ AX, AX
	POPCNTQ BX, BX
	MARGIN(AX, BX, CX, behind, found)
	CMPQ    passed-56(SP), $0
	JEQ     return
	NEGQ    AX

return:
	MOVQ AX, v+48(FP)
	MOVQ SI, nodes+56(FP)
	VZEROUPPER
	RET

// TRY3 plays a square of three, the others of which are x and y, and goes to found
// if that is better than alpha.
#define TRY3(sq, x, y, next) \
	TURN(Y18, Y19, sq);              \
	TESTQ   DI, DI;                  \
	JEQ     next;                    \
	CHILD(Z18, Z19, sq, Z20, Z21);   \
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

// last3 solves the position Z18 Z19 with the empty squares AX BX CX and alpha in
// R11; the answer is in AX.
TEXT last3<>(SB), NOSPLIT, $24-0
	INCQ SI
	MOVQ $0, passed-16(SP)

	// A square alone in its quadrant goes first: bits 2 and 5 of a square tell which
	// that is.
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
	CHANGE(Z18, Z19)
	JMP  side

over:
	VMOVQ   X18, AX
	VMOVQ   X19, BX
	POPCNTQ AX, AX
	POPCNTQ BX, BX
	MARGIN(AX, BX, CX, behind, found)
	CMPQ    passed-16(SP), $0
	JEQ     return
	NEGQ    AX

return:
	RET

// ALONG sets to to twice the discs that those of CX turn on one of the lines through
// the square sq, which is the only empty one.
#define ALONG(line, sq, to) \
	PEXTQ   (4608+8*line)(R15)(sq*8), CX, to;  \
	ADDQ    (4640+8*line)(R15)(sq*8), to;      \
	MOVBLZX 8704(R15)(to*1), to

// TURNED sets R12 to the sum over all of them.
#define TURNED(sq) \
	ALONG(0, sq, R12);  \
	ALONG(1, sq, R14);  \
	ADDL R14, R12;      \
	ALONG(2, sq, R14);  \
	ADDL R14, R12;      \
	ALONG(3, sq, R14);  \
	ADDL R14, R12

// LAST1 sets DI to the value of a position of the opponent, from whom a move has just
// taken the discs CX, for him. The square sq alone is empty; if he cannot play there,
// none is the place to go on.
#define LAST1(sq, none, settled) \
	INCQ    SI;               \
	VMOVQ   X21, R14;         \
	ANDNQ   R14, CX, CX;      \
	POPCNTQ CX, DI;           \
	ADDQ    DI, DI;           \
	SUBQ    R13, DI;          \
	TURNED(sq);               \
	TESTL   R12, R12;         \
	JEQ     none;             \
	LEAQ    2(DI)(R12*1), DI; \
settled:

// OTHER goes on for LAST1 with the discs that the other side turns; if there are none
// either, the square is the winner's.
#define OTHER(sq, settled) \
	VMOVQ X14, R14;             \
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

// last2 solves the position Z20 Z21 with the empty squares AX BX and alpha in DX; the
// answer is in AX. It turns discs for both squares at once, a half of the registers for
// each.
TEXT last2<>(SB), NOSPLIT, $8-0
	INCQ         SI
	MOVQ         $0, passed-8(SP)
	VMOVDQU      (R15)(AX*8), Y2
	VINSERTI64X4 $1, (R15)(BX*8), Z2, Z2
	VMOVDQU      32(R15)(AX*8), Y3
	VINSERTI64X4 $1, 32(R15)(BX*8), Z3, Z3

side:
	WIDEFLIPS(Z20, Z21)
	HALVES
	VMOVQ         X6, CX
	VEXTRACTI64X4 $1, Z6, Y7
	TESTQ         CX, CX
	JEQ           onlysecond
	LAST1(BX, firstnone, first)
	NEGQ          DI
	VMOVQ         X7, CX
	CMPQ          DI, DX
	JGT           found
	TESTQ         CX, CX
	JEQ           found
	MOVQ          DI, BX

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
	VMOVQ X7, CX
	TESTQ CX, CX
	JEQ   none
	MOVQ  $-128, BX
	JMP   trysecond

none:
	CMPQ passed-8(SP), $0
	JNE  over
	MOVQ $1, passed-8(SP)
	NOTQ DX
	CHANGE(Z20, Z21)
	JMP  side

firstnone:
	OTHER(BX, first)

secondnone:
	OTHER(AX, second)

over:
	VMOVQ   X20, DI
	VMOVQ   X21, BX
	POPCNTQ DI, DI
	POPCNTQ BX, BX
	MARGIN(DI, BX, CX, behind, even)
	JMP     found
