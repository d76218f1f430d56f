package ptx

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){
		llvm.Load: writeLoad, llvm.Store: writeStore, llvm.Alloca: writeAlloca, llvm.Memcpy: writeMemcpy,
		llvm.Intrinsic("assume"): func(*function, *ir.Op) {},
	})
}

// part is a word of a value in memory.
type part struct {
	word
	offset  int64
	space   int64 // of a pointer
	pointer bool
}

// parts returns the words of a type with their places in memory.
func parts(t ir.Type, offset int64) []part {
	if members, ok := llvm.Members(t); ok {
		var list []part
		for i := range members {
			at, m := memberOffset(t, int64(i))
			list = append(list, parts(m, offset+at)...)
		}
		return list
	}
	if llvm.IsArray(t) {
		var list []part
		n, _ := llvm.ArrayOf(t)
		for i := range n {
			at, elem := memberOffset(t, i)
			list = append(list, parts(elem, offset+at)...)
		}
		return list
	}
	one, _ := words(nil, t)
	list := make([]part, len(one))
	step := int64(0)
	if v, ok := t.(*ir.VectorType); ok {
		step = int64(elementBits(v.Elem)) / 8 * packed(v)
		if llvm.IsPointer(v.Elem) {
			step = 8
		}
	}
	for i, w := range one {
		list[i] = part{word: w, offset: offset + int64(i)*step}
		if space, ok := llvm.AddressSpace(t); ok {
			list[i].space, list[i].pointer = space, true
		}
	}
	return list
}

// register returns the class of the register that a part is loaded into. A single bit is a byte in memory.
func (p part) register() class {
	if p.class == pred {
		return b16
	}
	return p.class
}

// memoryType returns the type of an access.
func (p part) memoryType() string {
	if n := paramBytes(p.word); n == p.class.bytes() && p.class != pred {
		return p.class.String()
	}
	return fmt.Sprintf("u%d", 8*paramBytes(p.word))
}

// storable returns a word in a register that can be stored.
func (f *function) storable(o operand, p part) operand {
	switch {
	case p.pointer:
		return f.inRegister(f.inSpace(o, p.space))
	case p.class == pred:
		return f.fromPredicate(o, b16)
	}
	return f.inRegister(o)
}

// fromPredicate returns 1 or 0 in a register of a class.
func (f *function) fromPredicate(o operand, c class) operand {
	if o.kind == immediate {
		return f.inRegister(bits(c, o.imm&1))
	}
	return f.op(c, "selp."+c.String(), bits(c, 1), bits(c, 0), o)
}

// access describes the accesses to memory of a load or a store.
type access struct {
	op    *ir.Op
	at    operand // the address
	align int64
	mode  string // the qualifier of its order
	hint  string // the qualifier about the cache
}

// accessOf describes a load or store of a value of a type at a pointer.
func (f *function) accessOf(op *ir.Op, pointer *ir.Value, t ir.Type) access {
	a := access{op: op, at: f.word(pointer)}
	_, a.align = sizeOf(t)
	if n, ok := op.IntAttr("alignment"); ok {
		a.align = n
	}
	a.align = max(a.align, f.alignmentOf(pointer))
	order, _ := op.IntAttr("ordering")
	switch {
	case order > llvm.Monotonic:
		f.fail(op, codeOp, "is an atomic access with an order, which cannot be written: use a fence")
	case order != llvm.NotAtomic:
		a.mode = ".relaxed.sys"
	case op.Attr("volatile_") != nil:
		a.mode = ".volatile"
	case op.Attr("invariant") != nil && a.at.space == llvm.Global:
		a.hint = ".nc"
	}
	return a
}

// spaceNames are the qualifiers of memory spaces.
var spaceNames = map[int64]string{llvm.Generic: "", llvm.Global: ".global", llvm.Shared: ".shared",
	llvm.Constant: ".const", llvm.Local: ".local",
	llvm.SharedCluster: ".shared::cluster"}

// wholeBytes refuses vectors whose elements share bytes in memory.
func (f *function) wholeBytes(op *ir.Op, t ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	if ok && elementBits(v.Elem)%8 != 0 {
		f.fail(op, codeOp, "accesses a vector of %v in memory, whose elements share bytes", v.Elem)
		return false
	}
	return true
}

// writeLoad loads words. One access loads as many of them as the alignment allows.
func writeLoad(f *function, op *ir.Op) {
	t := op.Result(0).Type()
	if !f.wholeBytes(op, t) {
		return
	}
	a := f.accessOf(op, op.Operand(0), t)
	list := f.split(parts(t, 0), t, a.align)
	regs := make([]operand, len(list))
	for i := 0; i < len(list); {
		n := together(list[i:], a)
		for j := range n {
			regs[i+j] = f.fresh(list[i+j].register())
		}
		f.line(fmt.Sprintf("ld%s%s%s%s.%s %s, %s;", a.mode, spaceNames[a.at.space], a.hint, vectorSuffix(n),
			list[i].memoryType(), braces(regs[i:i+n]), f.place(a.at, list[i].offset)))
		i += n
	}
	for i, p := range list {
		if p.class == pred {
			regs[i] = f.op(pred, "setp.ne.u16", regs[i], bits(b16, 0))
		}
		regs[i].space = p.space
	}
	if v, ok := t.(*ir.VectorType); ok && int64(len(list)) != v.Shape[0]/packed(v) {
		f.setElements(op.Result(0), regs)
		return
	}
	f.set(op.Result(0), regs...)
}

