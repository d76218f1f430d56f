package gputollvm

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis/kerneleffects"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// kernel is what the module has for one kernel: the names of globals, and of the function that is the kernel
// on the host.
type kernel struct {
	slot, name, params, code string
	host                     ir.Attr
}

// launch writes the launch of a kernel: its parameters, one for each member of a memref's descriptor, are
// passed by their addresses.
func (w *writer) launch(op *ir.Op, stream *ir.Value) error {
	k, err := w.l.kernel(op)
	if err != nil {
		return err
	}
	if err := w.l.checkBare(op, k); err != nil {
		return err
	}
	var params []*ir.Value
	for _, v := range gpu.KernelOperands(op) {
		params = append(params, w.unpack(v)...)
	}
	stack := w.Make(llvm.StackSave, nil, []ir.Type{w.pointer()}).Result(0)
	addresses := w.parameters(params)
	sizes := gpu.GridSize(op)
	block := gpu.BlockSize(op)
	args := []*ir.Value{w.kernelHandle(k)}
	for _, v := range append(sizes[:], block[:]...) {
		args = append(args, w.extent(v))
	}
	shared := gpu.DynamicSharedMemorySize(op)
	if shared == nil {
		shared = llvmtypes.ConstInt(w.Builder, w.Ctx.I32, 0)
	}
	null := llvmtypes.Zero(w.Builder, w.pointer())
	w.call(w.calls+"LaunchKernel", nil,
		append(args, shared, stream, addresses, null, w.integer(int64(len(params))))...)
	w.Make(llvm.StackRestore, []*ir.Value{stack}, []ir.Type{})
	return nil
}

// extent returns a size of a grid or of a block as the driver takes it.
func (w *writer) extent(v *ir.Value) *ir.Value {
	if i, ok := v.Type().(*ir.IntegerType); ok && i.Width < 64 {
		return llvmtypes.Cast(w.Builder, llvm.SExt, v, w.Ctx.I64)
	}
	return w.cast(v, w.Ctx.I64)
}

// unpack returns the parameters that stand for one operand.
func (w *writer) unpack(v *ir.Value) []*ir.Value {
	m, ok := v.Type().(*ir.MemRefType)
	if !ok {
		return []*ir.Value{w.cast(v, w.l.types.Type(v.Type()))}
	}
	d := &llvmtypes.Descriptor{Builder: w.Builder, V: w.memory(v)}
	switch {
	case w.l.bare && w.l.sized:
		return []*ir.Value{d.Aligned(), w.integer(ir.NumElements(m.Shape) * ir.MemoryBytes(m.Elem))}
	case w.l.bare:
		return []*ir.Value{d.Aligned()}
	}
	return d.Unpack(len(m.Shape))
}

// checkBare reports memrefs that a pointer alone does not tell everything of.
func (l *lowering) checkBare(op *ir.Op, k *kernel) error {
	if l.sized && !l.bare {
		return op.Errorf(codeUnsupported,
			"sizes go behind bare pointers only").Suggest("set use-bare-pointers-for-kernels=true, too")
	}
	if l.bare && k.host != nil {
		return op.Errorf(codeUnsupported,
			"the kernel is a function of the host, which takes memrefs by their members").
			Suggest("run gpu-to-llvm without gpu-kernels-to-host, or without use-bare-pointers-for-kernels")
	}
	for _, v := range gpu.KernelOperands(op) {
		if m, ok := v.Type().(*ir.MemRefType); ok && l.bare &&
			(!m.Ranked || m.Layout != nil || slices.Contains(m.Shape, ir.Dynamic)) {
			return op.Errorf(codeUnsupported,
				"an argument of type '%v' cannot be passed to a kernel as a bare pointer", m).
				Suggest(
					"pass memrefs of static shape without a layout, or leave use-bare-pointers-for-kernels " +
						"out")
		}
	}
	return nil
}

// parameters stores parameters, and returns the address of the list of their addresses. The memory is on the
// stack where the launch stands: a coroutine that is suspended does not keep its stack.
func (w *writer) parameters(params []*ir.Value) *ir.Value {
	room := func(t ir.Type, n int) *ir.Value {
		return llvmtypes.Alloca(w.Builder, w.pointer(), t, w.integer(int64(n)), 0)
	}
	list := room(w.pointer(), max(len(params), 1))
	for i, v := range params {
		slot := room(v.Type(), 1)
		llvmtypes.Store(w.Builder, v, slot)
		llvmtypes.Store(w.Builder, slot,
			llvmtypes.GEP(w.Builder, w.pointer(), list, 0, ir.OpFoldResult{Const: int64(i)}))
	}
	return list
}

