package asyncio

import (
	"fmt"
	"math"
	"strconv"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

func isNumber(t ir.Type) bool { return widthOf(t) > 0 || isFloat(t) }

func isFloat(t ir.Type) bool {
	f, ok := t.(*ir.FloatType)
	return ok && (f.Width() == 32 || f.Width() == 64)
}

// widthOf returns the width of an integer or index, 0 for other types.
func widthOf(t ir.Type) int {
	switch t := t.(type) {
	case *ir.IntegerType:
		if t.Width <= 64 {
			return int(t.Width)
		}
	case *ir.IndexType:
		return 64
	}
	return 0
}

// integer returns the binary operation of a Python expression in x and y, wrapped to the width. view is what
// the operands go through.
func integer(format string, view func(x string, width int) string) func(t ir.Type, x, y string) string {
	return func(t ir.Type, x, y string) string {
		width := widthOf(t)
		return fmt.Sprintf("wrap(%s, %d)", fmt.Sprintf(format, view(x, width), view(y, width)), width)
	}
}

func asIs(x string, _ int) string { return x }

func unsigned(x string, width int) string { return fmt.Sprintf("unsigned(%s, %d)", x, width) }

// signed is the view of a number of one bit, which is kept as 0 or 1, as 0 or -1.
func signed(x string, width int) string {
	if width == 1 {
		return "-" + x
	}
	return x
}

func float(format string) func(t ir.Type, x, y string) string {
	return func(t ir.Type, x, y string) string {
		s := fmt.Sprintf(format, x, y)
		if t.(*ir.FloatType).Width() == 32 {
			return "f32(" + s + ")"
		}
		return s
	}
}

// binaries are the operations on two numbers of one type.
var binaries = map[string]func(t ir.Type, x, y string) string{
	"arith.addi": integer("%s + %s", asIs), "arith.subi": integer("%s - %s", asIs),
	"arith.muli": integer("%s * %s", asIs), "arith.andi": integer("%s & %s", asIs),
	"arith.ori": integer("%s | %s", asIs), "arith.xori": integer("%s ^ %s", asIs),
	"arith.divsi": integer("quotient(%s, %s)", signed), "arith.divui": integer("%s // %s", unsigned),
	"arith.remsi": func(t ir.Type, x, y string) string {
		x, y = signed(x, widthOf(t)), signed(y, widthOf(t))
		return fmt.Sprintf("wrap(%s - quotient(%s, %s) * (%s), %d)", x, x, y, y, widthOf(t))
	},
	"arith.remui": integer("%s %% %s", unsigned), "arith.maxsi": integer("max(%s, %s)", signed),
	"arith.minsi": integer("min(%s, %s)", signed), "arith.maxui": integer("max(%s, %s)", unsigned),
	"arith.minui": integer("min(%s, %s)", unsigned),
	"arith.addf":  float("%s + %s"), "arith.subf": float("%s - %s"), "arith.mulf": float("%s * %s"),
	"arith.divf": float("fdiv(%s, %s)"),
}

// expression returns an operation with one result as Python, "" if it is none of these.
func (w *writer) expression(op *ir.Op) string {
	if op.NumResults() != 1 {
		return ""
	}
	t, x := op.Result(0).Type(), w.nameAll(op.Operands())
	for _, v := range append(op.Operands(), op.Result(0)) {
		if !isNumber(v.Type()) && op.Name() != "arith.select" {
			return ""
		}
	}
	if write := binaries[op.Name()]; write != nil {
		return write(t, x[0], x[1])
	}
	switch op.Name() {
	case "arith.constant":
		return constant(op.Attr("value"))
	case "arith.cmpi":
		return compareIntegers(arith.Predicate(op), x[0], x[1], widthOf(op.Operand(0).Type()))
	case "arith.cmpf":
		return compareFloats(arith.Predicate(op), x[0], x[1])
	case "arith.select":
		return fmt.Sprintf("%s if %s else %s", x[1], x[0], x[2])
	case "arith.extsi", "arith.trunci", "arith.index_cast":
		return fmt.Sprintf("wrap(%s, %d)", signed(x[0], widthOf(op.Operand(0).Type())), widthOf(t))
	case "arith.extui", "arith.index_castui":
		from := min(widthOf(op.Operand(0).Type()), widthOf(t))
		return fmt.Sprintf("wrap(%s, %d)", unsigned(x[0], from), widthOf(t))
	case "arith.negf":
		return "-" + x[0]
	case "arith.sitofp":
		return float("%s%s")(t, "float("+signed(x[0], widthOf(op.Operand(0).Type()))+")", "")
	case "arith.extf":
		return x[0]
	case "arith.truncf":
		return float("%s%s")(t, x[0], "")
	}
	return ""
}

func constant(a ir.Attr) string {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		if widthOf(a.Type) == 1 {
			return strconv.FormatInt(a.Value&1, 10)
		}
		return strconv.FormatInt(a.Value, 10)
	case *ir.FloatAttr:
		switch v := a.Float64(); {
		case math.IsNaN(v):
			return "math.nan"
		case math.IsInf(v, 0):
			return map[bool]string{true: "math.inf", false: "-math.inf"}[v > 0]
		default:
			return strconv.FormatFloat(v, 'g', -1, 64) +
				map[bool]string{true: ".0"}[v == math.Trunc(v) && math.Abs(v) < 1e15]
		}
	}
	return ""
}

// comparisons are the operators of the predicates of arith.cmpi: equality, then signed and unsigned ones.
var comparisons = []string{"==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">="}

func compareIntegers(predicate int64, x, y string, width int) string {
	view := signed
	if predicate >= 6 {
		view = unsigned
	}
	return fmt.Sprintf("int(%s %s %s)", view(x, width), comparisons[predicate], view(y, width))
}

// compareFloats writes the ordered predicates, and the unordered ones as their opposites.
func compareFloats(predicate int64, x, y string) string {
	ordered := []string{"==", ">", ">=", "<", "<="}
	numbers := fmt.Sprintf("not (math.isnan(%s) or math.isnan(%s))", x, y)
	switch {
	case predicate == 0 || predicate == 15:
		return map[bool]string{true: "1", false: "0"}[predicate == 15]
	case predicate <= 5:
		return fmt.Sprintf("int(%s %s %s)", x, ordered[predicate-1], y)
	case predicate == 6:
		return fmt.Sprintf("int(%s and %s != %s)", numbers, x, y)
	case predicate == 7:
		return fmt.Sprintf("int(%s)", numbers)
	case predicate <= 12:
		return fmt.Sprintf("int(not (%s) or %s %s %s)", numbers, x, ordered[predicate-8], y)
	case predicate == 13:
		return fmt.Sprintf("int(%s != %s)", x, y)
	}
	return fmt.Sprintf("int(not (%s))", numbers)
}
