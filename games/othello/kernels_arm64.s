//go:build !purego

#include "textflag.h"

// Boards are kept in pairs, the second half with all bits reversed (RBIT).
// Directions towards higher squares in the first half are directions towards
// lower ones in the second, and all shifts are left shifts by constants.

// TURNED sets T to the discs turned on a pair of rays, for the own discs V0 and
// all squares without an opponent's disc, V2. V3 is all ones. On a ray, the
// nearest square N without an opponent's disc decides: if it holds an own disc,
// all discs before it are turned, otherwise none. M receives all squares up to
// it.
#define TURNED(RAY, T, M, N) \
	VAND   RAY.B16, V2.B16, T.B16; \
	VADD   V3.D2, T.D2, M.D2;      \
	VEOR   T.B16, M.B16, M.B16;    \
	VAND   T.B16, M.B16, N.B16;    \
	VEOR   RAY.B16, T.B16, T.B16;  \
	VCMTST V0.D2, N.D2, N.D2;      \
	VAND   M.B16, T.B16, T.B16;    \
	VAND   N.B16, T.B16, T.B16

// BEYOND sets R to the squares just beyond the runs of discs O that start next
// to the discs V10 and go up a line with the given step. Doubling follows the
// runs, as in board.go.
#define BEYOND(STEP, TWICE, O, R, P, X) \
	VSHL STEP, V10.D2, R.D2;   \
	VSHL STEP, O.D2, P.D2;     \
	VAND O.B16, R.B16, R.B16;  \
	VAND O.B16, P.B16, P.B16;  \
	VSHL STEP, R.D2, X.D2;     \
	VAND O.B16, X.B16, X.B16;  \
	VORR X.B16, R.B16, R.B16;  \
	VSHL TWICE, R.D2, X.D2;    \
	VAND P.B16, X.B16, X.B16;  \
	VORR X.B16, R.B16, R.B16;  \
	VSHL TWICE, R.D2, X.D2;    \
	VAND P.B16, X.B16, X.B16;  \
	VORR X.B16, R.B16, R.B16;  \
	VSHL STEP, R.D2, R.D2

// BOTH loads the inputs of the other macros for the discs R1 and R2: V0 and V1
// hold both sides.
#define BOTH \
	MOVD  $·pairs(SB), R5;        \
	RBIT  R1, R9;                 \
	RBIT  R2, R10;                \
	FMOVD R1, F0;                 \
	VMOV  R9, V0.D[1];            \
	FMOVD R2, F1;                 \
	VMOV  R10, V1.D[1];           \
	VMOVI $255, V3.B16;           \
	VMOVI $126, V4.B16;           \ // squares that rank and diagonal lines can pass through
	VEOR  V3.B16, V1.B16, V2.B16

// LINES sets V16 to the discs that a move on R7 turns, upwards and downwards,
// and R10 to the address of the square.
#define LINES \
	ADD    R7<<2, R7, R10;                            \
	ADD    R10<<4, R5, R10;                           \
	VLD1.P 64(R10), [V5.D2, V6.D2, V7.D2, V8.D2];     \
	TURNED(V5, V16, V20, V24);                        \
	TURNED(V6, V17, V21, V25);                        \
	TURNED(V7, V18, V22, V26);                        \
	TURNED(V8, V19, V23, V27);                        \
	VORR   V16.B16, V17.B16, V16.B16;                 \
	VORR   V18.B16, V19.B16, V18.B16;                 \
	VORR   V16.B16, V18.B16, V16.B16

// ONE sets R10 to the union of both halves of V16, the second one reversed
// back.
#define ONE \
	FMOVD F16, R10;        \
	VMOV  V16.D[1], R11;   \
	RBIT  R11, R11;        \
	ORR   R11, R10, R10

// MOVES sets R10 to the squares, taken or not, at the ends of runs of the discs
// V11 that start next to the discs V10. Along ranks an addition carries through
// the runs; the remaining bits of runs are on taken squares.
#define MOVES \
	VAND V4.B16, V11.B16, V12.B16;           \
	VSHL $1, V10.D2, V16.D2;                 \
	VAND V12.B16, V16.B16, V16.B16;          \
	VADD V12.D2, V16.D2, V16.D2;             \
	BEYOND($8, $16, V11, V17, V20, V24);     \
	BEYOND($7, $14, V12, V18, V21, V25);     \
	BEYOND($9, $18, V12, V19, V22, V26);     \
	VORR V16.B16, V17.B16, V16.B16;          \
	VORR V18.B16, V19.B16, V18.B16;          \
	VORR V16.B16, V18.B16, V16.B16;          \
	ONE

// func Flips(sq int, own, opp uint64) uint64
TEXT ·Flips(SB), NOSPLIT, $0-32
	MOVD sq+0(FP), R7
	MOVD own+8(FP), R1
	MOVD opp+16(FP), R2
	AND  $63, R7
	BOTH
	LINES
	ONE
	MOVD R10, ret+24(FP)
	RET

// func Mobility(own, opp uint64) uint64
TEXT ·Mobility(SB), NOSPLIT, $0-24
	MOVD own+0(FP), R1
	MOVD opp+8(FP), R2
	BOTH
	VMOV V0.B16, V10.B16
	VMOV V1.B16, V11.B16
	MOVES
	BIC  R1, R10, R10
	BIC  R2, R10, R10
	MOVD R10, ret+16(FP)
	RET

// func Expand(list *[MaxMoves]Child, own, opp, moves, board uint64) (count int)
TEXT ·Expand(SB), NOSPLIT, $0-48
	MOVD list+0(FP), R0
	MOVD own+8(FP), R1
	MOVD opp+16(FP), R2
	MOVD moves+24(FP), R3
	MOVD board+32(FP), R4
	MOVD R0, R6
	MOVD $1, R8
	BOTH
	BIC  R1, R4, R4
	BIC  R2, R4, R4           // empty squares of the board
	CBZ  R3, done

next:
	RBIT   R3, R7
	CLZ    R7, R7
	LSL    R7, R8, R9
	BIC    R9, R3, R3
	LINES
	VLD1   (R10), [V9.D2]
	VRBIT  V16.B16, V17.B16
	VREV64 V17.B16, V17.B16
	VEXT   $8, V17.B16, V17.B16, V17.B16
	VORR   V16.B16, V17.B16, V16.B16   // turned, and reversed
	VEOR   V1.B16, V16.B16, V10.B16    // the child's own discs
	VORR   V0.B16, V9.B16, V11.B16
	VORR   V16.B16, V11.B16, V11.B16   // and opposing ones
	FMOVD  F10, (R0)
	FMOVD  F11, 8(R0)
	MOVES
	BIC    R9, R4, R12
	AND    R12, R10, R10
	LSL    $32, R7, R7                 // score 0, then the move
	STP    (R10, R7), 16(R0)
	ADD    $32, R0
	CBNZ   R3, next

done:
	SUB  R6, R0, R0
	LSR  $5, R0, R0
	MOVD R0, count+40(FP)
	RET