// kernelHandle returns what a launch launches.
func (w *writer) kernelHandle(k *kernel) *ir.Value {
	address := func(name string) *ir.Value {
		if name == "" {
			return llvmtypes.Zero(w.Builder, w.pointer())
		}
		return w.Make(llvm.AddressOf, nil, []ir.Type{w.pointer()},
			ir.NamedAttr{Name: "global_name", Value: w.Ctx.SymbolRef(name)}).Result(0)
	}
	host := ""
	if ref, ok := k.host.(*ir.SymbolRefAttr); ok {
		host = ref.Root
	}
	return w.call("inflightGpuKernel", w.pointer(), address(k.slot), address(k.name), address(k.params),
		address(host), address(k.code))
}

// kernel returns what the module has for the kernel of a launch.
func (l *lowering) kernel(op *ir.Op) (*kernel, error) {
	ref := op.Attr("kernel").(*ir.SymbolRefAttr)
	if k := l.kernels[ref.String()]; k != nil {
		return k, nil
	}
	fn := l.tables.Resolve(l.module, ref)
	if fn == nil || !fn.Is(gpu.Func) {
		return nil, op.Errorf(codeUnsupported, "the kernel '%s' is not a function of a gpu.module",
			ref).Suggest("keep the gpu.module")
	}
	letters, err := l.letters(op, fn)
	if err != nil {
		return nil, err
	}
	name := fn.Parent().SymbolName() + "_" + fn.SymbolName()
	k := &kernel{host: fn.Attr(gpu.HostAttr)}
	k.name = l.symbols.Text(name+"_name", fn.SymbolName()+"\x00")
	k.params = l.symbols.Text(name+"_params", letters+"\x00")
	k.slot = l.slot(name + "_kernel")
	if code := fn.Parent().StringAttr(gpu.CodeAttr); code != "" {
		k.code = l.code(fn.Parent().SymbolName()+"_code", code)
	}
	l.kernels[ref.String()] = k
	return k, nil
}

// letters says of each parameter of a kernel what it is, as inflightGpuKernel takes it.
func (l *lowering) letters(op, fn *ir.Op) (string, error) {
	var s strings.Builder
	accesses := kerneleffects.Of(fn)
	for i, v := range gpu.KernelOperands(op) {
		if m, ok := v.Type().(*ir.MemRefType); ok && m.Ranked && l.types.Type(m) != nil {
			s.WriteString(l.lettersOf(m, accesses[i]))
			continue
		}
		t := l.types.Type(v.Type())
		n := 0
		switch t.(type) {
		case *ir.IntegerType, *ir.FloatType:
			n = ir.ElemBytes(t)
		}
		if n != 1 && n != 2 && n != 4 && n != 8 {
			return "", op.Errorf(codeUnsupported, "an argument of type '%v' cannot be passed to a kernel",
				v.Type()).
				Suggest("pass memrefs, and numbers of at most 64 bits")
		}
		s.WriteByte(byte('0' + n))
	}
	return s.String(), nil
}

// lettersOf says what the parameters are that stand for a memref.
func (l *lowering) lettersOf(m *ir.MemRefType, a kerneleffects.Access) string {
	memory := string(letterOf(a))
	switch {
	case l.bare && l.sized:
		return memory + "8"
	case l.bare:
		return memory
	}
	return "p" + memory + strings.Repeat("8", 1+2*len(m.Shape))
}

func letterOf(a kerneleffects.Access) byte {
	switch {
	case a.Reads && a.Writes:
		return 'b'
	case a.Writes:
		return 'w'
	case a.Reads:
		return 'r'
	}
	return 'n'
}

// slot makes the variable that holds a kernel once it is loaded.
func (l *lowering) slot(name string) string {
	b := ir.NewBuilder(l.module.Context())
	b.SetStart(l.module.Body())
	b.Loc = l.module.Loc()
	g := llvmtypes.NewGlobal(b, name, l.types.Pointer(0), llvm.LinkageInternal)
	entry := ir.NewBlock()
	g.Region(0).Append(entry)
	b.SetEnd(entry)
	b.Create(ir.OpState{Def: llvm.Return, Operands: []*ir.Value{llvmtypes.Zero(b, l.types.Pointer(0))},
		Results: []ir.Type{}})
	return name
}

// code makes the constant that is the code of a module of kernels, once.
func (l *lowering) code(name, text string) string {
	if l.kernels[name] == nil {
		made := l.symbols.Text(name, text+"\x00")
		l.kernels[name] = &kernel{code: made}
	}
	return l.kernels[name].code
}
