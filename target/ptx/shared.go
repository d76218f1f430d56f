package ptx

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// variable is a global variable.
type variable struct {
	op          *ir.Op
	name        string
	space       int64
	size, align int64
	init        []byte // nil for zeros
	// offset is the variable's place in dynamic shared memory, if moved is set.
	offset int64
	moved  bool
}

// dynamic reports whether the launch gives the size of a variable.
func (v *variable) dynamic() bool { return v.space == llvm.Shared && v.size == 0 }

const (
	// staticLimit is the largest shared memory that a module may declare for a block. dynamicLimit is the
	// largest shared memory of a block on any device: CUDA C++ Programming Guide, "Compute Capabilities".
	staticLimit  = 48 << 10
	dynamicLimit = 227 << 10
	// sharedAlign is the alignment that the widest accesses, asynchronous copies and loads of matrices need.
	sharedAlign = 16
	// movedAlign is the least alignment of the array that holds all shared memory.
	movedAlign = 128
	// movedName is the array that holds all shared memory if that is more than staticLimit.
	movedName = "__inflight_shared"
)

// declareVariable notes a global variable.
func (m *compiler) declareVariable(op *ir.Op) {
	t := op.Attr("global_type").(*ir.TypeAttr).Type
	space, _ := op.IntAttr("addr_space")
	v := &variable{op: op, name: m.name(op.SymbolName()), space: space}
	v.size, v.align = sizeOf(t)
	if n, ok := op.IntAttr("alignment"); ok {
		v.align = n
	}
	switch v.space {
	case llvm.Generic:
		v.space = llvm.Global
	case llvm.Shared:
		v.align = max(v.align, sharedAlign)
	}
	if v.space != llvm.Global && v.space != llvm.Shared && v.space != llvm.Constant {
		m.fail(op, codeOp, "lies in address space %d, which has no variables", v.space)
	}
	if a := op.Attr("value"); a != nil && v.space != llvm.Shared {
		var ok bool
		if v.init, ok = m.initializer(a, t); !ok {
			m.fail(op, codeOp, "has an initial value that cannot be written")
		}
	} else if op.NumRegions() > 0 && !op.Region(0).Empty() {
		m.fail(op, codeOp, "has an initializer that is code, which cannot be written")
	}
	m.globals[op.SymbolName()] = v
	m.order = append(m.order, v)
}

// sharedUse is the shared memory that a kernel uses.
type sharedUse struct {
	static, dynamic int64
	more            bool
}

// layoutShared moves shared memory into one dynamic array if there is more of it than a module may declare.
func (m *compiler) layoutShared() {
	total := int64(0)
	for _, v := range m.order {
		if v.space == llvm.Shared && !v.dynamic() {
			total = alignUp(total, v.align) + v.size
		}
	}
	if total <= staticLimit {
		return
	}
	offset := int64(0)
	for _, v := range m.order {
		if v.space != llvm.Shared || v.dynamic() {
			continue
		}
		v.moved, v.offset = true, alignUp(offset, v.align)
		if offset = v.offset + v.size; offset > dynamicLimit {
			m.fail(v.op, codeShared,
				"makes %d bytes of shared memory for a block, of which a device has at most %d", offset,
				int64(dynamicLimit))
			return
		}
	}
	for _, v := range m.order {
		if v.dynamic() {
			v.moved, v.offset = true, alignUp(offset, v.align)
		}
	}
}

func alignUp(n, align int64) int64 { return (n + align - 1) / align * align }

