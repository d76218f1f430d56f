package bef

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

var codeEncode = diag.Register("bef-encode", "a program cannot be written as a BEF file",
	"A BEF file holds functions with one block that ends with tfrt.return. Every operation in it is a "+
		"kernel; "+
		"it refers to no value outside its block, and its attributes are numbers, strings, types of "+
		"numbers, "+
		"lists of these, and functions.")

// An Options says what Encode leaves out.
type Options struct {
	// Bare leaves out what only a disassembler needs: types of attributes and registers, names of attributes.
	Bare bool
}

// Encode makes a file of a module. Functions and kernels are in the order in which a walk ends with them, so
// that a region comes before the function around it.
func Encode(module *ir.Op, o Options) (*File, error) {
	e := &encoder{
		file:      &File{Described: !o.Bare, AttributeTypes: map[uint32]AttributeType{}, Locations: []byte{}},
		module:    module,
		symbols:   ir.NewSymbolTables(),
		kernels:   map[string]uint32{},
		types:     map[ir.Type]int{},
		offsets:   map[ir.Attr]uint32{},
		functions: map[string]uint32{},
		regions:   map[*ir.Region]uint32{},
		compiled:  map[*ir.Op]uint32{},
	}
	e.locations.strings = map[string]uint64{}
	if err := e.collect(module.Body()); err != nil {
		return nil, err
	}
	if err := e.attributes(); err != nil {
		return nil, err
	}
	for i, f := range e.file.Functions {
		if f.Kind != Native {
			if err := e.function(f, e.bodies[i]); err != nil {
				return nil, err
			}
		}
	}
	e.file.Locations, e.file.LocationStrings = e.locations.b, e.locations.content.b
	if len(e.file.Locations) == 0 {
		e.file.Locations = nil
	}
	return e.file, nil
}

type encoder struct {
	file      *File
	module    *ir.Op
	symbols   *ir.SymbolTables
	kernels   map[string]uint32
	types     map[ir.Type]int
	attrs     []ir.Attr // to be written, in order
	offsets   map[ir.Attr]uint32
	functions map[string]uint32
	regions   map[*ir.Region]uint32
	bodies    []*ir.Region // of the functions
	outlines  []*ir.Op     // the operations with a region that is compiled
	compiled  map[*ir.Op]uint32
	locations locations
}

// collect makes the tables of kernels, types, functions and attributes.
func (e *encoder) collect(block *ir.Block) error {
	for op := range block.Ops() {
		if op.Is(builtin.Module) && tfrt.IsCompiled(op) {
			continue
		}
		if op.Is(builtin.Module) {
			return op.Errorf(codeEncode,
				"a module within the module is no part of a BEF file, unless it has the "+
					"attribute %s", tfrt.Compiled)
		}
		if err := e.collectRegions(op); err != nil {
			return err
		}
		if err := e.operation(op); err != nil {
			return err
		}
	}
	return nil
}

