package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
)

// number is an integer of the program that wrapText writes: its type, and how its value is computed from
// earlier values.
type number struct {
	name, typ string
	bits      uint
	compute   func(values []uint64) uint64
}

// arithmeticText is a random program of integer operations of all widths on the variable of a loop and an
// argument.
type arithmeticText struct {
	r       *rand.Rand
	numbers []number
	b       strings.Builder
}

var integerTypes = []struct {
	name string
	bits uint
}{{"i8", 8}, {"i16", 16}, {"i32", 32}, {"i64", 64}, {"index", 64}}

func mask(v uint64, bits uint) uint64 { return v << (64 - bits) >> (64 - bits) }

func extend(v uint64, bits uint) int64 { return int64(v<<(64-bits)) >> (64 - bits) }

// binaries are the operations on two numbers of a given width. The second operand is a constant for the
// operations in divides and shifts.
var binaries = map[string]func(a, b uint64, bits uint) uint64{
	"addi":  func(a, b uint64, _ uint) uint64 { return a + b },
	"subi":  func(a, b uint64, _ uint) uint64 { return a - b },
	"muli":  func(a, b uint64, _ uint) uint64 { return a * b },
	"andi":  func(a, b uint64, _ uint) uint64 { return a & b },
	"ori":   func(a, b uint64, _ uint) uint64 { return a | b },
	"xori":  func(a, b uint64, _ uint) uint64 { return a ^ b },
	"minui": func(a, b uint64, _ uint) uint64 { return min(a, b) },
	"maxui": func(a, b uint64, _ uint) uint64 { return max(a, b) },
	"minsi": func(a, b uint64, n uint) uint64 { return uint64(min(extend(a, n), extend(b, n))) },
	"maxsi": func(a, b uint64, n uint) uint64 { return uint64(max(extend(a, n), extend(b, n))) },

	"remui":     func(a, b uint64, _ uint) uint64 { return a % b },
	"divui":     func(a, b uint64, _ uint) uint64 { return a / b },
	"ceildivui": func(a, b uint64, _ uint) uint64 { return a/b + min(a%b, 1) },
	"remsi":     func(a, b uint64, n uint) uint64 { return uint64(extend(a, n) % extend(b, n)) },
	"divsi":     func(a, b uint64, n uint) uint64 { return uint64(extend(a, n) / extend(b, n)) },
	"floordivsi": func(a, b uint64, n uint) uint64 {
		return uint64(roundedQuotient(extend(a, n), extend(b, n), -1))
	},
	"ceildivsi": func(a, b uint64, n uint) uint64 {
		return uint64(roundedQuotient(extend(a, n), extend(b, n), +1))
	},

	"shli":  func(a, b uint64, _ uint) uint64 { return a << b },
	"shrui": func(a, b uint64, _ uint) uint64 { return a >> b },
	"shrsi": func(a, b uint64, n uint) uint64 { return uint64(extend(a, n) >> b) },
}

var divisionNames = []string{"remui", "divui", "ceildivui", "remsi", "divsi", "floordivsi", "ceildivsi"}

// roundedQuotient rounds down (-1) or up (+1).
func roundedQuotient(a, b, up int64) int64 {
	q := a / b
	if r := a % b; r != 0 && ((r < 0) == (b < 0)) == (up > 0) {
		q += up
	}
	return q
}

func (a *arithmeticText) line(format string, args ...any) { fmt.Fprintf(&a.b, format+"\n", args...) }

func (a *arithmeticText) add(typ string, bits uint, compute func(v []uint64) uint64, format string,
	args ...any) int {
	n := number{fmt.Sprintf("%%v%d", len(a.numbers)), typ, bits, compute}
	a.line("%s = %s", n.name, fmt.Sprintf(format, args...))
	a.numbers = append(a.numbers, n)
	return len(a.numbers) - 1
}

// constant adds a constant: a small one, one with few nonzero bits, or any.
func (a *arithmeticText) constant(typ string, bits uint, most int64) int {
	v := a.r.Int64N(most) + 1
	if most > 100 {
		switch a.r.IntN(4) {
		case 0:
			v = int64(a.r.Uint64())
		case 1:
			v = 1 << a.r.UintN(bits)
		case 2:
			v = -v
		}
	}
	w := mask(uint64(v), bits)
	if w == 0 {
		w = 1
	}
	return a.add(typ, bits, func([]uint64) uint64 {
		return w
	}, "arith.constant %d : %s", extend(w, bits), typ)
}

// step adds one operation.
func (a *arithmeticText) step() {
	at := a.r.IntN(len(a.numbers))
	if a.r.IntN(2) == 0 {
		at = len(a.numbers) - 1
	}
	x := a.numbers[at]
	names := []string{"addi", "addi", "subi", "muli", "muli", "andi", "ori", "xori", "minui", "maxui",
		"minsi", "maxsi"}
	op, other := names[a.r.IntN(len(names))], -1
	switch a.r.IntN(7) {
	case 0, 1:
		a.cast(at)
		return
	case 2:
		op, other = divisionNames[a.r.IntN(len(divisionNames))], a.constant(x.typ, x.bits, 100)
	case 3:
		op, other = []string{"shli", "shrui", "shrsi"}[a.r.IntN(3)],
			a.constant(x.typ, x.bits, int64(x.bits)-1)
	case 4:
		var same []int
		for i, n := range a.numbers {
			if n.typ == x.typ {
				same = append(same, i)
			}
		}
		other = same[a.r.IntN(len(same))]
	default:
		other = a.constant(x.typ, x.bits, 1000)
	}
	f := binaries[op]
	a.add(x.typ, x.bits, func(v []uint64) uint64 {
		return mask(f(v[at], v[other], x.bits), x.bits)
	}, "arith.%s %s, %s : %s", op, x.name,
		a.numbers[other].name, x.typ)
}