// sharedOf returns the shared memory that a kernel uses: its own, and that of the functions that it may call.
func (m *compiler) sharedOf(kernel *ir.Op) *sharedUse {
	use := &sharedUse{}
	used := map[*variable]bool{}
	seen := map[*ir.Op]bool{}
	var visit func(f *ir.Op)
	visit = func(f *ir.Op) {
		if f == nil || seen[f] {
			return
		}
		seen[f] = true
		for op := range f.Walk() {
			switch op.Def() {
			case llvm.AddressOf:
				name := op.Attr("global_name").(*ir.SymbolRefAttr).Root
				used[m.globals[name]] = true
				visit(m.functions[name])
			case llvm.Call:
				if ref, ok := op.Attr("callee").(*ir.SymbolRefAttr); ok {
					visit(m.functions[ref.Root])
				}
			}
		}
	}
	visit(kernel)
	for _, v := range m.order {
		switch {
		case !used[v] || v.space != llvm.Shared:
		case v.moved:
			use.dynamic = max(use.dynamic, v.offset+v.size)
			use.more = use.more || v.dynamic()
		case v.dynamic():
			use.more = true
		default:
			use.static = alignUp(use.static, v.align) + v.size
		}
	}
	return use
}

// variables returns the directives that declare variables: PTX ISA, "Variables".
func (m *compiler) variables() string {
	var b strings.Builder
	moved := int64(0)
	for _, v := range m.order {
		switch {
		case v.moved:
			moved = max(moved, v.align)
		case v.dynamic():
			fmt.Fprintf(&b, ".extern .shared .align %d .b8 %s[];\n", v.align, v.name)
		case v.space == llvm.Shared:
			fmt.Fprintf(&b, ".shared .align %d .b8 %s[%d];\n", v.align, v.name, v.size)
		default:
			space := map[int64]string{llvm.Global: "global", llvm.Constant: "const"}[v.space]
			fmt.Fprintf(&b, ".%s .align %d .b8 %s[%d]%s;\n", space, v.align, v.name, max(v.size, 1),
				initialText(v.init))
		}
	}
	if moved > 0 {
		fmt.Fprintf(&b, ".extern .shared .align %d .b8 %s[];\n", max(moved, movedAlign), movedName)
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

func initialText(data []byte) string {
	if data == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(" = {")
	for i, x := range data {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%d", x)
	}
	b.WriteString("}")
	return b.String()
}

// initializer returns the bytes of a constant of a type.
func (m *compiler) initializer(a ir.Attr, t ir.Type) ([]byte, bool) {
	size, _ := sizeOf(t)
	out := make([]byte, size)
	switch a := a.(type) {
	case *ir.StringAttr:
		return append(out[:0], a.Value...), int64(len(a.Value)) == size
	case *ir.IntegerAttr:
		putBytes(out, uint64(a.Value))
		return out, a.Big == nil
	case *ir.FloatAttr:
		putBytes(out, a.Bits)
		return out, a.Big == nil
	case *ir.DenseElementsAttr:
		n := a.NumElems()
		if n == 0 || size%n != 0 || size/n > 8 {
			return nil, size == 0
		}
		for i := range n {
			putBytes(out[i*size/n:(i+1)*size/n], a.Element(int(i)))
		}
		return out, true
	case *ir.ArrayAttr:
		for i, e := range a.Elems {
			at, elem := memberOffset(t, int64(i))
			part, ok := m.initializer(e, elem)
			if !ok {
				return nil, false
			}
			copy(out[at:], part)
		}
		return out, true
	case *ir.ParametricAttr:
		return out, true
	}
	return nil, false
}

func putBytes(out []byte, n uint64) {
	for i := range out {
		out[i] = byte(n >> (8 * i))
	}
}

// globalAddress returns the address of a variable.
func (f *function) globalAddress(op *ir.Op) *value {
	name := op.Attr("global_name").(*ir.SymbolRefAttr).Root
	v := f.globals[name]
	if v == nil {
		f.fail(op, codeOp, "is the address of a function, which cannot be written")
		return &value{words: []operand{bits(b64, 0)}}
	}
	o := operand{kind: symbol, class: pointerWord(v.space).class, name: v.name, space: v.space}
	if v.moved {
		o.name, o.imm = movedName, v.offset
	}
	return &value{words: []operand{o}}
}
