package llvm

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// function is a function during its printing.
type function struct {
	*writer
	op     *ir.Op
	nodes  []*node
	values map[*ir.Value]string // %1, or the text of a constant
}

// node is a block of the control-flow graph. A branch that names one block twice, with different arguments,
// reaches it the second time through a node of its own: LLVM tells the edges of a phi node apart by the block
// that they come from.
type node struct {
	block *ir.Block // nil for a node that only forwards to its one successor
	edges []edge    // from here
	in    []edge    // to here
	label string
}

// edge goes from a node to another. It is successor number i of the branch.
type edge struct {
	from, to  *node
	branch    *ir.Op
	successor int
}

// function prints a declaration or a definition.
func (w *writer) function(op *ir.Op) {
	f := &function{writer: w, op: op, values: map[*ir.Value]string{}}
	s := signatureOf(op.Attr("function_type").(*ir.TypeAttr).Type)
	declared := op.NumRegions() == 0 || op.Region(0).Empty()
	if declared {
		w.put("declare ")
		if linkage := linkageOf(op); linkage == "extern_weak" {
			w.put("extern_weak ")
		}
	} else {
		w.put("define ")
		if linkage := linkageOf(op); linkage != "" {
			w.put(linkage, " ")
		}
	}
	w.put(w.preamble(op), callingConvention(op), w.attributes(op, "res_attrs", 0), w.typ(op, s.result), " ",
		globalName(op.SymbolName()))
	f.parameters(s, declared)
	if u := w.unnamed(op); u != "" {
		w.put(" ", u[:len(u)-1])
	}
	w.put(w.group(w.functionAttributes(op)), w.placement(op, " "))
	if gc := op.StringAttr("garbageCollector"); gc != "" {
		w.put(" gc ", quote(gc))
	}
	if ref, ok := op.Attr("personality").(*ir.SymbolRefAttr); ok {
		w.put(" personality ptr ", globalName(ref.Root))
	}
	if n, ok := op.IntAttr("function_entry_count"); ok && !declared {
		w.put(" !prof ", w.node(`!{!"function_entry_count", i64 `+strconv.FormatInt(n, 10)+"}"))
	}
	if declared {
		w.put("\n\n")
		return
	}
	w.put(" {\n")
	f.build()
	f.number()
	for i, n := range f.nodes {
		if i > 0 {
			w.put("\n", n.label[1:], ":\n")
		}
		f.block(n)
	}
	w.put("}\n\n")
}

func (f *function) parameters(s signature, declared bool) {
	f.put("(")
	for i, t := range s.params {
		if i > 0 {
			f.put(", ")
		}
		f.put(f.typ(f.op, t), trailing(f.attributes(f.op, "arg_attrs", i)))
		if !declared {
			name := "%" + strconv.Itoa(i)
			f.values[f.op.Body().Arg(i)] = name
			f.put(" ", name)
		}
	}
	if s.more {
		if len(s.params) > 0 {
			f.put(", ")
		}
		f.put("...")
	}
	f.put(")")
}

// trailing moves a blank from the end of a text to its beginning.
func trailing(s string) string {
	if s == "" {
		return ""
	}
	return " " + s[:len(s)-1]
}

// callingConvention returns the name of the convention with a blank, "" for C's.
func callingConvention(op *ir.Op) string {
	a, ok := op.Attr("CConv").(*ir.EnumAttr)
	if !ok || a.Value == 0 {
		return ""
	}
	return "cc " + strconv.FormatInt(a.Value, 10) + " "
}

// build makes the graph. The nodes that are no blocks stand at the end.
func (f *function) build() {
	blocks := f.op.Region(0).Blocks()
	byBlock := make(map[*ir.Block]*node, len(blocks))
	f.nodes = make([]*node, len(blocks), len(blocks)+1)
	for i, b := range blocks {
		f.nodes[i] = &node{block: b}
		byBlock[b] = f.nodes[i]
	}
	for _, n := range f.nodes {
		f.connect(n, byBlock)
	}
}