// cast adds a conversion to another type.
func (a *arithmeticText) cast(at int) {
	x, to := a.numbers[at], integerTypes[a.r.IntN(len(integerTypes))]
	signed := a.r.IntN(2) == 0
	name := map[bool]string{true: "arith.extsi", false: "arith.extui"}[signed]
	switch {
	case x.typ == to.name:
		return
	case x.typ == "index" || to.name == "index":
		name = map[bool]string{true: "arith.index_cast", false: "arith.index_castui"}[signed]
	case to.bits < x.bits:
		name = "arith.trunci"
	}
	a.add(to.name, to.bits, func(v []uint64) uint64 {
		if signed {
			return mask(uint64(extend(v[at], x.bits)), to.bits)
		}
		return mask(v[at], to.bits)
	}, "%s %s : %s to %s", name, x.name, x.typ, to.name)
}

// newArithmeticText returns a program with a loop from lower to upper over a type. The argument n has the
// same type.
func newArithmeticText(r *rand.Rand, lower, upper int64) *arithmeticText {
	a := &arithmeticText{r: r}
	t := integerTypes[2+r.IntN(3)]
	a.numbers = []number{{name: "%i", typ: t.name, bits: t.bits}, {name: "%n", typ: t.name, bits: t.bits}}
	a.line("func.func @f(%%n: %s) {", t.name)
	a.line(
		"%%lower = arith.constant %d : %s\n%%upper = arith.constant %d : %s\n%%step = arith.constant 1 : %s",
		lower, t.name, upper, t.name, t.name)
	to := "%upper"
	if r.IntN(3) == 0 {
		to = "%n"
	}
	of := ""
	if t.name != "index" {
		of = " : " + t.name
	}
	a.line("scf.for %%i = %%lower to %s step %%step%s {", to, of)
	for range 2 + r.IntN(7) {
		a.step()
	}
	a.line("}\nreturn\n}")
	return a
}

// The form of a number evaluates to its value, whatever the widths of the integers in its computation. This
// holds for sizes of any magnitude if the evaluator is strict, and otherwise for small sizes.
func TestFormsWrapAround(t *testing.T) {
	explained := 0
	for seed := range uint64(passtest.Programs(3000)) {
		r := rand.New(rand.NewPCG(seed, 3))
		lower := r.Int64N(3) - 1
		upper := lower + 1 + r.Int64N(12)
		a := newArithmeticText(r, lower, upper)
		m := parse(t, a.b.String())
		var ops []*ir.Op
		for op := range m.Walk() {
			if p := op.Parent(); p != nil && p.Name() == "scf.for" && op.NumResults() == 1 {
				ops = append(ops, op)
			}
		}
		e := &analysis.Evaluator{Strict: seed%2 == 1}
		for i := lower; i < upper; i++ {
			n := max(r.Int64N(64), i+1)
			if e.Strict && r.IntN(2) == 0 {
				n = max(1<<(a.numbers[1].bits-1)-1-r.Int64N(100), i+1)
			}
			values := []uint64{mask(uint64(i), a.numbers[0].bits), mask(uint64(n), a.numbers[1].bits)}
			for _, x := range a.numbers[2:] {
				values = append(values, x.compute(values))
			}
			for k, op := range ops {
				form := e.Eval(op.Result(0))
				want := extend(values[k+2], a.numbers[k+2].bits)
				got, ok := form.At(func(v *ir.Value) (int64, bool) {
					at := slices.IndexFunc(ops, func(op *ir.Op) bool { return op.Result(0) == v }) + 2
					if v.IsArgument() {
						at = 0
						if v.ParentBlock().ParentOp().Name() == "func.func" {
							at = 1
						}
					}
					return extend(values[at], a.numbers[at].bits), true
				})
				if !ok || got != want {
					t.Fatalf("seed %d, i = %d, n = %d: the form of %s is %d, its value %d\n%s", seed, i, n,
						a.numbers[k+2].name, got, want, a.b.String())
				}
				if within := form.Interval(); within.Lo > -analysis.Unbounded && want < within.Lo ||
					within.Hi < analysis.Unbounded && want > within.Hi {
					t.Fatalf("seed %d, i = %d, n = %d: %s is %d, beyond %v\n%s", seed, i, n,
						a.numbers[k+2].name, want, within, a.b.String())
				}
				if !form.IsConst() && !form.Equal(e.Of(op.Result(0))) {
					explained++
				}
			}
		}
	}
	t.Logf("%d forms that say something", explained)
	if explained == 0 {
		t.Error("no form says anything")
	}
}