// split returns the parts that are accessed for a value: its words or, if these are not aligned, the elements
// that share them.
func (f *function) split(list []part, t ir.Type, align int64) []part {
	v, ok := t.(*ir.VectorType)
	if !ok || packed(v) == 1 || align >= 4 {
		return list
	}
	one, _ := words(nil, v.Elem)
	out := make([]part, v.Shape[0])
	for i := range out {
		out[i] = part{word: one[0], offset: int64(i) * int64(one[0].bits) / 8}
	}
	return out
}

// together returns the number of words, from the first on, of one access: 1, 2 or 4 consecutive words of the
// same kind.
func together(list []part, a access) int {
	if a.mode == ".relaxed.sys" {
		return 1
	}
	size := paramBytes(list[0].word)
	for _, n := range []int{4, 2} {
		bytes := size * int64(n)
		if n > len(list) || bytes > 16 || bytes < 4 || list[0].class == pred || a.align%bytes != 0 ||
			list[0].offset%bytes != 0 {
			continue
		}
		ok := true
		for i := range n {
			ok = ok && list[i].word == list[0].word && list[i].offset == list[0].offset+int64(i)*size
		}
		if ok {
			return n
		}
	}
	return 1
}

func vectorSuffix(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(".v%d", n)
}

func braces(list []operand) string {
	if len(list) == 1 {
		return list[0].text("")
	}
	names := make([]string, len(list))
	for i, o := range list {
		names[i] = o.text("")
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// place returns the address of an access.
func (f *function) place(at operand, offset int64) string {
	if at.kind == immediate {
		at = f.inRegister(at)
	}
	at.imm += offset
	if at.imm != int64(int32(at.imm)) {
		at = f.inRegister(at)
	}
	return "[" + at.text("") + distance(at.imm) + "]"
}

func writeStore(f *function, op *ir.Op) {
	v := op.Operand(0)
	t := v.Type()
	if !f.wholeBytes(op, t) {
		return
	}
	a := f.accessOf(op, op.Operand(1), t)
	list := f.split(parts(t, 0), t, a.align)
	var from []operand
	if whole, _ := words(nil, t); len(whole) == len(list) {
		from = f.wordsOf(v)
	} else {
		from = f.elements(v)
	}
	regs := make([]operand, len(list))
	for i, p := range list {
		regs[i] = f.storable(from[i], p)
	}
	for i := 0; i < len(list); {
		n := together(list[i:], a)
		f.line(fmt.Sprintf("st%s%s%s.%s %s, %s;", a.mode, spaceNames[a.at.space], vectorSuffix(n),
			list[i].memoryType(), f.place(a.at, list[i].offset), braces(regs[i:i+n])))
		i += n
	}
}

// writeAlloca reserves local memory of the thread.
func writeAlloca(f *function, op *ir.Op) {
	n, ok := ir.ConstInt(op.Operand(0))
	if a := f.lookup(op.Operand(0)); !ok && len(a.words) == 1 && a.words[0].kind == immediate {
		n, ok = a.words[0].imm, true
	}
	if !ok || op.Parent() != f.root || repeats(op.Block()) {
		f.fail(op, codeOp, "must have a constant size and stand outside of loops")
		return
	}
	size, align := sizeOf(op.Attr("elem_type").(*ir.TypeAttr).Type)
	if x, ok := op.IntAttr("alignment"); ok {
		align = max(align, x)
	}
	f.local = alignUp(f.local, align)
	f.align = max(f.align, align)
	f.set(op.Result(0), operand{kind: symbol, class: b64, name: f.depot(), imm: f.local, space: llvm.Local})
	if f.local += n * size; f.local > maxLocal {
		f.fail(op, codeOp, "makes %d bytes of memory for a thread, which has at most %d", f.local,
			int64(maxLocal))
	}
}

// repeats reports whether a block can be reached from itself.
func repeats(b *ir.Block) bool {
	seen := map[*ir.Block]bool{}
	var reaches func(from *ir.Block) bool
	reaches = func(from *ir.Block) bool {
		for _, s := range from.Last().Successors() {
			if s == b {
				return true
			}
			if !seen[s] {
				if seen[s] = true; reaches(s) {
					return true
				}
			}
		}
		return false
	}
	return reaches(b)
}

// maxLocal is the most local memory of a thread: CUDA C++ Programming Guide, "Compute Capabilities".
const maxLocal = 512 << 10

// writeMemcpy copies single bytes.
func writeMemcpy(f *function, op *ir.Op) {
	to, from := f.word(op.Operand(0)), f.word(op.Operand(1))
	n := f.inRegister(f.word(op.Operand(2)))
	counter := f.move(f.fresh(n.class), bits(n.class, 0))
	head, end := f.label(), f.label()
	f.body.WriteString(head + ":\n")
	done := f.op(pred, "setp.ge.u"+width(n.class), counter, n)
	f.line(fmt.Sprintf("@%s bra %s;", done.text(""), end))
	src, dst := f.atDistance(from, f.narrowed(counter, from.class), 1),
		f.atDistance(to, f.narrowed(counter, to.class), 1)
	byteReg := f.fresh(b16)
	f.line(fmt.Sprintf("ld%s.u8 %s, %s;", spaceNames[src.space], byteReg.text(""), f.place(src, 0)))
	f.line(fmt.Sprintf("st%s.u8 %s, %s;", spaceNames[dst.space], f.place(dst, 0), byteReg.text("")))
	f.emit("add.s"+width(n.class), counter, counter, bits(n.class, 1))
	f.line("bra.uni " + head + ";")
	f.body.WriteString(end + ":\n")
}
