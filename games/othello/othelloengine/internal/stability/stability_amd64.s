//go:build !purego

#include "textflag.h"

// EDGE sets DX to the safe discs on an edge, whose own and opposing discs are
// the low bytes of DX and CX. Edges.discs is 7073 bytes after Edges.Ternary.
#define EDGE \
	MOVBLZX DX, DX;                \
	MOVBLZX CX, CX;                \
	MOVWLZX (R15)(DX*2), DX;       \
	MOVWLZX (R15)(CX*2), CX;       \
	LEAQ    (CX)(DX*2), DX;        \
	MOVBLZX 7073(R15)(DX*1), DX

// NARROW keeps the squares whose neighbour at the given number of steps is also
// in the set, or that are among beginnings.
#define NARROW(shift, steps, beginnings, squares) \
	shift steps, squares, Y5;  \
	VPOR  beginnings, Y5, Y5;  \
	VPAND Y5, squares, squares

// MEET intersects the halves of Y4 and sets Y5 to Y4 with adjacent quarters
// swapped, so that Y4 & Y5 is the intersection of all quarters.
#define MEET \
	VPERM2I128 $1, Y4, Y4, Y5; \
	VPAND      Y4, Y5, Y4;     \
	VPSHUFD    $0x4E, Y4, Y5

// GROW sets Y4 to the own discs that become stable next to the discs in Y1.
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
//	R8       file a, then file h
//	R14      safe own discs on the edges
//	Y0 Y1    own discs and stable discs, in all quarters
//	Y2       squares on full lines, one axis per quarter
//	Y12      the step along each axis
TEXT ·discs8(SB), NOSPLIT, $0-40
	MOVQ own+0(FP), AX
	MOVQ opp+8(FP), BX
	MOVQ edges+16(FP), R15
	MOVQ axes+24(FP), SI
	MOVQ $0x0101010101010101, R8

	// Doubling: a line is full up to a square if one, then three, then seven
	// squares before it are taken.
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
