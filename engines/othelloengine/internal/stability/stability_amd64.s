//go:build !purego

#include "textflag.h"

// EDGE sets DX to the safe discs of an edge whose own and opposing discs are the low
// bytes of DX and CX. Edges.discs comes 7073 bytes behind Edges.Ternary.
#define EDGE \
	MOVBLZX DX, DX;                \
	MOVBLZX CX, CX;                \
	MOVWLZX (R15)(DX*2), DX;       \
	MOVWLZX (R15)(CX*2), CX;       \
	LEAQ    (CX)(DX*2), DX;        \
	MOVBLZX 7073(R15)(DX*1), DX

// NARROW keeps of squares those from which shift comes to another by as many steps, or
// that are among the beginnings.
#define NARROW(shift, steps, beginnings, squares) \
	shift steps, squares, Y5;  \
	VPOR  beginnings, Y5, Y5;  \
	VPAND Y5, squares, squares

// MEET sets Y5 to what Y4 and another quarter of it have, so that with the next
// quarter but one of Y5 all have it.
#define MEET \
	VPERMQ  $0x4E, Y4, Y5; \
	VPAND   Y4, Y5, Y4;    \
	VPSHUFD $0x4E, Y4, Y5

// GROW sets Y4 to the own discs that those in Y1 make stable.
#define GROW \
	VPSLLVQ Y12, Y1, Y3; \
	VPSRLVQ Y12, Y1, Y4; \
	VPOR    Y2, Y3, Y3;  \
	VPOR    Y3, Y4, Y4;  \
	MEET;                \
	VPAND   Y0, Y5, Y5;  \
	VPAND   Y5, Y4, Y4

// func discs8(own, opp uint64, edges *Edges, axes *axes) uint64
//
//	AX BX    the discs of both sides
//	R8       the file a, then h
//	R14      own discs that are safe on the edges
//	Y0 Y1    own discs and the stable ones, in all quarters
//	Y2       squares of full lines, an axis in each quarter
//	Y12      a step along each axis
TEXT ·discs8(SB), NOSPLIT, $0-40
	MOVQ own+0(FP), AX
	MOVQ opp+8(FP), BX
	MOVQ edges+16(FP), R15
	MOVQ axes+24(FP), SI
	MOVQ $0x0101010101010101, R8

	// A line is full from its beginning to a square, if it is to the one before; with
	// that, if it is to two before, and with that to four.
	MOVQ         AX, CX
	ORQ          BX, CX
	VMOVQ        CX, X2
	VPBROADCASTQ X2, Y2
	VMOVDQA      Y2, Y3
	VMOVDQU      (SI), Y12
	VMOVDQU      32(SI), Y13
	VMOVDQU      64(SI), Y14
	NARROW(VPSLLVQ, Y12, 96(SI), Y2)
	NARROW(VPSRLVQ, Y12, 192(SI), Y3)
	NARROW(VPSLLVQ, Y13, 128(SI), Y2)
	NARROW(VPSRLVQ, Y13, 224(SI), Y3)
	NARROW(VPSLLVQ, Y14, 160(SI), Y2)
	NARROW(VPSRLVQ, Y14, 256(SI), Y3)
	VPAND        Y3, Y2, Y2

	MOVQ AX, DX
	MOVQ BX, CX
	EDGE
	MOVQ DX, R14
	MOVQ AX, DX
	SHRQ $56, DX
	MOVQ BX, CX
	SHRQ $56, CX
	EDGE
	SHLQ $56, DX
	ORQ  DX, R14
	PEXTQ R8, AX, DX
	PEXTQ R8, BX, CX
	EDGE
	PDEPQ R8, DX, DX
	ORQ   DX, R14
	SHLQ  $7, R8
	PEXTQ R8, AX, DX
	PEXTQ R8, BX, CX
	EDGE
	PDEPQ R8, DX, DX
	ORQ   DX, R14

	VMOVQ        AX, X0
	VPBROADCASTQ X0, Y0
	VMOVQ        R14, X1
	VPBROADCASTQ X1, Y1
	VMOVDQA      Y2, Y4
	MEET
	VPAND        Y0, Y5, Y5
	VPAND        Y5, Y4, Y4
	VPOR         Y4, Y1, Y1

grow:
	GROW
	VPOR   Y4, Y1, Y1
	GROW
	VPTEST Y4, Y1
	JCS    done
	VPOR   Y4, Y1, Y1
	JMP    grow

done:
	VMOVQ X1, ret+32(FP)
	VZEROUPPER
	RET
