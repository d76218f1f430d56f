package expandmath

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

func isNaN(c calculator, x []value) []value { return []value{c.compare(arith.UNO, x[0], x[0])} }

func isInf(c calculator, x []value) []value {
	return []value{c.is(arith.OEQ, c.abs(x[0]), math.Inf(1))}
}

func isFinite(c calculator, x []value) []value {
	return []value{c.is(arith.OLT, c.abs(x[0]), math.Inf(1))}
}

// leastNormal holds the smallest normal numbers.
var leastNormal = map[ir.FloatKind]float64{ir.F64: 0x1p-1022, ir.F32: 0x1p-126, ir.BF16: 0x1p-126,
	ir.F16: 0x1p-14}

// isNormal is the predicate for numbers that came from that format.
func isNormal(k ir.FloatKind) formula {
	return func(c calculator, x []value) []value {
		return []value{c.both(c.is(arith.OGE, c.abs(x[0]), leastNormal[k]), isFinite(c, x)[0])}
	}
}

// clampF is min(max(value, low), high).
func clampF(c calculator, x []value) []value {
	return []value{c.binary(arith.MinimumF, c.binary(arith.MaximumF, x[0], x[1]), x[2])}
}
