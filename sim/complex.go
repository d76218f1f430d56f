package sim

import (
	"math"

	"github.com/inflight-compiler/inflight/complexes"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/elementary"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"complex.create": func(c *compiler, op *ir.Op) error {
			return c.pick(op, []int32{c.operand(op, 0), c.operand(op, 1)})
		},
		"complex.constant": emitNumber,
		"complex.re":       emitPart(0), "complex.im": emitPart(1),
		"complex.abs": ofNumber(evaluator.Absolute), "complex.angle": ofNumber(evaluator.Angle),
		"complex.add": ofTwoNumbers(evaluator.Sum), "complex.sub": ofTwoNumbers(evaluator.Difference),
		"complex.mul": ofTwoNumbers(evaluator.Product), "complex.div": ofTwoNumbers(evaluator.Quotient),
		"complex.pow": ofTwoNumbers(evaluator.Power), "complex.atan2": ofTwoNumbers(evaluator.Atan2),
		"complex.powi": emitPowI,
		"complex.eq":   ofTwoNumbers(evaluator.Equal), "complex.neq": ofTwoNumbers(evaluator.Unequal),
		"complex.neg": ofNumber(evaluator.Negative), "complex.conj": ofNumber(evaluator.Conjugate),
		"complex.sign": ofNumber(evaluator.Sign),
		"complex.exp":  ofNumber(evaluator.Exp), "complex.expm1": ofNumber(evaluator.ExpM1),
		"complex.log":   ofNumber(evaluator.Log),
		"complex.log1p": ofNumber(evaluator.Log1p), "complex.sqrt": ofNumber(evaluator.Sqrt),
		"complex.rsqrt": ofNumber(evaluator.Rsqrt),
		"complex.sin":   ofNumber(evaluator.Sin), "complex.cos": ofNumber(evaluator.Cos),
		"complex.tan":  ofNumber(evaluator.Tan),
		"complex.tanh": ofNumber(evaluator.Tanh),
	})
}

// evaluator computes functions of complex numbers.
type evaluator = complexes.Formulas[float64, bool, complexNumber]

// complexNumber has the two parts of a complex number, each a number of its format.
type complexNumber struct{ re, im float64 }

// parts implements arithmetic that rounds each result to a format.
type parts struct {
	format ir.FloatKind
	finite bool // whether the operation's flags promise finite numbers
}

var _ complexes.Arithmetic[float64, bool, complexNumber] = parts{}

func (p parts) Re(x complexNumber) float64                               { return x.re }
func (p parts) Im(x complexNumber) float64                               { return x.im }
func (p parts) Create(re, im float64) complexNumber                      { return complexNumber{re, im} }
func (p parts) And(x, y bool) bool                                       { return x && y }
func (p parts) Or(x, y bool) bool                                        { return x || y }
func (p parts) Not(x bool) bool                                          { return !x }
func (p parts) Finite() bool                                             { return p.finite }
func (p parts) Constant(v float64) float64                               { return p.round(v) }
func (p parts) Select(cond bool, x, y float64) float64                   { return choose(cond, x, y) }
func (p parts) SelectNumber(cond bool, x, y complexNumber) complexNumber { return choose(cond, x, y) }

func choose[T any](cond bool, x, y T) T {
	if cond {
		return x
	}
	return y
}

// round returns the nearest number of the format.
func (p parts) round(v float64) float64 {
	return value.DecodeFloat(p.format, value.EncodeFloat(p.format, v))
}

// computations has the operations on one or two numbers, in float64.
var computations = map[complexes.Operation]func(args []float64) float64{
	complexes.Add: func(a []float64) float64 {
		return a[0] + a[1]
	}, complexes.Sub: func(a []float64) float64 { return a[0] - a[1] },
	complexes.Mul: func(a []float64) float64 {
		return a[0] * a[1]
	}, complexes.Div: func(a []float64) float64 { return a[0] / a[1] },
	complexes.Neg:      func(a []float64) float64 { return -a[0] },
	complexes.Maximum:  func(a []float64) float64 { return arith.Maximum(a[0], a[1]) },
	complexes.Minimum:  func(a []float64) float64 { return arith.Minimum(a[0], a[1]) },
	complexes.Atan2:    func(a []float64) float64 { return elementary.Atan2(a[0], a[1]) },
	complexes.CopySign: func(a []float64) float64 { return math.Copysign(a[0], a[1]) },
	complexes.Pow:      func(a []float64) float64 { return math.Pow(a[0], a[1]) },
	complexes.Abs:      ofFirst(math.Abs), complexes.Sqrt: ofFirst(math.Sqrt),
	complexes.Rsqrt: ofFirst(rsqrt),
	complexes.Cos:   ofFirst(elementary.Unary["cos"]), complexes.Sin: ofFirst(elementary.Unary["sin"]),
	complexes.Exp:   ofFirst(elementary.Unary["exp"]),
	complexes.ExpM1: ofFirst(elementary.Unary["expm1"]), complexes.Log: ofFirst(elementary.Unary["log"]),
	complexes.Log1p: ofFirst(elementary.Unary["log1p"]),
}

func ofFirst(f func(float64) float64) func([]float64) float64 {
	return func(args []float64) float64 { return f(args[0]) }
}

func rsqrt(v float64) float64 { return 1 / math.Sqrt(v) }

func (p parts) Compute(op complexes.Operation, _ complexes.Flags, args ...float64) float64 {
	if op == complexes.FMA {
		return value.DecodeFloat(p.format, fma(p.format, args[0], args[1], args[2]))
	}
	return p.round(computations[op](args))
}

