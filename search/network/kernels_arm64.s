//go:build !purego

#include "textflag.h"

// The assembler lacks some vector instructions.
#define SMAX(m, n, d)   WORD $(0x4E606400 | m<<16 | n<<5 | d) // Vd.8H
#define SMIN(m, n, d)   WORD $(0x4E606C00 | m<<16 | n<<5 | d)
#define MUL(m, n, d)    WORD $(0x4E609C00 | m<<16 | n<<5 | d)
#define SMLAL(m, n, d)  WORD $(0x0E608000 | m<<16 | n<<5 | d) // Vd.4S, lower halves
#define SMLAL2(m, n, d) WORD $(0x4E608000 | m<<16 | n<<5 | d) // upper halves
#define SADDLV(n, d)    WORD $(0x4EB03800 | n<<5 | d)         // Dd, Vn.4S

// ROW sets R10 to the address of the next row's block and loads its first half
// into V8 to V11, its second half into V12 to V15.
#define ROW \
	MOVW.P 4(R6), R10;                            \
	ADD    R10<<1, R1, R10;                       \
	VLD1.P 64(R10), [V8.H8, V9.H8, V10.H8, V11.H8]; \
	VLD1   (R10), [V12.H8, V13.H8, V14.H8, V15.H8]

// func accumulate(accumulator, weights *int16, width int, changed *int32, added, count int)
TEXT ·accumulate(SB), NOSPLIT, $0-48
	MOVD accumulator+0(FP), R0
	MOVD weights+8(FP), R1
	MOVD width+16(FP), R2
	MOVD changed+24(FP), R3
	MOVD added+32(FP), R4
	MOVD count+40(FP), R5
	ADD  R4<<2, R3, R4          // end of the rows to add
	ADD  R5<<2, R3, R5          // end of the rows to subtract

block:
	MOVD   R0, R7
	VLD1.P 64(R7), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1   (R7), [V4.H8, V5.H8, V6.H8, V7.H8]
	MOVD   R3, R6

add:
	CMP  R4, R6
	BEQ  subtract
	ROW
	VADD V8.H8, V0.H8, V0.H8
	VADD V9.H8, V1.H8, V1.H8
	VADD V10.H8, V2.H8, V2.H8
	VADD V11.H8, V3.H8, V3.H8
	VADD V12.H8, V4.H8, V4.H8
	VADD V13.H8, V5.H8, V5.H8
	VADD V14.H8, V6.H8, V6.H8
	VADD V15.H8, V7.H8, V7.H8
	B    add

subtract:
	CMP  R5, R6
	BEQ  next
	ROW
	VSUB V8.H8, V0.H8, V0.H8
	VSUB V9.H8, V1.H8, V1.H8
	VSUB V10.H8, V2.H8, V2.H8
	VSUB V11.H8, V3.H8, V3.H8
	VSUB V12.H8, V4.H8, V4.H8
	VSUB V13.H8, V5.H8, V5.H8
	VSUB V14.H8, V6.H8, V6.H8
	VSUB V15.H8, V7.H8, V7.H8
	B    subtract

next:
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	VST1.P [V4.H8, V5.H8, V6.H8, V7.H8], 64(R0)
	ADD    $128, R1
	SUBS   $64, R2
	BNE    block
	RET

// SQUARES adds the squares of the 8 numbers Vv times the weights Vw to V16 and
// V17. V18 is zero, V19 One.
#define SQUARES(v, w) \
	SMAX(18, v, v);    \
	SMIN(19, v, v);    \
	MUL(v, w, w);      \
	SMLAL(v, w, 16);   \
	SMLAL2(v, w, 17)

// func activate(accumulator, weights *int16, width int) int64
TEXT ·activate(SB), NOSPLIT, $0-32
	MOVD  accumulator+0(FP), R0
	MOVD  weights+8(FP), R1
	MOVD  width+16(FP), R2
	VEOR  V16.B16, V16.B16, V16.B16
	VEOR  V17.B16, V17.B16, V17.B16
	VEOR  V18.B16, V18.B16, V18.B16
	VMOVI $255, V19.B16
	VUSHR $8, V19.H8, V19.H8

loop:
	VLD1.P 64(R0), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R1), [V8.H8, V9.H8, V10.H8, V11.H8]
	SQUARES(0, 8)
	SQUARES(1, 9)
	SQUARES(2, 10)
	SQUARES(3, 11)
	SUBS   $32, R2
	BNE    loop
	VADD   V17.S4, V16.S4, V16.S4
	SADDLV(16, 16)
	FMOVD  F16, R3
	MOVD   R3, ret+24(FP)
	RET
