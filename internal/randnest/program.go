package randnest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// buffers are the arguments of every program, by the type of their elements; every dimension has 40, more
// than any subscript.
var buffers = map[string][]string{
	"f32": {"a", "b", "c"}, "f64": {"d", "e"}, "i32": {"p", "q"}, "i8": {"u"},
}

// Signature is the argument list of every program.
const Signature = "%a: memref<40x40xf32>, %b: memref<40x40xf32>, %c: memref<40x40xf32>, %d: " +
	"memref<40x40xf64>, %e: memref<40x40xf64>, " +
	"%p: memref<40x40xi32>, %q: memref<40x40xi32>, %u: memref<40x40xi8>, %n: index"

// nest writes one nest.
type nest struct {
	r     *rand.Rand
	out   strings.Builder
	next  int
	typ   string
	loops []string // variables of the loops around
	max   []int    // their greatest values
}

// Program returns a function @main with a few random nests of affine loops.
func Program(r *rand.Rand) string {
	var out strings.Builder
	for range 1 + r.IntN(2) {
		n := &nest{r: r, typ: []string{"f32", "f32", "f32", "f64", "i32", "i8"}[r.IntN(6)]}
		n.next = r.IntN(1 << 20) // values of other nests have other names
		n.make()
		out.WriteString(n.out.String())
	}
	return fmt.Sprintf("func.func @main(%s) {\n%s  return\n}\n", Signature, out.String())
}

func (n *nest) make() {
	switch n.r.IntN(7) {
	case 3:
		n.window()
	case 0:
		n.product()
	case 1:
		n.carried()
	case 2:
		n.starting()
	default:
		n.open(1 + n.r.IntN(3))
		for range 1 + n.r.IntN(3) {
			n.statement()
		}
		n.close(len(n.loops))
	}
}

func (n *nest) line(format string, args ...any) {
	fmt.Fprintf(&n.out, "%s"+format+"\n", append([]any{strings.Repeat("  ", len(n.loops)+1)}, args...)...)
}

func (n *nest) fresh() string {
	n.next++
	return fmt.Sprintf("%%v%d", n.next)
}

// open starts loops.
func (n *nest) open(depth int) {
	for range depth {
		iv := n.fresh() + "i"
		lower, upper, most := n.bounds()
		n.line("affine.for %s = %s to %s {", iv, lower, upper)
		n.loops, n.max = append(n.loops, iv), append(n.max, most)
	}
}

func (n *nest) close(depth int) {
	for range depth {
		n.loops, n.max = n.loops[:len(n.loops)-1], n.max[:len(n.max)-1]
		n.line("}")
	}
}

// bounds returns those of a loop, and its greatest variable.
func (n *nest) bounds() (lower, upper string, most int) {
	low, high := n.r.IntN(3), 1+n.r.IntN(18)
	switch n.r.IntN(6) {
	case 0: // n is at most 19
		return fmt.Sprint(low), "%n", 18
	case 1:
		return fmt.Sprint(low), fmt.Sprintf("min affine_map<()[s0] -> (s0 + 1, %d)>()[%%n]", high), high - 1
	case 2:
		return "max affine_map<()[s0] -> (0, s0 - 9)>()[%n]", fmt.Sprint(high), high - 1
	}
	return fmt.Sprint(low), fmt.Sprint(high), high - 1
}

// subscript returns a random one that is in bounds.
func (n *nest) subscript() string {
	i := n.r.IntN(len(n.loops))
	switch n.r.IntN(10) {
	case 0:
		return fmt.Sprint(n.r.IntN(4))
	case 1:
		return n.loops[i] + " * 2"
	case 2:
		return fmt.Sprintf("%s + %d", n.loops[i], 1+n.r.IntN(2))
	case 3:
		k := n.r.IntN(len(n.loops))
		return n.loops[i] + " + " + n.loops[k]
	}
	return n.loops[i]
}

// place returns an element; mostly the last subscript is the innermost variable.
func (n *nest) place() string {
	last := n.loops[len(n.loops)-1]
	if n.r.IntN(3) == 0 {
		last = n.subscript()
	}
	return fmt.Sprintf("[%s, %s]", n.subscript(), last)
}

func (n *nest) buffer() string { return buffers[n.typ][n.r.IntN(len(buffers[n.typ]))] }

func (n *nest) memory() string { return "memref<40x40x" + n.typ + ">" }

func (n *nest) load(buffer, place string) string {
	v := n.fresh()
	n.line("%s = affine.load %%%s%s : %s", v, buffer, place, n.memory())
	return v
}

func (n *nest) store(v, buffer, place string) {
	n.line("affine.store %s, %%%s%s : %s", v, buffer, place, n.memory())
}

var operations = map[bool][]string{
	true:  {"arith.addf", "arith.mulf", "arith.subf", "arith.maximumf", "arith.divf"},
	false: {"arith.addi", "arith.muli", "arith.subi", "arith.maxsi", "arith.xori"},
}

func (n *nest) isFloat() bool { return n.typ[0] == 'f' }