func (p parts) Compare(predicate complexes.Predicate, _ complexes.Flags, x, y float64) bool {
	return outcomes[predicate]&outcomeOf(x, y) != 0
}

// evaluatorOf returns the evaluator for an operation on complex numbers.
func evaluatorOf(c *compiler, op *ir.Op) (evaluator, error) {
	t, isComplex := op.Operand(0).Type().(*ir.ComplexType)
	if !isComplex {
		return evaluator{}, c.unsupported(op, "on this type")
	}
	format, ok := floatKind(t.Elem)
	if !ok {
		return evaluator{}, c.unsupported(op, "on this type")
	}
	const finite = arith.FastNoNaNs | arith.FastNoInfs
	flags, _ := op.Attr("fastmath").(*ir.EnumAttr)
	p := parts{format: format, finite: flags != nil && flags.Value&finite == finite}
	return evaluator{Arithmetic: p, Range: complexes.Improved}, nil
}

// number returns the complex number whose parts are in registers r and r+1.
func (p parts) number(t *thread, r int32) complexNumber {
	return complexNumber{value.DecodeFloat(p.format, t.regs[r]), value.DecodeFloat(p.format, t.regs[r+1])}
}

// set stores a result: a truth value, a float or a complex number.
func (p parts) set(t *thread, r int32, v any) {
	switch v := v.(type) {
	case bool:
		t.setBool(r, v)
	case float64:
		t.regs[r] = value.EncodeFloat(p.format, v)
	case complexNumber:
		t.regs[r], t.regs[r+1] = value.EncodeFloat(p.format, v.re), value.EncodeFloat(p.format, v.im)
	}
}

// ofNumber returns an emitter of a function of one complex number.
func ofNumber[T any](f func(evaluator, complexNumber) T) emitter {
	return func(c *compiler, op *ir.Op) error {
		e, err := evaluatorOf(c, op)
		if err != nil {
			return err
		}
		p := e.Arithmetic.(parts)
		c.emit(instr{a: c.operand(op, 0), dst: c.result(op, 0), exec: func(t *thread, in *instr) {
			p.set(t, in.dst, f(e, p.number(t, in.a)))
		}})
		return nil
	}
}

// ofTwoNumbers returns an emitter of a function of two complex numbers.
func ofTwoNumbers[T any](f func(e evaluator, x, y complexNumber) T) emitter {
	return func(c *compiler, op *ir.Op) error {
		e, err := evaluatorOf(c, op)
		if err != nil {
			return err
		}
		p := e.Arithmetic.(parts)
		c.emit(instr{a: c.operand(op, 0), b: c.operand(op, 1), dst: c.result(op, 0),
			exec: func(t *thread, in *instr) {
				p.set(t, in.dst, f(e, p.number(t, in.a), p.number(t, in.b)))
			}})
		return nil
	}
}

// emitPowI emits a power with an integer exponent, which is rounded to the format of the parts.
func emitPowI(c *compiler, op *ir.Op) error {
	e, err := evaluatorOf(c, op)
	if err != nil {
		return err
	}
	p, unused := e.Arithmetic.(parts), 64-uint64(widthOf(op.Operand(1).Type()))
	c.emit(instr{a: c.operand(op, 0), b: c.operand(op, 1), dst: c.result(op, 0),
		exec: func(t *thread, in *instr) {
			exponent := value.DecodeFloat(p.format, fromSigned(p.format, value.Signed(t.regs[in.b], unused)))
			p.set(t, in.dst, e.Power(p.number(t, in.a), complexNumber{exponent, 0}))
		}})
	return nil
}

// emitNumber makes the result a constant complex number.
func emitNumber(c *compiler, op *ir.Op) error {
	list := op.Attr("value").(*ir.ArrayAttr).Elems
	return c.setLanes(op, func(i int64) uint64 {
		switch a := list[i].(type) {
		case *ir.FloatAttr:
			return a.Bits
		case *ir.IntegerAttr:
			return uint64(a.Value) & value.Mask(widthOf(a.Type))
		}
		return 0
	})
}

// emitPart returns an emitter of a copy of the part with an index: 0 is the real part, 1 the imaginary one.
func emitPart(index int32) emitter {
	return func(c *compiler, op *ir.Op) error {
		c.emit(instr{exec: execMove, a: c.operand(op, 0) + index, dst: c.result(op, 0)})
		return nil
	}
}

// lanesOfNumber describes an access to a complex number in memory.
func lanesOfNumber(t *ir.ComplexType) *lanes {
	return &lanes{inner: 2, part: value.ElementSize(t.Elem), bits: bitsOf(t.Elem), indices: -1, mask: -1,
		other: -1}
}

// emitLoadOf emits the load of a scalar or a complex number.
func (c *compiler) emitLoadOf(t ir.Type, in instr) {
	if number, ok := t.(*ir.ComplexType); ok {
		c.emitAccess(lanesOfNumber(number), execLoadLanes, in)
		return
	}
	c.emitAgain(loadOf(t, in))
}

// emitStoreOf emits the store of a scalar or a complex number.
func (c *compiler) emitStoreOf(t ir.Type, in instr) {
	if number, ok := t.(*ir.ComplexType); ok {
		c.emitAccess(lanesOfNumber(number), execStoreLanes, in)
		return
	}
	in.exec, in.touches = execStore, true
	c.emitAgain(in)
}
