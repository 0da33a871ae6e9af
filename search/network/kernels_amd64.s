//go:build !purego

#include "textflag.h"

// Both kernels work on 64 numbers at a time. accumulate keeps a block of the
// accumulator in registers while all rows are added to it.

// ARGUMENTS loads those of accumulate: R8 is the end of the rows to add, R9
// that of the rows to subtract.
#define ARGUMENTS \
	MOVQ accumulator+0(FP), DI; \
	MOVQ weights+8(FP), SI;     \
	MOVQ width+16(FP), CX;      \
	MOVQ changed+24(FP), DX;    \
	MOVQ added+32(FP), R8;      \
	MOVQ count+40(FP), R9;      \
	LEAQ (DX)(R8*4), R8;        \
	LEAQ (DX)(R9*4), R9

// ROW sets AX to the address of the next row's block.
#define ROW \
	MOVLQSX (R10), AX;         \
	LEAQ    (SI)(AX*2), AX;    \
	ADDQ    $4, R10

// TOTAL sets X6 to the sum of the eight int32 lanes of Y6, of which two fit
// into one.
#define TOTAL \
	VEXTRACTI128 $1, Y6, X7;    \
	VPADDD       X7, X6, X6;    \
	VPMOVSXDQ    X6, Y6;        \
	VEXTRACTI128 $1, Y6, X7;    \
	VPADDQ       X7, X6, X6;    \
	VPSHUFD      $0x4E, X6, X7; \
	VPADDQ       X7, X6, X6

// func narrowAccumulate(accumulator, weights *int16, width int, changed *int32, added, count int)
TEXT ·narrowAccumulate(SB), NOSPLIT, $0-48
	ARGUMENTS

block:
	VMOVDQU (DI), Y0
	VMOVDQU 32(DI), Y1
	VMOVDQU 64(DI), Y2
	VMOVDQU 96(DI), Y3
	MOVQ    DX, R10
	CMPQ    R10, R8
	JEQ     subtract

add:
	ROW
	VPADDW (AX), Y0, Y0
	VPADDW 32(AX), Y1, Y1
	VPADDW 64(AX), Y2, Y2
	VPADDW 96(AX), Y3, Y3
	CMPQ   R10, R8
	JNE    add

subtract:
	CMPQ   R10, R9
	JEQ    next
	ROW
	VPSUBW (AX), Y0, Y0
	VPSUBW 32(AX), Y1, Y1
	VPSUBW 64(AX), Y2, Y2
	VPSUBW 96(AX), Y3, Y3
	JMP    subtract

next:
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	ADDQ    $128, DI
	ADDQ    $128, SI
	SUBQ    $64, CX
	JNE     block
	VZEROUPPER
	RET

// func narrowActivate(accumulator, weights *int16, width int) int64
TEXT ·narrowActivate(SB), NOSPLIT, $0-32
	MOVQ     accumulator+0(FP), DI
	MOVQ     weights+8(FP), SI
	MOVQ     width+16(FP), CX
	VPXOR    Y0, Y0, Y0
	VPCMPEQW Y1, Y1, Y1
	VPSRLW   $8, Y1, Y1     // One
	VPXOR    Y6, Y6, Y6
	VPXOR    Y7, Y7, Y7

// SQUARES adds the squares of 16 numbers times weights to sum.
#define SQUARES(at, sum) \
	VPMAXSW  at(DI), Y0, Y2; \
	VPMINSW  Y1, Y2, Y2;     \
	VPMULLW  at(SI), Y2, Y3; \
	VPMADDWD Y2, Y3, Y3;     \
	VPADDD   Y3, sum, sum

loop:
	SQUARES(0, Y6)
	SQUARES(32, Y7)
	SQUARES(64, Y6)
	SQUARES(96, Y7)
	ADDQ   $128, DI
	ADDQ   $128, SI
	SUBQ   $64, CX
	JNE    loop
	VPADDD Y7, Y6, Y6
	TOTAL
	VMOVQ  X6, ret+24(FP)
	VZEROUPPER
	RET

// func wideAccumulate(accumulator, weights *int16, width int, changed *int32, added, count int)
TEXT ·wideAccumulate(SB), NOSPLIT, $0-48
	ARGUMENTS

block:
	VMOVDQU64 (DI), Z0
	VMOVDQU64 64(DI), Z1
	MOVQ      DX, R10
	CMPQ      R10, R8
	JEQ       subtract

add:
	ROW
	VPADDW (AX), Z0, Z0
	VPADDW 64(AX), Z1, Z1
	CMPQ   R10, R8
	JNE    add

subtract:
	CMPQ   R10, R9
	JEQ    next
	ROW
	VPSUBW (AX), Z0, Z0
	VPSUBW 64(AX), Z1, Z1
	JMP    subtract

next:
	VMOVDQU64 Z0, (DI)
	VMOVDQU64 Z1, 64(DI)
	ADDQ      $128, DI
	ADDQ      $128, SI
	SUBQ      $64, CX
	JNE       block
	VZEROUPPER
	RET

// func wideActivate(accumulator, weights *int16, width int) int64
TEXT ·wideActivate(SB), NOSPLIT, $0-32
	MOVQ       accumulator+0(FP), DI
	MOVQ       weights+8(FP), SI
	MOVQ       width+16(FP), CX
	VPXORQ     Z0, Z0, Z0
	VPTERNLOGQ $0xFF, Z1, Z1, Z1
	VPSRLW     $8, Z1, Z1         // One
	VPXORQ     Z6, Z6, Z6
	VPXORQ     Z7, Z7, Z7

loop:
	VPMAXSW       (DI), Z0, Z2
	VPMAXSW       64(DI), Z0, Z4
	VPMINSW       Z1, Z2, Z2
	VPMINSW       Z1, Z4, Z4
	VPMULLW       (SI), Z2, Z3
	VPMULLW       64(SI), Z4, Z5
	VPMADDWD      Z2, Z3, Z3
	VPMADDWD      Z4, Z5, Z5
	VPADDD        Z3, Z6, Z6
	VPADDD        Z5, Z7, Z7
	ADDQ          $128, DI
	ADDQ          $128, SI
	SUBQ          $64, CX
	JNE           loop
	VPADDD        Z7, Z6, Z6
	VEXTRACTI64X4 $1, Z6, Y7
	VPADDD        Y7, Y6, Y6
	TOTAL
	VMOVQ         X6, ret+24(FP)
	VZEROUPPER
	RET