// combine computes something of values.
func (n *nest) combine(values []string) string {
	for range 1 + n.r.IntN(3) {
		x, y := values[n.r.IntN(len(values))], values[n.r.IntN(len(values))]
		v := n.fresh()
		switch n.r.IntN(9) {
		case 0:
			n.choose(v, x, y)
		case 1:
			n.variable(v)
		case 2:
			n.iterate(v, x, y)
		default:
			ops := operations[n.isFloat()]
			n.line("%s = %s %s, %s : %s", v, ops[n.r.IntN(len(ops))], x, y, n.typ)
		}
		values = append(values, v)
	}
	return values[len(values)-1]
}

// iterate changes a value until it passes another one, or so many times, and takes what it has become and the
// number of times.
func (n *nest) iterate(v, x, y string) {
	compare := "arith.cmpi slt"
	if n.isFloat() {
		compare = "arith.cmpf olt"
	}
	w, zero, one, most := n.fresh(), n.fresh(), n.fresh(), n.fresh()
	ops := operations[n.isFloat()]
	n.line("%s = arith.constant 0 : i8", zero)
	n.line("%s = arith.constant 1 : i8", one)
	n.line("%s = arith.constant %d : i8", most, n.r.IntN(6))
	n.line("%s:2 = scf.while (%sk = %s, %sx = %s) : (i8, %s) -> (i8, %s) {", w, w, zero, w, x, n.typ, n.typ)
	n.line("  %sl = %s, %sx, %s : %s", w, compare, w, y, n.typ)
	n.line("  %sm = arith.cmpi ult, %sk, %s : i8", w, w, most)
	n.line("  %sg = arith.andi %sl, %sm : i1", w, w, w)
	n.line("  scf.condition(%sg) %sk, %sx : i8, %s", w, w, w, n.typ)
	n.line("} do {")
	n.line("^bb0(%sp: i8, %sq: %s):", w, w, n.typ)
	n.line("  %sn = %s %sq, %s : %s", w, ops[n.r.IntN(4)], w, y, n.typ)
	n.line("  %so = arith.addi %sp, %s : i8", w, w, one)
	n.line("  scf.yield %so, %sn : i8, %s", w, w, n.typ)
	n.line("}")
	count := w + "#0"
	switch {
	case n.isFloat():
		n.line("%sc = arith.sitofp %s : i8 to %s", w, count, n.typ)
		count = w + "c"
	case n.typ != "i8":
		n.line("%sc = arith.extsi %s : i8 to %s", w, count, n.typ)
		count = w + "c"
	}
	n.line("%s = %s %s, %s#1 : %s", v, ops[0], count, w, n.typ)
}

// agree takes one of two values with a condition on which all iterations agree, in which a number is made of
// a loop's variable.
func (n *nest) agree(v, x string) {
	c, limit := n.fresh(), n.fresh()
	n.line("%s = arith.constant %d : index", limit, n.r.IntN(19))
	n.line("%s = arith.cmpi slt, %%n, %s : index", c, limit)
	n.line("%s = scf.if %s -> %s {", v, c, n.typ)
	w := n.fresh()
	n.variable(w)
	n.line("  scf.yield %s : %s", w, n.typ)
	n.line("} else {")
	n.line("  scf.yield %s : %s", x, n.typ)
	n.line("}")
}

// choose takes one of two values, with a choice or a condition.
func (n *nest) choose(v, x, y string) {
	if n.r.IntN(3) == 0 {
		n.agree(v, x)
		return
	}
	compare := "arith.cmpi slt"
	if n.isFloat() {
		compare = "arith.cmpf olt"
	}
	c := n.fresh()
	n.line("%s = %s, %s, %s : %s", c, compare, x, y, n.typ)
	if n.r.IntN(2) == 0 {
		n.line("%s = arith.select %s, %s, %s : %s", v, c, x, y, n.typ)
		return
	}
	ops := operations[n.isFloat()]
	n.line("%s = scf.if %s -> %s {", v, c, n.typ)
	w := n.fresh()
	n.line("  %s = %s %s, %s : %s", w, ops[n.r.IntN(3)], x, y, n.typ)
	n.line("  scf.yield %s : %s", w, n.typ)
	n.line("} else {")
	n.line("  scf.yield %s : %s", x, n.typ)
	n.line("}")
}

// variable makes a number of a loop's variable.
func (n *nest) variable(v string) {
	iv := n.loops[n.r.IntN(len(n.loops))]
	if n.r.IntN(2) == 0 {
		w := n.fresh()
		n.line("%s = affine.apply affine_map<(d0) -> (d0 * 3 + 1)>(%s)", w, iv)
		iv = w
	}
	if !n.isFloat() {
		n.line("%s = arith.index_cast %s : index to %s", v, iv, n.typ)
		return
	}
	w := n.fresh()
	n.line("%s = arith.index_cast %s : index to i32", w, iv)
	n.line("%s = arith.sitofp %s : i32 to %s", v, w, n.typ)
}

