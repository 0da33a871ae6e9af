//go:build !purego

#include "textflag.h"

// SAFE adds to R14 the number of safe discs on an edge, whose own and opposing
// discs are the low bytes of DX and R13. The table of base-3 numbers comes
// first, in 512 bytes, followed by the counts.
#define SAFE \
	MOVBLZX DX, DX;                \
	MOVBLZX R13, R13;              \
	MOVWLZX (R15)(DX*2), DX;       \
	MOVWLZX (R15)(R13*2), R13;     \
	LEAQ    (R13)(DX*2), DX;       \
	MOVBLZX 512(R15)(DX*1), DX;    \
	ADDL    DX, R14

// func promise8(list []child, by *preference, odd uint64, edges *stability.Edges)
//
//	SI DI R15  the child, the preference and the edges
//	AX BX      discs of the side to move after the move, and of the mover
//	R8 to R11  odd squares, the corners, the files a and h
//	R12        the score
TEXT ·promise8(SB), NOSPLIT, $0-48
	MOVQ  list_base+0(FP), SI
	MOVQ  list_len+8(FP), CX
	MOVQ  by+24(FP), DI
	MOVQ  odd+32(FP), R8
	MOVQ  edges+40(FP), R15
	MOVQ  $0x8100000000000081, R9
	MOVQ  $0x0101010101010101, R10
	MOVQ  $0x8080808080808080, R11
	TESTQ CX, CX
	JEQ   done

next:
	MOVQ    (SI), AX
	MOVQ    8(SI), BX

	// Replies, and replies on corners.
	MOVQ    16(SI), DX
	POPCNTQ DX, R12
	IMULL   (DI), R12
	ANDQ    R9, DX
	POPCNTQ DX, DX
	IMULL   4(DI), DX
	ADDL    DX, R12

	// Empty squares next to own discs.
	LEAQ    (BX)(BX*1), DX
	ANDNQ   DX, R10, DX
	MOVQ    BX, R13
	SHRQ    $1, R13
	ANDNQ   R13, R11, R13
	ORQ     R13, DX
	ORQ     BX, DX
	MOVQ    DX, R13
	SHLQ    $8, R13
	MOVQ    DX, R14
	SHRQ    $8, R14
	ORQ     R13, DX
	ORQ     R14, DX
	MOVQ    AX, R13
	ORQ     BX, R13
	ANDNQ   DX, R13, DX
	POPCNTQ DX, DX
	IMULL   12(DI), DX
	ADDL    DX, R12

	// Safe discs on the edges; corners count twice.
	MOVQ    BX, DX
	ANDQ    R9, DX
	POPCNTQ DX, R14
	NEGQ    R14
	MOVQ    BX, DX
	MOVQ    AX, R13
	SAFE
	MOVQ    BX, DX
	SHRQ    $56, DX
	MOVQ    AX, R13
	SHRQ    $56, R13
	SAFE
	PEXTQ   R10, BX, DX
	PEXTQ   R10, AX, R13
	SAFE
	PEXTQ   R11, BX, DX
	PEXTQ   R11, AX, R13
	SAFE
	IMULL   8(DI), R14
	ADDL    R14, R12

	// A square in an odd quadrant.
	MOVBLZX 28(SI), DX
	BTQ     DX, R8
	SBBL    DX, DX
	ANDL    16(DI), DX
	ADDL    DX, R12
	MOVL    R12, 24(SI)
	ADDQ    $32, SI
	DECQ    CX
	JNE     next

done:
	RET
