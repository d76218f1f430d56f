package exec

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// assignDims gives the extents and arguments that Dims names their sizes.
func (a *arguments) assignDims() error {
	a.scalars = map[*ir.Value]int64{}
	for _, name := range sortedKeys(a.in.Dims) {
		found, err := a.assignDim(name, a.in.Dims[name])
		if err != nil {
			return err
		}
		if !found {
			return diag.Errorf(codeDim, a.fn.Span(), "'@%s' has no dynamic extent '%s'", a.fn.SymbolName(),
				name).
				Suggest("%s", a.suggestDims())
		}
	}
	return nil
}

func (a *arguments) assignDim(name string, n int64) (found bool, err error) {
	if v := a.find(name); v != nil {
		return a.assignArgument(v, n)
	}
	if base, dim, ok := strings.Cut(name, "."); ok {
		d, err := strconv.Atoi(dim)
		if v := a.find(base); v != nil && err == nil && slices.Contains(dynamicDims(v), d) {
			return true, a.chooseExtent(v, d, n)
		}
	}
	return a.assignQuery(name, n)
}

// chooseExtent sets an extent. It returns an error if the extent is set to another size already.
func (a *arguments) chooseExtent(v *ir.Value, d int, n int64) error {
	if given, ok := a.extents[v][d]; ok && given != n {
		return diag.Errorf(codeDim, a.fn.Span(),
			"dimension %d of argument '%s' has both the extents %d and %d",
			d, ArgumentName(v), given,
			n).Suggest("leave --dim out where a file or another --dim gives the extent")
	}
	a.setExtent(v, d, n)
	return nil
}

// assignArgument handles the name of an index argument, or of a memref with one dynamic extent.
func (a *arguments) assignArgument(v *ir.Value, n int64) (found bool, err error) {
	switch v.Type().(type) {
	case *ir.IndexType, *ir.IntegerType:
		if _, given := a.in.Args[ArgumentName(v)]; given {
			return true, diag.Errorf(codeDim, a.fn.Span(), "argument '%s' is given twice", ArgumentName(v)).
				Suggest("leave out --arg or --dim")
		}
		a.scalars[v] = n
		return true, nil
	}
	if dims := dynamicDims(v); len(dims) == 1 {
		return true, a.chooseExtent(v, dims[0], n)
	}
	return false, nil
}

// assignQuery handles the name of the result of a memref.dim of an argument.
func (a *arguments) assignQuery(name string, n int64) (found bool, err error) {
	for _, op := range a.fn.Find(memref.Dim) {
		v := op.Operand(0)
		d, constant := ir.ConstInt(op.Operand(1))
		if op.Result(0).Name() == name && constant && slices.Contains(dynamicDims(v), int(d)) &&
			slices.Contains(a.params(), v) {
			if err := a.chooseExtent(v, int(d), n); err != nil {
				return true, err
			}
			found = true
		}
	}
	return found, nil
}

// dynamicDims returns the dimensions of a memref with dynamic extents.
func dynamicDims(v *ir.Value) []int {
	t, ok := v.Type().(*ir.MemRefType)
	if !ok || !t.Ranked {
		return nil
	}
	var dims []int
	for d, n := range t.Shape {
		if n == ir.Dynamic {
			dims = append(dims, d)
		}
	}
	return dims
}

// extent returns the extent of dimension d of an argument.
func (a *arguments) extent(v *ir.Value, d int) int64 {
	if n, ok := a.extents[v][d]; ok {
		return n
	}
	return a.common
}

// defaultExtent returns the size of the extents that nothing determines. It is the same for all of them, and
// large enough for the given extents.
func (a *arguments) defaultExtent() int64 {
	n := int64(-1)
	for _, given := range a.in.Dims {
		n = max(n, given)
	}
	for v := range a.extents {
		for _, d := range dynamicDims(v) {
			n = max(n, a.extents[v][d])
		}
	}
	if n < 0 {
		return DefaultExtent
	}
	return n
}

func (a *arguments) suggestDims() string {
	var names []string
	for _, v := range a.params() {
		if _, ok := v.Type().(*ir.IndexType); ok {
			names = append(names, ArgumentName(v))
		}
		for _, d := range dynamicDims(v) {
			names = append(names, ArgumentName(v)+"."+strconv.Itoa(d))
		}
	}
	for _, op := range a.fn.Find(memref.Dim) {
		if slices.Contains(a.params(), op.Operand(0)) && op.Result(0).Name() != "" {
			names = append(names, op.Result(0).Name())
		}
	}
	if len(names) == 0 {
		return "all extents of this function are constant"
	}
	return "its dynamic extents are: " + strings.Join(names, ", ")
}