// statement loads, computes and stores.
func (n *nest) statement() {
	var values []string
	for range 1 + n.r.IntN(3) {
		values = append(values, n.load(n.buffer(), n.place()))
	}
	n.store(n.combine(values), n.buffer(), n.place())
}

// product is a sum of products with its loops in any order, into memory, with subscripts in any order.
func (n *nest) product() {
	n.open(3)
	v := slices.Clone(n.loops)
	n.r.Shuffle(3, func(i, k int) { v[i], v[k] = v[k], v[i] })
	at := func(x, y string) string {
		if n.r.IntN(4) == 0 {
			x, y = y, x
		}
		return fmt.Sprintf("[%s, %s]", x, y)
	}
	names := buffers[n.typ]
	to := fmt.Sprintf("[%s, %s]", v[0], v[1])
	a := n.load(names[0], at(v[0], v[2]))
	b := n.load(names[len(names)/2], at(v[2], v[1]))
	c := n.load(names[len(names)-1], to)
	ops := operations[n.isFloat()]
	p, s := n.fresh(), n.fresh()
	n.line("%s = %s %s, %s : %s", p, ops[1], a, b, n.typ)
	n.line("%s = %s %s, %s : %s", s, ops[0], c, p, n.typ)
	n.store(s, names[len(names)-1], to)
	n.close(3)
}

// window is a sum over a small window, in its two loops.
func (n *nest) window() {
	n.open(1 + n.r.IntN(2))
	i, j := n.loops[0], n.loops[len(n.loops)-1]
	to := fmt.Sprintf("[%s, %s]", i, j)
	names := buffers[n.typ]
	var offsets [2]string
	for k := range offsets {
		offsets[k] = n.fresh() + "i"
		n.line("affine.for %s = 0 to %d {", offsets[k], 1+n.r.IntN(3))
		n.loops, n.max = append(n.loops, offsets[k]), append(n.max, 2)
	}
	x := n.load(names[0], fmt.Sprintf("[%s + %s, %s + %s]", i, offsets[0], j, offsets[1]))
	w := n.load(names[len(names)/2], fmt.Sprintf("[%s, %s]", offsets[0], offsets[1]))
	old := n.load(names[len(names)-1], to)
	p, sum := n.fresh(), n.fresh()
	n.line("%s = %s %s, %s : %s", p, operations[n.isFloat()][1], x, w, n.typ)
	n.line("%s = %s %s, %s : %s", sum, operations[n.isFloat()][0], old, p, n.typ)
	n.store(sum, names[len(names)-1], to)
	n.close(len(n.loops))
}

// carried is a loop that carries a number, in loops, which stores it.
func (n *nest) carried() {
	n.open(1 + n.r.IntN(2))
	names := buffers[n.typ]
	place := n.place()
	init := n.load(names[0], n.place())
	iv, sum, arg := n.fresh()+"i", n.fresh(), n.fresh()
	lower, upper, most := n.bounds()
	n.line("%s = affine.for %s = %s to %s iter_args(%s = %s) -> %s {", sum, iv, lower, upper, arg, init,
		n.typ)
	n.loops, n.max = append(n.loops, iv), append(n.max, most)
	x := n.combine([]string{n.load(n.buffer(), n.place()), n.load(n.buffer(), n.place())})
	ops := operations[n.isFloat()]
	next := n.fresh()
	n.line("%s = %s %s, %s : %s", next, ops[n.r.IntN(4)], arg, x, n.typ)
	n.line("affine.yield %s : %s", next, n.typ)
	n.close(1)
	n.store(sum, names[len(names)-1], place)
	n.close(len(n.loops))
}

// starting is a sum that starts in the first iteration of its loop.
func (n *nest) starting() {
	n.open(1 + n.r.IntN(2))
	to := fmt.Sprintf("[%s, %s]", n.loops[0], n.loops[len(n.loops)-1])
	names := buffers[n.typ]
	iv, first, zero, test := n.fresh()+"i", n.r.IntN(2), n.fresh(), n.fresh()
	n.line("affine.for %s = %d to %d {", iv, first, first+1+n.r.IntN(9))
	n.loops, n.max = append(n.loops, iv), append(n.max, 11)
	n.line("%s = arith.constant %d : index", zero, first)
	n.line("%s = arith.cmpi eq, %s, %s : index", test, iv, zero)
	n.line("scf.if %s {", test)
	value := n.fresh()
	number := "1"
	if n.isFloat() {
		number = "1.25"
	}
	n.line("  %s = arith.constant %s : %s", value, number, n.typ)
	n.line("  affine.store %s, %%%s%s : %s", value, names[0], to, n.memory())
	n.line("}")
	old := n.load(names[0], to)
	x := n.combine([]string{n.load(names[len(names)-1], n.place()), n.load(names[len(names)-1], n.place())})
	sum := n.fresh()
	n.line("%s = %s %s, %s : %s", sum, operations[n.isFloat()][0], old, x, n.typ)
	n.store(sum, names[0], to)
	n.close(len(n.loops))
}
