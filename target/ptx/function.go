package ptx

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// function is a function during its translation.
type function struct {
	*compiler
	root     *ir.Op
	prologue strings.Builder // loads of parameters and addresses of variables
	body     strings.Builder
	counts   [classes]int
	values   map[*ir.Value]*value
	symbols  map[string]operand // addresses of variables, in registers
	labels   map[*ir.Block]string
	next     map[*ir.Block]*ir.Block // the block that is written next
	block    *ir.Block               // the block that is being written
	number   int                     // of the function in the module, for labels
	extra    int                     // number of labels that belong to no block
	local    int64                   // bytes of memory of a thread
	align    int64
	at       location // of the last .loc line
	// accumulators are the registers of a warpgroup's products that were copied in front of the fence.
	accumulators map[*ir.Op][]operand
}

// writers has the function that compiles each operation.
var writers = map[*ir.OpDef]func(f *function, op *ir.Op){}

// registerWriters adds to writers.
func registerWriters(list map[*ir.OpDef]func(f *function, op *ir.Op)) {
	for def, w := range list {
		writers[def] = w
	}
}

// function writes a function with a body.
func (m *compiler) function(op *ir.Op, out *strings.Builder) {
	f := &function{
		compiler: m, root: op, values: map[*ir.Value]*value{}, symbols: map[string]operand{},
		labels: map[*ir.Block]string{},
		next:   map[*ir.Block]*ir.Block{}, align: 1, number: m.written, accumulators: map[*ir.Op][]operand{},
	}
	m.written++
	m.defined[op.SymbolName()] = true
	head := f.signature()
	blocks := reachable(op.Region(0).Entry())
	for i, b := range blocks {
		f.labels[b] = fmt.Sprintf("$L%d_%d", f.number, i)
		if i > 0 {
			f.arguments(b)
			f.next[blocks[i-1]] = b
		}
	}
	for i, b := range blocks {
		if f.block = b; i > 0 {
			f.body.WriteString(f.labels[b] + ":\n")
		}
		for inner := range b.Ops() {
			f.operation(inner)
		}
	}
	if isKernel(op) {
		m.describe(op, m.sharedOf(op))
	}
	if m.early[op.SymbolName()] {
		m.prototypes.WriteString(strings.TrimSuffix(head, "\n") + ";\n\n")
	}
	out.WriteString(head)
	f.finish(out)
}

// reachable returns the blocks that control can reach. The definition of a value comes before its uses in
// their order.
func reachable(entry *ir.Block) []*ir.Block {
	var order []*ir.Block
	seen := map[*ir.Block]bool{}
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		seen[b] = true
		for _, s := range slices.Backward(b.Last().Successors()) {
			if !seen[s] {
				visit(s)
			}
		}
		order = append(order, b)
	}
	visit(entry)
	slices.Reverse(order)
	return order
}

// finish writes the declarations of registers and of local memory, and the code: PTX ISA, "Kernel and
// Function Directives".
func (f *function) finish(out *strings.Builder) {
	out.WriteString("{\n")
	for c := range class(classes) {
		if f.counts[c] > 0 {
			fmt.Fprintf(out, "\t.reg .%v %s<%d>;\n", c, prefixes[c], f.counts[c]+1)
		}
	}
	if f.local > 0 {
		fmt.Fprintf(out, "\t.local .align %d .b8 %s[%d];\n", f.align, f.depot(), f.local)
	}
	out.WriteString("\n")
	out.WriteString(f.prologue.String())
	out.WriteString(f.body.String())
	out.WriteString("}\n\n")
}

// depot is the name of the local memory of a function.
func (f *function) depot() string { return fmt.Sprintf("__local_depot%d", f.number) }

// arguments gives the arguments of a block registers.
func (f *function) arguments(b *ir.Block) {
	for _, a := range b.Args() {
		if _, ok := words(nil, a.Type()); !ok {
			f.fail(b.ParentOp(), codeOp,
				"has a block with an argument of type %v, which registers cannot hold", a.Type())
		}
		list := parts(a.Type(), 0)
		regs := make([]operand, len(list))
		for i, p := range list {
			regs[i] = f.fresh(p.class)
			regs[i].space = p.space
		}
		f.values[a] = &value{words: regs}
	}
}

// operation writes one operation. An operation without effects and without uses is not written.
func (f *function) operation(op *ir.Op) {
	if op.Has(ir.ConstantLike) || op.Has(ir.Pure) && !op.Has(ir.Terminator) && op.Unused() {
		return
	}
	w := writers[op.Def()]
	if w == nil {
		f.fail(op, codeOp, "has no form in PTX")
		return
	}
	for _, t := range op.ResultTypes() {
		if _, ok := words(nil, t); !ok {
			f.fail(op, codeOp, "has a result of type %v, which registers cannot hold", t)
			return
		}
	}
	f.location(op)
	w(f, op)
}

