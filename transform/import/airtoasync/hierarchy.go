package airtoasync

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/air"
	"github.com/inflight-compiler/inflight/ir"
)

// hierarchy executes a launch, a segment or a herd: a thread for each index.
func (x *expander) hierarchy(op *ir.Op) error {
	sizes, err := x.sizes(op)
	if err != nil {
		return err
	}
	for i, arg := range air.OperandArgs(op) {
		from := air.Operands(op)[i]
		x.values.Map(arg, x.lookup(from))
		x.tokens[arg] = x.tokens[from]
	}
	x.thread.part = nil
	start := slices.Concat(x.thread.after, x.union(op.AsyncDependencies()))
	done := start
	for index := range indices(sizes) {
		ends, err := x.instance(op, sizes, index, start)
		if err != nil {
			return err
		}
		done = append(slices.Clip(done), ends...)
	}
	x.thread.issued++
	done = x.joined(op, unique(done))
	x.thread.open = append(x.thread.open, done...)
	x.finish(op, air.Token(op), done)
	return nil
}

func unique(nodes []*node) []*node {
	seen := map[*node]bool{}
	return slices.DeleteFunc(slices.Clone(nodes), func(n *node) bool {
		again := seen[n]
		seen[n] = true
		return again
	})
}

// instance executes the region for one index, and returns what is done last in it.
func (x *expander) instance(op *ir.Op, sizes, index []int64, start []*node) ([]*node, error) {
	title := ""
	if op.Is(air.Herd) || several(sizes) {
		title = titles[op.Def()] + " " + indexText(index)
	}
	return x.beside(title, start, func() error {
		x.thread.tile = op.Is(air.Herd)
		x.thread.launches = maps.Clone(x.thread.launches)
		x.thread.launches[op] = indexText(index)
		for d, n := range index {
			x.values.Map(air.Indices(op)[d], x.constant(n))
			x.values.Map(air.SizeArgs(op)[d], x.constant(sizes[d]))
		}
		return x.block(op.Body())
	})
}

// beside executes something in a thread of its own, and returns what is done last in it.
func (x *expander) beside(title string, start []*node, body func() error) ([]*node, error) {
	outer := x.thread
	x.thread = &thread{outer: outer, at: outer.issued, title: outer.title, launches: outer.launches,
		tile: outer.tile, after: unique(start)}
	if title != "" {
		x.thread.title = strings.TrimSuffix(title+", "+outer.title, ", ")
	}
	err := body()
	ends := unique(slices.Concat(x.thread.after, x.thread.open))
	x.thread = outer
	return ends, err
}

// sizes returns the sizes of the space of indices.
func (x *expander) sizes(op *ir.Op) ([]int64, error) {
	var sizes []int64
	for _, v := range air.Sizes(op) {
		n, ok := x.number(v)
		if !ok {
			return nil, op.Errorf(codeUnsupported, "the sizes of '%s' are not known", op.Name()).
				Note(ir.LocationSpan(v.Loc()), "this value is computed when the program runs").
				Suggest("make the sizes constants")
		}
		sizes = append(sizes, max(n, 0))
	}
	return sizes, nil
}

// indices yields each index of a space, in lexicographic order.
func indices(sizes []int64) func(yield func([]int64) bool) {
	return func(yield func([]int64) bool) {
		if slices.Contains(sizes, 0) {
			return
		}
		index := make([]int64, len(sizes))
		for {
			if !yield(index) {
				return
			}
			d := len(sizes) - 1
			for ; d >= 0; d-- {
				if index[d]++; index[d] < sizes[d] {
					break
				}
				index[d] = 0
			}
			if d < 0 {
				return
			}
		}
	}
}

// titles are what an index is called in messages.
var titles = map[*ir.OpDef]string{air.Herd: "tile", air.Segment: "segment", air.Launch: "launch"}

func several(sizes []int64) bool {
	n := int64(1)
	for _, s := range sizes {
		n *= s
	}
	return n > 1
}

func indexText(index []int64) string {
	parts := make([]string, len(index))
	for i, n := range index {
		parts[i] = fmt.Sprint(n)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// bracketed is indexText for a channel.
func bracketed(index string) string { return strings.NewReplacer("(", "[", ")", "]").Replace(index) }