// collectRegions collects what is in the regions of an operation, but for those that are compiled.
func (e *encoder) collectRegions(op *ir.Op) error {
	if compiledRegion(op) {
		return nil
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			if err := e.collect(b); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *encoder) operation(op *ir.Op) error {
	if op.Is(tfrt.Return) {
		return nil
	}
	for _, v := range op.Results() {
		e.typeIndex(v.Type())
	}
	for _, v := range op.Operands() {
		if v.ParentBlock() != op.Block() {
			return op.Errorf(codeEncode, "'%s' uses a value from outside its region", op.Name())
		}
	}
	if op.Is(function.Func) {
		return e.functionOp(op)
	}
	return e.kernelOp(op)
}

func (e *encoder) typeIndex(t ir.Type) int {
	if i, ok := e.types[t]; ok {
		return i
	}
	i := len(e.file.Types)
	e.types[t] = i
	e.file.Types = append(e.file.Types, t.String())
	return i
}

func (e *encoder) typeIndices(types []ir.Type) []int {
	out := make([]int, len(types))
	for i, t := range types {
		out[i] = e.typeIndex(t)
	}
	return out
}

// functionOp adds a function to the table.
func (e *encoder) functionOp(op *ir.Op) error {
	typ, name := function.Type(op), op.SymbolName()
	if op.Attr(tfrt.Native) != nil {
		e.functions[name] = uint32(len(e.file.Functions))
		e.addFunction(&Function{Kind: Native, Name: name, Args: e.typeIndices(typ.Inputs),
			Results: e.typeIndices(typ.Results)}, nil)
		return nil
	}
	body := op.Region(0)
	if body.Empty() {
		return op.Errorf(codeEncode, "function @%s has no body, and no attribute %s", name, tfrt.Native)
	}
	kind := Async
	if op.Attr(tfrt.Sync) != nil {
		kind = Sync
	}
	if err := e.region(op, body, name, kind); err != nil {
		return err
	}
	if kind == Sync {
		return verifySyncReturn(body.Entry().Terminator())
	}
	return nil
}

// verifySyncReturn holds that a synchronous function returns results of kernels, each once.
func verifySyncReturn(ret *ir.Op) error {
	seen := map[*ir.Value]bool{}
	for i, v := range ret.Operands() {
		if v.DefiningOp() == nil {
			return ret.Errorf(codeEncode, "return value %d is an argument in a sync function", i)
		}
		if seen[v] {
			return ret.Errorf(codeEncode, "return value %d is duplicated in a sync function", i)
		}
		seen[v] = true
	}
	return nil
}

// region adds a region to the table of functions.
func (e *encoder) region(op *ir.Op, r *ir.Region, name string, kind Kind) error {
	if len(r.Blocks()) != 1 {
		return op.Errorf(codeEncode, "a region of several blocks cannot be written as a BEF function")
	}
	ret := r.Entry().Terminator()
	if !ret.Is(tfrt.Return) {
		at := op
		if last := r.Entry().Last(); last != nil {
			at = last
		}
		return at.Errorf(codeEncode, "all functions and regions need to end with tfrt.return")
	}
	f := &Function{Kind: kind, Name: name}
	for _, v := range r.Entry().Args() {
		f.Args = append(f.Args, e.typeIndex(v.Type()))
	}
	for _, v := range ret.Operands() {
		f.Results = append(f.Results, e.typeIndex(v.Type()))
	}
	e.regions[r] = uint32(len(e.file.Functions))
	if name != "" {
		e.functions[name] = uint32(len(e.file.Functions))
	}
	e.addFunction(f, r)
	return nil
}

func (e *encoder) addFunction(f *Function, r *ir.Region) {
	e.file.Functions = append(e.file.Functions, f)
	e.bodies = append(e.bodies, r)
}

// kernelOp adds what a kernel refers to to the tables.
func (e *encoder) kernelOp(op *ir.Op) error {
	if _, ok := e.kernels[op.Name()]; !ok {
		e.kernels[op.Name()] = uint32(len(e.file.Kernels))
		e.file.Kernels = append(e.file.Kernels, op.Name())
	}
	for _, a := range sortedAttrs(op) {
		if attributeType(a.Value) == 0 && functionsIn(a.Value) == nil {
			return op.Errorf(codeEncode, "BEF files cannot encode the '%s' attribute", a.Name)
		}
		if e.calls(op, a.Value) {
			continue
		}
		e.attributeTypes(a.Value)
		if _, ok := e.offsets[a.Value]; !ok {
			e.offsets[a.Value] = 0
			e.attrs = append(e.attrs, a.Value)
		}
	}
	if compiledRegion(op) {
		e.outlines = append(e.outlines, op)
		return nil
	}
	for _, r := range op.Regions() {
		if err := e.region(op, r, "", Async); err != nil {
			return err
		}
	}
	return nil
}

// calls reports whether an attribute is one or several functions of the program.
func (e *encoder) calls(op *ir.Op, a ir.Attr) bool {
	if ref, ok := a.(*ir.SymbolRefAttr); ok {
		return !tfrt.IsCompiled(e.symbols.Resolve(op, ref))
	}
	return functionsIn(a) != nil
}

// functionsIn returns the symbols of a list of symbols, nil for other attributes.
func functionsIn(a ir.Attr) []ir.Attr {
	list, ok := a.(*ir.ArrayAttr)
	if !ok || len(list.Elems) == 0 {
		return nil
	}
	for _, e := range list.Elems {
		if _, ok := e.(*ir.SymbolRefAttr); !ok {
			return nil
		}
	}
	return list.Elems
}

// attributeTypes adds the types of the numbers in an attribute to the table of types.
func (e *encoder) attributeTypes(a ir.Attr) {
	if !e.file.Described {
		return
	}
	switch a := a.(type) {
	case *ir.IntegerAttr:
		e.typeIndex(a.Type)
	case *ir.FloatAttr:
		e.typeIndex(a.Type)
	case *ir.ArrayAttr:
		for _, elem := range a.Elems {
			e.attributeTypes(elem)
		}
	}
}

// sortedAttrs returns the attributes of an operation by name, without the cost, which only the analysis of
// streams asks for.
func sortedAttrs(op *ir.Op) []ir.NamedAttr {
	var list []ir.NamedAttr
	for _, a := range slices.Concat(op.Properties(), op.Attrs()) {
		if a.Name != tfrt.Cost {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b ir.NamedAttr) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// attributes writes the section of attributes.
func (e *encoder) attributes() error {
	w := &attributes{}
	f := e.file
	for _, a := range e.attrs {
		var off int
		if ref, ok := a.(*ir.SymbolRefAttr); ok {
			target := e.symbols.Resolve(e.module.Body().First(), ref)
			for !target.Is(builtin.Module) {
				target = target.Parent()
			}
			off = w.symbol(ref.Root, ref.Nested, text.String(target, text.PrintOptions{Generic: true}))
		} else {
			off = w.put(a)
		}
		e.offsets[a] = uint32(off)
		f.attributeOrder = append(f.attributeOrder, uint32(off))
		f.AttributeTypes[uint32(off)] = attributeType(a)
	}
	for _, op := range e.outlines {
		off := uint32(w.symbol(bodyAttribute, []string{bodyFunction}, outlined(op, f.Described)))
		e.compiled[op] = off
		f.attributeOrder = append(f.attributeOrder, off)
		f.AttributeTypes[off] = SymbolRef
	}
	f.Attributes, f.AttributeAlign = w.b, w.align
	return nil
}

// body is what numbers the values and operations of a function.
type body struct {
	*encoder
	registers map[*ir.Value]int
	numbers   map[*ir.Op]uint32
	users     map[*ir.Value][]uint32 // kernels, the last one in the program first
	uses      map[*ir.Value]int
}

// function fills in the tables of a function.
func (e *encoder) function(f *Function, r *ir.Region) error {
	block := r.Entry()
	b := &body{encoder: e, registers: map[*ir.Value]int{}, numbers: map[*ir.Op]uint32{},
		users: map[*ir.Value][]uint32{}, uses: map[*ir.Value]int{}}
	f.Location = e.locations.put(r.Op().Loc())
	b.number(f, block)
	streams := streamsOf(block)
	f.Kernels = append(f.Kernels, b.pseudo(block, streams[len(streams)-1]))
	i := 0
	for op := range block.Ops() {
		if op.Is(tfrt.Return) {
			for _, v := range op.Operands() {
				f.ResultRegs = append(f.ResultRegs, b.registers[v])
			}
			continue
		}
		k, err := b.kernel(op, streams[i])
		if err != nil {
			return err
		}
		f.Kernels = append(f.Kernels, k)
		i++
	}
	return nil
}

// number gives registers to values, and numbers to kernels.
func (b *body) number(f *Function, block *ir.Block) {
	next := uint32(1)
	for op := range block.Ops() {
		for _, v := range op.Operands() {
			b.uses[v]++
		}
		if op.Is(tfrt.Return) {
			continue
		}
		b.numbers[op] = next
		for _, v := range op.Operands() {
			b.users[v] = append(b.users[v], next)
		}
		next++
	}
	register := func(v *ir.Value) {
		b.registers[v] = len(f.Registers)
		f.Registers = append(f.Registers, Register{Uses: b.uses[v], Type: b.typeIndex(v.Type())})
		slices.Reverse(b.users[v])
	}
	for _, v := range block.Args() {
		register(v)
	}
	for op := range block.Ops() {
		for _, v := range op.Results() {
			register(v)
		}
	}
}

// pseudo returns the kernel that stands for the arguments. Its first result is no register: kernels without
// operands run when it is available.
func (b *body) pseudo(block *ir.Block, stream int) Kernel {
	k := Kernel{Code: pseudoCode, Location: pseudoLocation, Stream: stream,
		Results: []uint32{uint32(len(b.registers))}, UsedBy: [][]uint32{nil}}
	for op := range block.Ops() {
		if n, ok := b.numbers[op]; ok && op.NumOperands() == 0 {
			k.UsedBy[0] = append(k.UsedBy[0], n)
		}
	}
	for _, v := range block.Args() {
		k.Results = append(k.Results, uint32(b.registers[v]))
		k.UsedBy = append(k.UsedBy, b.users[v])
	}
	return k
}

func (b *body) kernel(op *ir.Op, stream int) (Kernel, error) {
	k := Kernel{Code: b.kernels[op.Name()], Location: uint32(b.locations.put(op.Loc())),
		Operands: op.NumOperands(), Stream: stream}
	for _, v := range op.Operands() {
		k.Args = append(k.Args, uint32(b.registers[v]))
	}
	for _, a := range sortedAttrs(op) {
		if !b.calls(op, a.Value) {
			k.Attrs = append(k.Attrs, b.offsets[a.Value])
			if b.file.Described {
				k.AttrNames = append(k.AttrNames, a.Name)
			}
			continue
		}
		refs := functionsIn(a.Value)
		if refs == nil {
			refs = []ir.Attr{a.Value}
		}
		for _, ref := range refs {
			i, ok := b.functions[ref.(*ir.SymbolRefAttr).Root]
			if !ok {
				return k, op.Errorf(codeEncode, "function %v is not defined in the program", ref)
			}
			k.Functions = append(k.Functions, i)
		}
	}
	b.withBody(&k, op)
	for _, r := range op.Regions() {
		if !compiledRegion(op) {
			k.Functions = append(k.Functions, b.regions[r])
		}
	}
	for _, v := range op.Results() {
		k.Results = append(k.Results, uint32(b.registers[v]))
		k.UsedBy = append(k.UsedBy, b.users[v])
	}
	return k, nil
}
