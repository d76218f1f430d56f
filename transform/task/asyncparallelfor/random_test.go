package asyncparallelfor_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// slots is how many iterations of a dimension have elements of their own.
const slots = 5

// nest is a random parallel loop: its text, and the values of its arguments.
type nest struct {
	b       strings.Builder
	r       *rand.Rand
	args    []int64 // bounds that are known at run time only
	next    int
	dims    int  // of all loops
	inexact bool // sums of fractions, whose value depends on the order
}

// reductions are the combinations of two values, by the type: all associative, on numbers that are exact. The
// last two of the integers are not commutative, or have no neutral element that the pass knows.
var reductions = map[string][]string{
	"i64": {
		"%r = arith.addi %x, %y : i64", "%r = arith.muli %x, %y : i64", "%r = arith.maxsi %x, %y : i64",
		"%r = arith.minui %x, %y : i64", "%r = arith.xori %x, %y : i64", "%r = arith.andi %x, %y : i64",
		"%z = arith.constant 0 : i64\n%p = arith.cmpi eq, %y, %z : i64\n%r = arith.select %p, %x, %y : i64",
		"%p = arith.cmpi ult, %x, %y : i64\n%r = arith.select %p, %x, %y : i64",
	},
	"f64": {
		"%r = arith.addf %x, %y : f64", "%r = arith.maximumf %x, %y : f64", "%r = arith.minnumf %x, %y : f64",
		"%p = arith.cmpf olt, %x, %y : f64\n%r = arith.select %p, %x, %y : f64",
	},
	"i8":    {"%r = arith.minsi %x, %y : i8", "%r = arith.addi %x, %y : i8", "%r = arith.maxui %x, %y : i8"},
	"index": {"%r = arith.addi %x, %y : index", "%r = arith.minsi %x, %y : index"},
}

func (n *nest) line(format string, args ...any) { fmt.Fprintf(&n.b, format+"\n", args...) }

func (n *nest) fresh(prefix string) string {
	n.next++
	return fmt.Sprintf("%%%s%d", prefix, n.next)
}

// bound makes a value of type index, a constant or an argument.
func (n *nest) bound(v int64) string {
	if n.r.IntN(2) == 0 {
		name := n.fresh("c")
		n.line("%s = arith.constant %d : index", name, v)
		return name
	}
	n.args = append(n.args, v)
	return fmt.Sprintf("%%arg%d", len(n.args)-1)
}

// program returns a function @main of memory and bounds, with a parallel loop or two whose iterations change
// elements of their own and reduce values.
func (n *nest) program() string {
	results := n.loops()
	body := n.b.String()
	params := []string{"%m: memref<4x625xi64>", "%sum: memref<8xf64>"}
	for i := range n.args {
		params = append(params, fmt.Sprintf("%%arg%d: index", i))
	}
	return fmt.Sprintf("func.func @main(%s) {\n%s%sreturn\n}\n", strings.Join(params, ", "), body, results)
}

// loops makes the loops of a program, and returns code that keeps what they reduce.
func (n *nest) loops() string {
	n.line("%%k0 = arith.constant 0 : index\n%%k1 = arith.constant 1 : index")
	var keep strings.Builder
	if n.r.IntN(4) == 0 { // in a sequential loop
		n.line("%%k2 = arith.constant 2 : index\nscf.for %%turn = %%k0 to %%k2 step %%k1 {")
		n.loop(0, 1+n.r.IntN(3), "%k0")
		n.line("}")
		return ""
	}
	for k, v := range n.loop(0, 1+n.r.IntN(4), "%k0") {
		at := n.fresh("c")
		fmt.Fprintf(&keep, "%s = arith.constant %d : index\n", at, k)
		name := v.name
		switch v.typ {
		case "index":
			fmt.Fprintf(&keep,
				"%si = arith.index_cast %s : index to i64\n%sf = arith.sitofp %si : i64 to f64\n", at, name,
				at, at)
			name = at + "f"
		case "f64":
		default:
			fmt.Fprintf(&keep, "%sf = arith.sitofp %s : %s to f64\n", at, name, v.typ)
			name = at + "f"
		}
		fmt.Fprintf(&keep, "memref.store %s, %%sum[%s] : memref<8xf64>\n", name, at)
	}
	return keep.String()
}

type typed struct{ name, typ string }

