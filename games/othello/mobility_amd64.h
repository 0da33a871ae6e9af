// The moves of a position. The files that include this define
//
//	EXTEND(moved, mask, runs)  adds to runs what of moved, which it may change, is in mask

// MOBILITY sets X5 to the squares beside runs of the discs Y1 that lie beside
// discs Y0, taken ones among them. Y12 holds axisSteps, Y13 twice as much, Y14
// axisMasks.
//
// One axis in each quarter: rank, antidiagonal, file, diagonal. Runs of the
// opponent's discs beside own ones are followed by doubling, up in Y5 and down
// in Y6; Y7 and Y4 are pairs of the opponent's, named by their upper squares and
// by their lower ones.
#define MOBILITY \
	VPAND        Y14, Y1, Y3;        \
	VPSLLVQ      Y12, Y0, Y5;        \
	VPSRLVQ      Y12, Y0, Y6;        \
	VPSLLVQ      Y12, Y3, Y7;        \
	VPAND        Y3, Y5, Y5;         \
	VPAND        Y3, Y6, Y6;         \
	VPAND        Y3, Y7, Y7;         \
	VPSRLVQ      Y12, Y7, Y4;        \
	VPSLLVQ      Y12, Y5, Y10;       \
	VPSRLVQ      Y12, Y6, Y11;       \
	EXTEND(Y10, Y3, Y5);             \
	EXTEND(Y11, Y3, Y6);             \
	VPSLLVQ      Y13, Y5, Y10;       \
	VPSRLVQ      Y13, Y6, Y11;       \
	EXTEND(Y10, Y7, Y5);             \
	EXTEND(Y11, Y4, Y6);             \
	VPSLLVQ      Y13, Y5, Y10;       \
	VPSRLVQ      Y13, Y6, Y11;       \
	EXTEND(Y10, Y7, Y5);             \
	EXTEND(Y11, Y4, Y6);             \
	VPSLLVQ      Y12, Y5, Y5;        \
	VPSRLVQ      Y12, Y6, Y6;        \
	VPOR         Y5, Y6, Y5;         \
	VEXTRACTI128 $1, Y5, X6;         \
	VPOR         X5, X6, X5;         \
	VPUNPCKHQDQ  X5, X5, X6;         \
	VPOR         X5, X6, X5