// ---- branches ----

func init() {
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){
		llvm.Br: writeBr, llvm.CondBr: writeCondBr, llvm.Switch: writeSwitch, llvm.Return: writeReturn,
		llvm.Unreachable: func(f *function, _ *ir.Op) { f.line("trap;") },
	})
}

func writeBr(f *function, op *ir.Op) {
	f.pass(op.Successor(0), op.Operands())
	f.jump(op.Successor(0))
}

// jump writes a branch to a block, unless that block follows.
func (f *function) jump(to *ir.Block) {
	if f.next[f.block] != to {
		f.line("bra.uni " + f.labels[to] + ";")
	}
}

func writeCondBr(f *function, op *ir.Op) {
	yes, no := successor(op, 0), successor(op, 1)
	f.make(yes, no)
	cond := f.word(op.Operand(0))
	if cond.kind == immediate {
		taken := yes
		if cond.imm&1 == 0 {
			taken = no
		}
		f.pass(taken.to, taken.args)
		f.jump(taken.to)
		return
	}
	switch {
	case len(yes.args) == 0 && f.next[f.block] == no.to && len(no.args) == 0:
		f.line(fmt.Sprintf("@%s bra %s;", cond.text(""), f.labels[yes.to]))
	case len(yes.args) == 0:
		f.line(fmt.Sprintf("@%s bra %s;", cond.text(""), f.labels[yes.to]))
		f.pass(no.to, no.args)
		f.jump(no.to)
	default:
		other := f.labels[no.to]
		if len(no.args) > 0 {
			other = f.label()
		}
		f.line(fmt.Sprintf("@!%s bra %s;", cond.text(""), other))
		f.pass(yes.to, yes.args)
		if len(no.args) == 0 {
			f.jump(yes.to)
			return
		}
		f.line("bra.uni " + f.labels[yes.to] + ";")
		f.body.WriteString(other + ":\n")
		f.pass(no.to, no.args)
		f.jump(no.to)
	}
}

// edge is a branch to a block, with the arguments that it passes.
type edge struct {
	to   *ir.Block
	args []*ir.Value
}

func successor(op *ir.Op, i int) edge {
	first, n := op.Def().SuccessorOperands(op, i)
	return edge{op.Successor(i), op.Operands()[first : first+n]}
}

// make writes code for the words that the edges pass. Code that stood on one edge would not be executed on
// the others.
func (f *function) make(edges ...edge) {
	for _, e := range edges {
		for _, v := range e.args {
			f.wordsOf(v)
		}
	}
}

// label returns a new label.
func (f *function) label() string {
	f.extra++
	return fmt.Sprintf("$E%d_%d", f.number, f.extra)
}

func writeSwitch(f *function, op *ir.Op) {
	flag := f.inRegister(f.word(op.Operand(0)))
	for i := range op.NumSuccessors() {
		f.make(successor(op, i))
	}
	for i, n := range llvm.CaseValues(op) {
		e := successor(op, i+1)
		p := f.op(pred, "setp.ne.u"+width(flag.class), flag, bits(flag.class, n))
		skip := f.label()
		f.line(fmt.Sprintf("@%s bra %s;", p.text(""), skip))
		f.pass(e.to, e.args)
		f.line("bra.uni " + f.labels[e.to] + ";")
		f.body.WriteString(skip + ":\n")
	}
	e := successor(op, 0)
	f.pass(e.to, e.args)
	f.jump(e.to)
}

// pass gives the arguments of a block their values, all of them at once.
func (f *function) pass(to *ir.Block, args []*ir.Value) {
	var dst, src []operand
	for i, v := range args {
		a := to.Arg(i)
		list := f.wordsOf(v)
		for j, p := range parts(a.Type(), 0) {
			w := list[j]
			if p.pointer {
				w = f.inSpace(w, p.space)
			}
			if d := f.values[a].words[j]; !same(d, w) {
				dst, src = append(dst, d), append(src, w)
			}
		}
	}
	for i, s := range src {
		for _, d := range dst[:i] {
			if s.kind == register && s.class == d.class && s.n == d.n { // d is overwritten before it is read
				src[i] = f.move(f.fresh(s.class), s)
			}
		}
	}
	for i, d := range dst {
		f.move(d, src[i])
	}
}

func same(a, b operand) bool {
	return a.kind == register && b.kind == register && a.class == b.class && a.n == b.n && b.imm == 0
}

// move copies a word.
func (f *function) move(to, from operand) operand {
	if from.kind == register && from.imm != 0 || from.kind == symbol {
		from = f.inRegister(from)
	}
	if to.class == pred && from.kind == immediate {
		from = bits(pred, -(from.imm & 1))
	}
	f.emit("mov."+to.class.String(), to, from)
	return to
}
