package randarith

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// scratch is the type of the buffers that a loop may use in versions.
const scratch = "memref<16xi32, 3>"

// loop writes an annotated loop.
type loop struct {
	*generator
	subscripts []string // computed in the iteration, outside of regions
	filled     []string // local buffers that have been written
	statements int
	iv         number // of the loop itself, which has to be an index
}

// Loop returns a module with the function @f of three buffers and a number: an annotated loop whose
// statements compute elements from others, with subscripts that wrap around, through scratch buffers of which
// each iteration may need its own. The upper bound is a constant, or the number, or computed from that. The
// program is well defined when run in order. Whether its annotation is legal is not known.
func Loop(r *rand.Rand, constant bool) string {
	l := &loop{generator: &generator{r: r}, iv: number{"%i", "index", 64}}
	l.line("func.func @f(%%A: %s, %%B: %s, %%C: %s, %%n: index) {", array, array, array)
	l.numbers()
	l.line("%%S = memref.alloc() : %s", scratch)
	l.fill("%S", nil)
	end := l.header(constant)
	l.line("%%T = memref.alloc() : %s", scratch)
	for range 2 + r.IntN(3) {
		l.statement()
	}
	l.line("} {%s}\n%s", l.annotation(), end)
	l.line("return\n}")
	return l.b.String()
}

// array is the type of the buffers that the function is handed.
const array = "memref<16xi32>"

// header begins the loop, in another one or not, and returns what ends the latter.
func (l *loop) header(constant bool) (end string) {
	lower, step, trips := l.r.IntN(7)-3, 1+l.r.IntN(3), 1+l.r.IntN(18)
	if constant && l.one(4) {
		l.line("affine.for %%i = %d to %d step %d {", lower, lower+step*trips, step)
		return ""
	}
	if constant && l.one(4) { // up to the largest number
		lower = 1<<(l.iv.bits-1) - 1 - step*trips
	}
	low, by := l.emit("arith.constant %d : index", lower), l.emit("arith.constant %d : index", step)
	if l.one(4) {
		l.line("scf.for %%o = %%c0 to %%c%d step %%c1 {", 1+l.r.IntN(3))
		end = "}"
	}
	upper := l.emit("arith.constant %d : index", lower+step*trips)
	if !constant {
		upper = l.bound(number{"%n", "index", 64}).name
	}
	l.head("%i", low, upper, by, l.iv)
	return end
}

// bound computes a bound of the loop, if that is not the number itself: as a subscript is, or by a long
// chain.
func (l *loop) bound(n number) number {
	switch l.r.IntN(4) {
	case 0, 1:
		return n
	case 2:
		return number{l.subscript([]number{n}), "index", 64}
	}
	x := number{l.subscript([]number{n}), "index", 64}
	for range 5 + l.r.IntN(8) {
		op := l.pick("minsi", "maxsi", "addi", "subi", "muli", "minui", "divui")
		x.name = l.emit("arith.%s %s, %%c%d : index", op, x.name, 1+l.r.IntN(4))
	}
	return number{l.subscript([]number{x}), "index", 64}
}

// statement adds one: an element, or all elements of the local buffer.
func (l *loop) statement() {
	l.statements++
	if l.one(3) || l.statements == 1 && l.one(2) {
		l.line("pipeline.block {")
		l.fill("%T", []number{l.iv})
		l.line("}")
		l.filled = append(l.filled, "%T")
		return
	}
	known := slices.Clone(l.subscripts)
	ivs, end := l.region()
	value := l.value(ivs)
	to, at := l.pick("%B", "%C", "%C", "%S"), l.at(ivs)
	if end == "" && l.one(4) {
		end = l.condition()
	}
	l.line("memref.store %s, %s[%s] : %s", value, to, at, typeOf(to))
	if end != "" {
		l.line("%s", end)
		l.subscripts = known
	}
}

// region begins a block, with a loop in it, or nothing, and returns the variables of the loops around and
// what ends it.
func (l *loop) region() (ivs []number, end string) {
	if !l.one(3) {
		return []number{l.iv}, ""
	}
	l.line("pipeline.block {")
	if !l.one(2) {
		return []number{l.iv}, "}"
	}
	return []number{l.iv, l.loopOver("%j", 2+l.r.Int64N(3))}, "}\n}"
}

// condition begins a condition on a number of the iteration.
func (l *loop) condition() (end string) {
	p := l.pick("eq", "ne", "slt", "sge", "ult", "uge")
	c := l.emit("arith.cmpi %s, %s, %%c%d : index", p, l.at([]number{l.iv}), l.r.IntN(5))
	l.line("scf.if %s {", c)
	return "}"
}

// value adds up elements and the variable of the inner loop.
func (l *loop) value(ivs []number) string {
	sum := l.cast(ivs[len(ivs)-1], types[2]).name
	from := append([]string{"%A", "%A", "%B", "%C", "%S"}, l.filled...)
	for range 1 + l.r.IntN(2) {
		buffer := from[l.r.IntN(len(from))]
		x := l.emit("memref.load %s[%s] : %s", buffer, l.at(ivs), typeOf(buffer))
		sum = l.emit("arith.addi %s, %s : i32", sum, x)
	}
	return sum
}

// at returns a subscript: a new one, or one that the iteration has used.
func (l *loop) at(ivs []number) string {
	if n := len(l.subscripts); n > 0 && l.one(2) {
		return l.subscripts[l.r.IntN(n)]
	}
	s := l.subscript(ivs)
	l.subscripts = append(l.subscripts, s)
	return s
}

func typeOf(buffer string) string {
	if buffer == "%S" || buffer == "%T" {
		return scratch
	}
	return array
}

// fill writes all elements of a buffer from those of A, in an order that depends on the variables of the
// loops around.
func (l *loop) fill(buffer string, of []number) {
	e := l.emit("arith.constant %d : index", 1+2*l.r.IntN(4))
	shift := "%c0"
	if len(of) > 0 {
		shift = l.subscript(of)
	}
	l.line("scf.for %%e = %%c0 to %%elements step %%c1 {")
	at := l.emit("arith.addi %s, %s : index", l.emit("arith.muli %%e, %s : index", e), shift)
	at = l.emit("arith.andi %s, %%last : index", at)
	x := l.emit("memref.load %%A[%%e] : %s", array)
	l.line("memref.store %s, %s[%s] : %s\n}", x, buffer, at, scratch)
}

// annotation gives the statements stages that do not fall, an order that is the one of the text in most
// cases, and makes some stages asynchronous.
func (l *loop) annotation() string {
	stages, order := make([]int, l.statements), l.r.Perm(l.statements)
	for i := 1; i < len(stages); i++ {
		stages[i] = min(stages[i-1]+l.r.IntN(2), 3)
	}
	if !l.one(3) {
		slices.Sort(order)
	}
	var async []int
	for s := range stages[len(stages)-1] + 1 {
		if l.one(2) {
			async = append(async, s)
		}
	}
	return fmt.Sprintf("software_pipeline_stage = %s, software_pipeline_order = %s, "+
		"software_pipeline_async_stages = %s", list(stages), list(order), list(async))
}

func list(n []int) string { return strings.ReplaceAll(fmt.Sprint(n), " ", ", ") }
