package machine

import (
	"math"
	"math/big"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

func init() {
	register(map[string]decoder{
		"fma": func(c *compiler, in *ptx.Instruction) bool { return c.floatOp(in, 3, fused) },
		"rcp": func(c *compiler, in *ptx.Instruction) bool {
			return c.floatOp(in, 1, floatOp{
				nearest: func(k ir.FloatKind, x, _, _ float64) uint64 { return encode(k, 1/x) },
				above:   func(r *big.Float, x, _, _ float64) int { return quotientAbove(r, 1, x) },
			})
		},
		"sqrt": func(c *compiler, in *ptx.Instruction) bool {
			return c.floatOp(in, 1, floatOp{
				nearest: func(k ir.FloatKind, x, _, _ float64) uint64 { return encode(k, math.Sqrt(x)) },
				above: func(r *big.Float, x, _, _ float64) int {
					return exact(x).Cmp(new(big.Float).Mul(r, r))
				},
			})
		},
		"rsqrt": elementary(func(x float64) float64 { return 1 / math.Sqrt(x) }),
		"ex2":   elementary(math.Exp2), "lg2": elementary(math.Log2), "sin": elementary(math.Sin),
		"cos":  elementary(math.Cos),
		"tanh": elementary(math.Tanh), "copysign": decodeCopySign,
	})
}

// floatOp is an operation of up to three floats.
type floatOp struct {
	// nearest returns the result rounded once to a format.
	nearest func(k ir.FloatKind, x, y, z float64) uint64
	// above compares the exact result with a number; nil where only rounding to nearest exists.
	above func(r *big.Float, x, y, z float64) int
	// single is nearest for bits of f32, nil where nearest serves.
	single func(x, y, z uint64) uint64
}

// elementary decodes an approximation: it is rounded to the format from float64.
func elementary(f func(float64) float64) decoder {
	return func(c *compiler, in *ptx.Instruction) bool {
		return in.Has("approx") && c.floatOp(in, 1, floatOp{
			nearest: func(k ir.FloatKind, x, _, _ float64) uint64 { return encode(k, f(x)) },
		})
	}
}

func sumOf(subtract bool) floatOp {
	sign := 1.0
	if subtract {
		sign = -1
	}
	return floatOp{
		nearest: func(k ir.FloatKind, x, y, _ float64) uint64 { return fusedNearest(k, 1, x, sign*y) },
		above:   func(r *big.Float, x, y, _ float64) int { return fusedAbove(r, 1, x, sign*y) },
		single:  func(x, y, _ uint64) uint64 { return bitsOfSingle(single(x) + float32(sign)*single(y)) },
	}
}

var (
	product = floatOp{
		nearest: func(k ir.FloatKind, x, y, _ float64) uint64 { return encode(k, x*y) },
		above:   func(r *big.Float, x, y, _ float64) int { return fusedAbove(r, x, y, 0) },
		single:  func(x, y, _ uint64) uint64 { return bitsOfSingle(single(x) * single(y)) },
	}
	fused = floatOp{nearest: fusedNearest, above: fusedAbove, single: fusedSingle}
	// A quotient of narrower formats is never so near the middle between two numbers that rounding it to
	// float64 first matters.
	quotient = floatOp{
		nearest: func(k ir.FloatKind, x, y, _ float64) uint64 { return encode(k, x/y) },
		above:   func(r *big.Float, x, y, _ float64) int { return quotientAbove(r, x, y) },
	}
)

// fusedNearest returns x*y + z with one rounding.
func fusedNearest(k ir.FloatKind, x, y, z float64) uint64 {
	if k == ir.F64 {
		return encode(k, math.FMA(x, y, z))
	}
	p := x * y // exact
	s := p + z
	if math.IsInf(s, 0) || math.IsNaN(s) {
		return encode(k, s)
	}
	return encode(k, toOdd(s, p, z))
}

// single returns the number that bits of f32 mean.
func single(bits uint64) float32 { return math.Float32frombits(uint32(bits)) }

// bitsOfSingle is encode for f32.
func bitsOfSingle(v float32) uint64 {
	if v != v {
		return canonicalNaN(ir.F32)
	}
	return uint64(math.Float32bits(v))
}

// fusedSingle is fusedNearest for bits of f32.
func fusedSingle(x, y, z uint64) uint64 {
	p, c := float64(single(x))*float64(single(y)), float64(single(z)) // exact
	s := p + c
	if math.Abs(s) <= math.MaxFloat64 {
		s = toOdd(s, p, c)
	}
	return bitsOfSingle(float32(s))
}

// toOdd returns the sum s of p and z with its last digit odd where it is not exact, so that rounding it again
// to fewer digits gives what one rounding would.
func toOdd(s, p, z float64) float64 {
	back := s - p
	rest := (p - (s - back)) + (z - back)
	bits := math.Float64bits(s)
	switch { // s is not zero where something is left
	case rest == 0 || bits&1 == 1:
		return s
	case rest > 0 == (s > 0):
		return math.Float64frombits(bits + 1)
	}
	return math.Float64frombits(bits - 1)
}

// exact returns a number with room for exact sums and products.
func exact(x float64) *big.Float { return new(big.Float).SetPrec(4400).SetFloat64(x) }

func fusedAbove(r *big.Float, x, y, z float64) int {
	p := exact(x)
	p.Mul(p, exact(y))
	return p.Add(p, exact(z)).Cmp(r)
}

// quotientAbove compares x/y with r: the sign of x - r*y, turned with that of y.
func quotientAbove(r *big.Float, x, y float64) int {
	return exact(x).Cmp(new(big.Float).SetPrec(4400).Mul(r, exact(y))) * int(math.Copysign(1, y))
}

// round is what an instruction says of rounding and what follows it.
type round struct {
	kind      ir.FloatKind
	direction string // rn, rz, rm, rp
	flush     bool   // subnormal operands and results to zero
	saturate  bool   // to [0, 1], NaN to 0
	relu      bool   // negative results to 0
}

func roundOf(in *ptx.Instruction, k ir.FloatKind) round {
	direction := oneOf(in, "rn", "rz", "rm", "rp")
	return round{k, direction, in.Has("ftz") && k == ir.F32, in.Has("sat"), in.Has("relu")}
}

// isPlain reports whether an instruction rounds to the nearest f32, and nothing follows.
func (r *round) isPlain() bool {
	return r.kind == ir.F32 && (r.direction == "" || r.direction == "rn") && !r.flush && !r.saturate &&
		!r.relu
}

// apply computes an operation.
func (r *round) apply(f floatOp, x, y, z uint64) uint64 {
	if r.flush {
		x, y, z = flush(x), flush(y), flush(z)
	}
	a, b, c := decode(r.kind, x), decode(r.kind, y), decode(r.kind, z)
	v := f.nearest(r.kind, a, b, c)
	if r.direction != "" && r.direction != "rn" {
		v = r.directed(v, func(n *big.Float) int { return f.above(n, a, b, c) }, a, b, c)
	}
	return r.finish(v)
}

// finish applies what follows the rounding.
func (r *round) finish(v uint64) uint64 {
	if r.flush {
		v = flush(v)
	}
	n := decode(r.kind, v)
	switch {
	case r.saturate && (math.IsNaN(n) || n <= 0), r.relu && n <= 0:
		return 0
	case r.saturate && n > 1:
		return encode(r.kind, 1)
	}
	return v
}

// directed moves a result from the nearest number to the one in the direction of rounding. Infinite operands
// have exact results.
func (r *round) directed(v uint64, above func(*big.Float) int, operands ...float64) uint64 {
	n := decode(r.kind, v)
	for _, x := range operands {
		if math.IsInf(x, 0) || math.IsNaN(x) || math.IsNaN(n) {
			return v
		}
	}
	cmp := -int(math.Copysign(1, n)) // an overflow is below infinity
	if !math.IsInf(n, 0) {
		cmp = above(exact(n))
	} else if len(operands) > 1 && operands[1] == 0 { // division by zero
		return v
	}
	down := r.direction == "rm" || r.direction == "rz" && n > 0
	up := r.direction == "rp" || r.direction == "rz" && n < 0
	switch {
	case cmp < 0 && down:
		return r.next(n, -1)
	case cmp > 0 && up:
		return r.next(n, 1)
	}
	return v
}

// next returns the neighbor of a number in its format.
func (r *round) next(n float64, sign int) uint64 {
	to := math.Inf(sign)
	if r.kind == ir.F64 {
		return encode(r.kind, math.Nextafter(n, to))
	}
	return uint64(math.Float32bits(math.Nextafter32(float32(n), float32(to))))
}

// floatOp emits an operation of n floats, or of pairs of halves.
func (c *compiler) floatOp(in *ptx.Instruction, n int, f floatOp) bool {
	t := typeOf(in)
	if t.Kind() != ptx.Float || !counts(in, n+1) || len(in.Types()) != 1 {
		return false
	}
	r := roundOf(in, floatKind(t))
	if r.direction != "" && r.direction != "rn" && (f.above == nil || t.Bits() < 32 || isPacked(t)) {
		return false
	}
	d := c.result(in.Operands[0])
	var from [3]int32
	for i := range from {
		if i < n {
			from[i] = c.source(in.Operands[1+i], t)
		} else {
			from[i] = c.constant(0)
		}
	}
	switch {
	case t == "f32x2":
		return c.ternary(d, from, func(x, y, z uint64) uint64 {
			lo := r.apply(f, x&maskOf(32), y&maskOf(32), z&maskOf(32))
			return lo | r.apply(f, x>>32, y>>32, z>>32)<<32
		})
	case isPacked(t):
		return c.ternary(d, from, func(x, y, z uint64) uint64 {
			lo := r.apply(f, x&0xffff, y&0xffff, z&0xffff)
			return lo | r.apply(f, x>>16, y>>16, z>>16)<<16
		})
	}
	if f.single != nil && r.isPlain() {
		return c.ternary(d, from, f.single)
	}
	return c.ternary(d, from, func(x, y, z uint64) uint64 { return r.apply(f, x, y, z) })
}

// signChange returns neg or abs of a format.
func signChange(t ptx.Type, isAbs, flushes bool) func(uint64) uint64 {
	sign := uint64(1) << (t.Bits() - 1)
	if isPacked(t) {
		sign |= 1 << 15
	}
	return func(v uint64) uint64 {
		if flushes && t == "f32" {
			v = flush(v)
		}
		if isAbs {
			return v &^ sign
		}
		return v ^ sign
	}
}

// floatMinMax emits min or max of floats.
func (c *compiler) floatMinMax(in *ptx.Instruction) bool {
	largest, keepsNaN, xors := in.Opcode == "max", in.Has("NaN"), in.Has("xorsign") && in.Has("abs")
	if in.Has("relu") || in.Has("xorsign") != in.Has("abs") || len(in.Types()) != 1 {
		return false
	}
	choose := func(k ir.FloatKind, x, y, _ float64) uint64 {
		if !xors {
			return encode(k, minMax(x, y, largest, keepsNaN))
		}
		sign := 1.0
		if math.Signbit(x) != math.Signbit(y) {
			sign = -1
		}
		return encode(k, sign*minMax(math.Abs(x), math.Abs(y), largest, keepsNaN))
	}
	if counts(in, 4) && !xors {
		return c.floatOp(in, 3, floatOp{nearest: func(k ir.FloatKind, x, y, z float64) uint64 {
			return encode(k, minMax(minMax(x, y, largest, keepsNaN), z, largest, keepsNaN))
		}})
	}
	return counts(in, 3) && c.floatOp(in, 2, floatOp{nearest: choose})
}

// minMax returns the smaller or larger of two numbers; a NaN counts only where it is to be kept, and -0 is
// below 0.
func minMax(x, y float64, largest, keepsNaN bool) float64 {
	switch {
	case math.IsNaN(x) && !keepsNaN:
		return y
	case math.IsNaN(y) && !keepsNaN:
		return x
	case largest:
		return math.Max(x, y)
	}
	return math.Min(x, y)
}

func decodeCopySign(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	sign := uint64(1) << (t.Bits() - 1)
	return c.binary(c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], t),
		func(a, b uint64) uint64 {
			return b&^sign | a&sign
		})
}