// connect makes the edges of a block, and the additional nodes that they need.
func (f *function) connect(n *node, byBlock map[*ir.Block]*node) {
	last := n.block.Last()
	if last == nil {
		f.fail(f.op, codeOp, "has a block without a terminator")
		return
	}
	named := map[*ir.Block]bool{}
	for i, b := range last.Successors() {
		to := byBlock[b]
		if named[b] && b.NumArgs() > 0 {
			through := &node{}
			f.nodes = append(f.nodes, through)
			through.edges = []edge{{through, to, last, i}}
			to.in = append(to.in, through.edges[0])
			n.edges = append(n.edges, edge{n, through, last, i})
			continue
		}
		named[b] = true
		e := edge{n, to, last, i}
		n.edges, to.in = append(n.edges, e), append(to.in, e)
	}
}

// number gives numbers to the blocks and values without a name, in the order of the text, as LLVM counts
// them.
func (f *function) number() {
	next := f.op.Body().NumArgs()
	name := func() string {
		next++
		return "%" + strconv.Itoa(next-1)
	}
	for i, n := range f.nodes {
		n.label = name()
		if n.block == nil {
			continue
		}
		if i > 0 {
			for _, a := range n.block.Args() {
				f.values[a] = name()
			}
		}
		for op := range n.block.Ops() {
			if hasValue(op) && !isConstant(op) {
				f.values[op.Result(0)] = name()
			}
		}
	}
}

// hasValue reports whether LLVM numbers the result of an operation. LLVM 22 no longer numbers the end of a
// coroutine, although the operation still has a result.
func hasValue(op *ir.Op) bool { return op.NumResults() == 1 && op.Name() != "llvm.intr.coro.end" }

// isConstant reports whether an operation is a constant. LLVM writes constants where they are used.
func isConstant(op *ir.Op) bool {
	switch op.Name() {
	case "llvm.mlir.constant", "llvm.mlir.zero", "llvm.mlir.undef", "llvm.mlir.poison", "llvm.mlir.none",
		"llvm.mlir.addressof":
		return true
	}
	return false
}

func (f *function) block(n *node) {
	if n.block == nil {
		f.put("  br label ", n.edges[0].to.label, "\n")
		return
	}
	if n != f.nodes[0] {
		f.phis(n)
	}
	for op := range n.block.Ops() {
		if !isConstant(op) {
			f.instruction(op, n)
		}
	}
}

// phis prints the arguments of a block as phi nodes.
func (f *function) phis(n *node) {
	for i, a := range n.block.Args() {
		if len(n.in) == 0 { // no edge leads here, so that no use of the argument is executed
			f.put("  ", f.values[a], " = freeze ", f.typ(f.op, a.Type()), " poison\n")
			continue
		}
		f.put("  ", f.values[a], " = phi ", f.typ(f.op, a.Type()), " ")
		for j, e := range n.in {
			if j > 0 {
				f.put(", ")
			}
			f.put("[ ", f.passed(e, i), ", ", e.from.label, " ]")
		}
		f.put("\n")
	}
}

// passed returns the value that an edge passes to argument i.
func (f *function) passed(e edge, i int) string {
	if e.branch.Def().SuccessorOperands == nil {
		f.fail(e.branch, codeOp, "cannot be printed as LLVM IR")
		return "poison"
	}
	first, count := e.branch.Def().SuccessorOperands(e.branch, e.successor)
	if i >= count {
		f.fail(e.branch, codeOp, "passes too few values")
		return "poison"
	}
	return f.ref(e.branch.Operand(first + i))
}

// ref returns a value as an operand.
func (f *function) ref(v *ir.Value) string {
	if s, ok := f.values[v]; ok {
		return s
	}
	s, ok := "poison", false
	if op := v.DefiningOp(); op != nil {
		if s, ok = f.constantOp(op); !ok {
			f.fail(op, codeOp, "has a result that LLVM IR does not have")
		}
	}
	f.values[v] = s
	return s
}

// operand returns a value with its type in front of it.
func (f *function) operand(v *ir.Value) string { return f.typ(f.op, v.Type()) + " " + f.ref(v) }