// loop makes a parallel loop of some dimensions and returns what it reduces. at is the position of the
// iterations around it.
func (n *nest) loop(depth, dims int, at string) []typed {
	var ivs, lower, upper, step []string
	for range dims {
		l, s, trips := int64(n.r.IntN(7)-3), int64(1+n.r.IntN(3)), int64(n.r.IntN(slots+1))
		if n.r.IntN(12) == 0 {
			trips = -int64(n.r.IntN(3))
		}
		u := l + trips*s - int64(n.r.IntN(int(s)))
		ivs, lower = append(ivs, n.fresh("i")), append(lower, n.bound(l))
		upper, step = append(upper, n.bound(u)), append(step, n.bound(s))
	}
	join := func(vs []string) string { return strings.Join(vs, ", ") }
	kinds := n.kinds()
	if len(kinds) == 0 && n.r.IntN(4) == 0 {
		n.line("scf.forall (%s) = (%s) to (%s) step (%s) {", join(ivs), join(lower), join(upper), join(step))
		n.body(depth, ivs, lower, step, at)
		n.line("}")
		return nil
	}
	head := fmt.Sprintf("scf.parallel (%s) = (%s) to (%s) step (%s)", join(ivs), join(lower), join(upper),
		join(step))
	if len(kinds) == 0 {
		n.line("%s {", head)
		n.body(depth, ivs, lower, step, at)
		n.line("}")
		return nil
	}
	return n.reduced(head, kinds, func() string { return n.body(depth, ivs, lower, step, at) })
}

// kinds chooses what a loop reduces.
func (n *nest) kinds() []typed {
	var kinds []typed
	for range max(n.r.IntN(5)-2, 0) {
		typ := []string{"i64", "i64", "f64", "i8", "index"}[n.r.IntN(5)]
		if n.inexact {
			typ = "f64"
		}
		list := reductions[typ]
		how := list[n.r.IntN(len(list))]
		if n.inexact {
			how = list[0]
		}
		kinds = append(kinds, typed{how, typ})
	}
	return kinds
}

// reduced makes a loop with reductions.
func (n *nest) reduced(head string, kinds []typed, body func() string) []typed {
	var inits, types, values []string
	for _, k := range kinds {
		init := n.fresh("init")
		value := fmt.Sprint(n.r.IntN(50))
		if k.typ == "f64" {
			value += ".0"
		}
		n.line("%s = arith.constant %s : %s", init, value, k.typ)
		inits, types = append(inits, init), append(types, k.typ)
	}
	result := n.fresh("result")
	n.line("%s:%d = %s init (%s) -> (%s) {", result, len(kinds), head, strings.Join(inits, ", "),
		strings.Join(types, ", "))
	value := body()
	for _, k := range kinds {
		values = append(values, n.convert(value, k.typ))
	}
	n.line("scf.reduce(%s : %s) {", strings.Join(values, ", "), strings.Join(types, ", "))
	var out []typed
	for i, k := range kinds {
		if i > 0 {
			n.line("}, {")
		}
		n.line("^bb0(%%x: %s, %%y: %s):\n%s\nscf.reduce.return %%r : %s", k.typ, k.typ, k.name, k.typ)
		out = append(out, typed{fmt.Sprintf("%s#%d", result, i), k.typ})
	}
	n.line("}\n}")
	return out
}

// convert makes a value of a type of an integer that is not large.
func (n *nest) convert(value, typ string) string {
	v := n.fresh("v")
	switch typ {
	case "i64":
		return value
	case "i8":
		n.line("%s = arith.trunci %s : i64 to i8", v, value)
	case "index":
		n.line("%s = arith.index_cast %s : i64 to index", v, value)
	case "f64":
		n.line("%s = arith.sitofp %s : i64 to f64", v, value)
		if n.inexact {
			n.line("%st = arith.constant 7.0 : f64\n%sq = arith.divf %s, %st : f64", v, v, v, v)
			v += "q"
		}
	}
	return v
}

// body makes the code of an iteration, which changes the element of its position, and returns a value that
// depends on it.
func (n *nest) body(depth int, ivs, lower, step []string, at string) string {
	size := n.fresh("size")
	n.line("%s = arith.constant %d : index", size, slots)
	for d, iv := range ivs {
		v := n.fresh("p")
		n.line("%sd = arith.subi %s, %s : index\n%sn = arith.divui %sd, %s : index", v, iv, lower[d], v, v,
			step[d])
		n.line("%ss = arith.muli %s, %s : index\n%s = arith.addi %ss, %sn : index", v, at, size, v, v, v)
		at = v
	}
	plane := n.fresh("plane")
	n.line("%s = arith.constant %d : index", plane, depth)
	v := n.fresh("old")
	n.line("%s = memref.load %%m[%s, %s] : memref<4x625xi64>", v, plane, at)
	n.line("%st = arith.constant 3 : i64\n%sm = arith.muli %s, %st : i64", v, v, v, v)
	n.line("%si = arith.index_cast %s : index to i64\n%sn = arith.addi %sm, %si : i64", v, ivs[0], v, v, v)
	n.line("memref.store %sn, %%m[%s, %s] : memref<4x625xi64>", v, plane, at)
	if n.dims += len(ivs); n.dims < 4 && n.r.IntN(3) == 0 {
		for _, inner := range n.loop(depth+1, 1+n.r.IntN(4-n.dims), at) {
			if inner.typ == "i64" {
				n.line("%ss = arith.xori %sn, %s : i64", v, v, inner.name)
				return v + "s"
			}
		}
	}
	return v + "n"
}
