package linalg

import "github.com/inflight-compiler/inflight/ir"

// winogradSize has m and r of a case of WinogradSize, and its matrices: G for filters, B^T for inputs and A^T
// for outputs. A result is multiplied by scale for each side that is transformed. The matrices are those of
// upstream's decomposition, which rounds thirds and fifths to float.
type winogradSize struct {
	m, r                  int64
	filter, input, output [][]float64
	scale                 float64
}

var winogradSizes = []winogradSize{
	{m: 2, r: 3, scale: 1,
		filter: [][]float64{{-1, 0, 0}, {1. / 2, -1. / 2, 1. / 2}, {1. / 2, 1. / 2, 1. / 2}, {0, 0, 1}},
		input:  [][]float64{{-1, 0, 1, 0}, {0, -1, 1, 0}, {0, 1, 1, 0}, {0, -1, 0, 1}},
		output: [][]float64{{1, 1, 1, 0}, {0, -1, 1, 1}},
	},
	{m: 4, r: 3, scale: 32,
		filter: [][]float64{{1, 0, 0}, {-1. / 3, 1. / 3, -1. / 3}, {-1. / 3, -1. / 3, -1. / 3},
			{1. / 12, -1. / 6, 1. / 3}, {1. / 12, 1. / 6, 1. / 3}, {0, 0, 1}},
		input: [][]float64{{1. / 4, 0, -5. / 16, 0, 1. / 16, 0}, {0, 1. / 4, -1. / 4, -1. / 16, 1. / 16, 0},
			{0, -1. / 4, -1. / 4, 1. / 16, 1. / 16, 0}, {0, 1. / 4, -1. / 8, -1. / 4, 1. / 8, 0},
			{0, -1. / 4, -1. / 8, 1. / 4, 1. / 8, 0}, {0, 1. / 4, 0, -5. / 16, 0, 1. / 16}},
		output: [][]float64{{1. / 8, 1. / 4, 1. / 4, 1. / 8, 1. / 8, 0},
			{0, -1. / 4, 1. / 4, -1. / 4, 1. / 4, 0}, {0, 1. / 4, 1. / 4, 1. / 2, 1. / 2, 0},
			{0, -1. / 4, 1. / 4, -1, 1, 1. / 2}},
	},
	{m: 2, r: 5, scale: 16,
		filter: [][]float64{{1, 0, 0, 0, 0}, {1. / 6, -1. / 6, 1. / 6, -1. / 6, 1. / 6},
			{-1. / 6, -1. / 6, -1. / 6, -1. / 6, -1. / 6}, {-4. / 15, 2. / 15, -1. / 15, 1. / 30, -1. / 60},
			{1. / 60, 1. / 30, 1. / 15, 2. / 15, 4. / 15}, {0, 0, 0, 0, 1}},
		input: [][]float64{{1. / 8, 3. / 16, -1. / 4, -3. / 16, 1. / 8, 0},
			{0, 1. / 8, 1. / 16, -5. / 16, 1. / 8, 0}, {0, -1. / 8, -5. / 16, -1. / 16, 1. / 8, 0},
			{0, 1. / 4, -1. / 8, -1. / 4, 1. / 8, 0}, {0, -1. / 8, -1. / 4, 1. / 8, 1. / 4, 0},
			{0, 1. / 8, 3. / 16, -1. / 4, -3. / 16, 1. / 8}},
		output: [][]float64{{1. / 2, 1, 1, 2, 1, 0}, {0, -1, 1, -1, 2, 1. / 2}},
	},
}

// WinogradMatrix returns the matrix that an operation multiplies each tile by from the left, and by whose
// transpose from the right. scale is the factor of the result for each of the two sides.
func WinogradMatrix(op *ir.Op) (matrix [][]float64, scale float64) {
	n, _ := op.IntAttr("fmr")
	switch size := winogradSizes[n]; {
	case op.Is(WinogradFilter):
		return size.filter, 1
	case op.Is(WinogradInput):
		return size.input, 1
	default:
		return size.output, size.scale
	}
}
