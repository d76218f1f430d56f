package convertlinalgtoloops_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// operation is a random structured operation, as text.
type operation struct {
	r       *rand.Rand
	extents []int
	reduced []bool
	sums    bool // subscripts that are sums, where no loop is empty
	dynamic bool
	casts   strings.Builder
	body    strings.Builder
	values  []string
	next    int
}

// program returns a function @main with one random linalg.generic on memory: loops of every kind, in any
// order, subscripts that leave loops out, permute them, and add multiples of them, several outputs, scalars,
// extents known or not.
func program(r *rand.Rand) string {
	o := &operation{r: r}
	for range 1 + r.IntN(4) {
		o.extents, o.reduced = append(o.extents, 1+r.IntN(4)), append(o.reduced, r.IntN(3) == 0)
	}
	if o.sums = r.IntN(5) > 0; !o.sums {
		o.extents[r.IntN(len(o.extents))] = 0
	}
	o.dynamic = r.IntN(2) == 0
	var maps, params, ins, inTypes, outs, outTypes, blockArgs []string
	for i := range 1 + r.IntN(3) { // of the outputs; every loop that is not reduced is a subscript
		m, t := o.operand(o.kept(), false)
		params = append(params, fmt.Sprintf("%%o%d: %s", i, t))
		name, t := o.cast(fmt.Sprintf("%%o%d", i), t)
		maps, outs, outTypes = append(maps, m), append(outs, name), append(outTypes, t)
		o.values = append(o.values, fmt.Sprintf("%%y%d", i))
	}
	var inMaps []string
	for i := range 1 + r.IntN(3) {
		loops := r.Perm(len(o.extents))
		if i > 0 { // the first input has every loop as a subscript
			loops = loops[:r.IntN(len(loops)+1)]
		}
		m, t := o.operand(loops, i > 0 && o.sums)
		params = append(params, fmt.Sprintf("%%i%d: %s", i, t))
		name, t := o.cast(fmt.Sprintf("%%i%d", i), t)
		inMaps, ins, inTypes = append(inMaps, m), append(ins, name), append(inTypes, t)
		o.values = append(o.values, fmt.Sprintf("%%x%d", i))
		blockArgs = append(blockArgs, fmt.Sprintf("%%x%d: i32", i))
	}
	if r.IntN(3) == 0 {
		inMaps, inTypes = append(inMaps, o.mapOf(nil)), append(inTypes, "i32")
		ins, params = append(ins, "%s"), append(params, "%s: i32")
		o.values, blockArgs = append(o.values, "%xs"), append(blockArgs, "%xs: i32")
	}
	for i := range outs {
		blockArgs = append(blockArgs, fmt.Sprintf("%%y%d: i32", i))
	}
	yields := make([]string, len(outs))
	for i := range yields {
		yields[i] = o.expression()
	}
	types := slices.Repeat([]string{"i32"}, len(yields))
	join := func(l []string) string { return strings.Join(l, ", ") }
	return fmt.Sprintf(`func.func @main(%s) {
%s  linalg.generic {indexing_maps = [%s], iterator_types = [%s]} ins(%s : %s) outs(%s : %s) {
  ^bb0(%s):
%s    linalg.yield %s : %s
  }
  return
}
`, join(params), o.casts.String(), join(append(inMaps, maps...)), o.iterators(), join(ins), join(inTypes),
		join(outs), join(outTypes),
		join(blockArgs), o.body.String(), join(yields), join(types))
}

// kept returns the loops that are not reduced, in any order.
func (o *operation) kept() []int {
	var loops []int
	for _, d := range o.r.Perm(len(o.extents)) {
		if !o.reduced[d] {
			loops = append(loops, d)
		}
	}
	return loops
}

func (o *operation) iterators() string {
	var words []string
	for _, r := range o.reduced {
		words = append(words, map[bool]string{true: `"reduction"`, false: `"parallel"`}[r])
	}
	return strings.Join(words, ", ")
}

// operand makes a map to subscripts, one for each of the given loops, and the type of memory that they fit
// into. With sums, subscripts may be sums of multiples.
func (o *operation) operand(loops []int, sums bool) (text, typ string) {
	var words, extents []string
	for _, d := range loops {
		word, size := fmt.Sprintf("d%d", d), o.extents[d]
		if sums && o.r.IntN(2) == 0 {
			e, k, c := o.r.IntN(len(o.extents)), 1+o.r.IntN(3), o.r.IntN(2)
			word += fmt.Sprintf(" * %d + d%d + %d", k, e, c)
			size = (o.extents[d]-1)*k + o.extents[e] + c
		}
		words, extents = append(words, word), append(extents, fmt.Sprintf("%dx", size))
	}
	return o.mapOf(words), "memref<" + strings.Join(extents, "") + "i32>"
}

// cast hides the extents of memory, if the program is to have dynamic ones.
func (o *operation) cast(name, typ string) (newName, newType string) {
	if !o.dynamic {
		return name, typ
	}
	newType = regexp.MustCompile(`\d+x`).ReplaceAllString(typ, "?x")
	fmt.Fprintf(&o.casts, "  %sd = memref.cast %s : %s to %s\n", name, name, typ, newType)
	return name + "d", newType
}

func (o *operation) mapOf(words []string) string {
	var dims []string
	for d := range o.extents {
		dims = append(dims, fmt.Sprintf("d%d", d))
	}
	return fmt.Sprintf("affine_map<(%s) -> (%s)>", strings.Join(dims, ", "), strings.Join(words, ", "))
}

// expression makes operations on elements and iterations.
func (o *operation) expression() string {
	v := o.values[o.r.IntN(len(o.values))]
	for range o.r.IntN(4) {
		w := o.values[o.r.IntN(len(o.values))]
		if o.r.IntN(3) == 0 {
			i := o.fresh()
			fmt.Fprintf(&o.body,
				"    %si = linalg.index %d : index\n    %s = arith.index_cast %si : index to i32\n", i,
				o.r.IntN(len(o.extents)), i, i)
			w = i
		}
		v = o.line([]string{"arith.addi", "arith.muli", "arith.subi"}[o.r.IntN(3)], v, w)
	}
	return v
}

func (o *operation) fresh() string {
	o.next++
	return fmt.Sprintf("%%v%d", o.next)
}

func (o *operation) line(op, x, y string) string {
	v := o.fresh()
	fmt.Fprintf(&o.body, "    %s = %s %s, %s : i32\n", v, op, x, y)
	return v
}
