package bef

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

var codeDecode = diag.Register("bef-decode", "a BEF file has no program in MLIR's syntax",
	"To be printed, a file must have the sections AttributeTypes, AttributeNames and RegisterTypes, and "+
		"each "+
		"function without a name must be the region of one kernel.")

// Module makes a program of a file. Costs of kernels, and attributes of the module, are not in a file.
func (f *File) Module(ctx *ir.Context) (*ir.Op, error) {
	if !f.Described {
		return nil, diag.Errorf(codeDecode, diag.Span{}, "the file does not say which types its values have")
	}
	d := &decoder{file: f, ctx: ctx, seen: make([]bool, len(f.Functions)), modules: map[string]bool{}}
	d.module = builtin.NewModule(ctx)
	if err := d.types(); err != nil {
		return nil, err
	}
	b := ir.NewBuilder(ctx)
	for i, fn := range f.Functions {
		if fn.Name == "" {
			continue
		}
		b.SetEnd(d.module.Body())
		if err := d.function(b, i); err != nil {
			return nil, err
		}
	}
	for i := range f.Functions {
		if !d.seen[i] {
			return nil, diag.Errorf(codeDecode, diag.Span{}, "function %d has no name, and is no region", i)
		}
	}
	return d.module, nil
}

type decoder struct {
	file    *File
	ctx     *ir.Context
	module  *ir.Op
	typ     []ir.Type
	seen    []bool // the functions that are in the program
	modules map[string]bool
}

// types parses the types of the file.
func (d *decoder) types() error {
	for _, t := range d.file.Types {
		src := "module attributes {bef.type = " + t + "} {\n}"
		m, errs := text.Parse(d.ctx, diag.NewFile("type", []byte(src)), text.Options{})
		var parsed ir.Type
		if m != nil && !errs.HasErrors() {
			if a, ok := m.Attr("bef.type").(*ir.TypeAttr); ok {
				parsed = a.Type
			}
		}
		if parsed == nil {
			return diag.Errorf(codeDecode, diag.Span{}, "'%s' is no type", t)
		}
		d.typ = append(d.typ, parsed)
	}
	return nil
}

func (d *decoder) typesAt(list []int) []ir.Type {
	out := make([]ir.Type, len(list))
	for i, t := range list {
		out[i] = d.typ[t]
	}
	return out
}

// function makes a function of the module.
func (d *decoder) function(b *ir.Builder, i int) error {
	f := d.file.Functions[i]
	d.seen[i] = true
	typ := d.ctx.Function(d.typesAt(f.Args), d.typesAt(f.Results))
	b.Loc = d.file.Location(d.ctx, f.Location)
	var attrs []ir.NamedAttr
	switch f.Kind {
	case Native:
		attrs = []ir.NamedAttr{{Name: tfrt.Native, Value: d.ctx.Unit},
			{Name: "sym_visibility", Value: d.ctx.String("private")}}
		attrs = append(attrs, ir.NamedAttr{Name: "sym_name", Value: d.ctx.String(f.Name)},
			ir.NamedAttr{Name: "function_type", Value: d.ctx.TypeAttr(typ)})
		b.Create(ir.OpState{Def: function.Func, Attrs: attrs, Results: []ir.Type{},
			Regions: []*ir.Region{b.NewRegion()}})
		return nil
	case Sync:
		attrs = []ir.NamedAttr{{Name: tfrt.Sync, Value: d.ctx.Unit}}
	}
	fn := function.New(b, f.Name, typ, attrs...)
	return d.body(fn.Body(), f, 0)
}

// deepestRegion is how deep regions may be nested.
const deepestRegion = 200

// body fills a block with the kernels of a function, each behind those whose results it needs.
func (d *decoder) body(block *ir.Block, f *Function, depth int) error {
	if depth > deepestRegion {
		return diag.Errorf(codeDecode, diag.Span{}, "regions are nested more than %d deep", deepestRegion)
	}
	b := ir.AtEnd(d.ctx, block)
	regs := make([]*ir.Value, len(f.Registers))
	for i, reg := range f.Kernels[0].Results[1:] {
		regs[reg] = block.Arg(i)
	}
	for _, i := range order(f) {
		k := &f.Kernels[i]
		b.Loc = d.file.Location(d.ctx, uint64(k.Location))
		op, err := d.kernel(b, f, k, regs, depth)
		if err != nil {
			return err
		}
		for j, reg := range k.Results {
			regs[reg] = op.Result(j)
		}
	}
	b.Loc = d.file.Location(d.ctx, f.Location)
	results := make([]*ir.Value, len(f.ResultRegs))
	for i, reg := range f.ResultRegs {
		results[i] = regs[reg]
	}
	b.Create(ir.OpState{Def: tfrt.Return, Operands: results, Results: []ir.Type{}})
	return nil
}

// lowest is a heap of kernels.
type lowest []int

func (h lowest) Len() int           { return len(h) }
func (h lowest) Less(i, j int) bool { return h[i] < h[j] }
func (h lowest) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push implements heap.Interface.
func (h *lowest) Push(x any) { *h = append(*h, x.(int)) }

// Pop implements heap.Interface.
func (h *lowest) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// order returns the kernels in their own order, as far as none comes before one whose results it needs.
func order(f *Function) []int {
	waiting := make([]int, len(f.Kernels))
	for i := range f.Kernels {
		waiting[i] = max(len(f.Kernels[i].Args), 1)
	}
	var out []int
	ready := &lowest{0}
	for ready.Len() > 0 {
		i := heap.Pop(ready).(int)
		if i > 0 {
			out = append(out, i)
		}
		for _, list := range f.Kernels[i].UsedBy {
			for _, user := range list {
				if waiting[user]--; waiting[user] == 0 {
					heap.Push(ready, int(user))
				}
			}
		}
	}
	return out
}

// kernel makes the operation of a kernel.
func (d *decoder) kernel(b *ir.Builder, f *Function, k *Kernel, regs []*ir.Value, depth int) (*ir.Op, error) {
	name := d.file.Kernels[k.Code]
	if name == "" {
		return nil, diag.Errorf(codeDecode, diag.Span{}, "a kernel has no name")
	}
	def := d.ctx.OpDef(name)
	if def == nil {
		def = d.ctx.UnregisteredOpDef(name)
	}
	s := ir.OpState{Def: def, Results: []ir.Type{}}
	for _, reg := range k.Args {
		s.Operands = append(s.Operands, regs[reg])
	}
	for _, reg := range k.Results {
		s.Results = append(s.Results, d.typ[f.Registers[reg].Type])
	}
	for i, off := range k.Attrs {
		if k.AttrNames[i] == "" {
			return nil, diag.Errorf(codeDecode, diag.Span{}, "an attribute of %s has no name", name)
		}
		if def == tfrt.JITExecute && k.AttrNames[i] == bodyAttribute {
			if err := d.compiledRegion(&s, off); err != nil {
				return nil, err
			}
			continue
		}
		a, err := d.attr(off, d.file.AttributeTypes[off])
		if err != nil {
			return nil, err
		}
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: k.AttrNames[i], Value: a})
	}
	if err := d.functions(b, &s, k, depth); err != nil {
		return nil, err
	}
	return b.Create(s), nil
}

// compiledRegion adds the region that an attribute stands for.
func (d *decoder) compiledRegion(s *ir.OpState, off uint32) error {
	v, err := d.file.Attribute(off, SymbolRef)
	if err != nil || d.file.AttributeTypes[off] != SymbolRef {
		return diag.Errorf(codeDecode, diag.Span{}, "the attribute '%s' of %s is no module", bodyAttribute,
			s.Def.Name)
	}
	r, err := d.region(v.(*Symbol))
	if err == nil {
		s.Regions = append(s.Regions, r)
	}
	return err
}

// functions adds the functions of a kernel: those with a name are attributes, others regions.
func (d *decoder) functions(b *ir.Builder, s *ir.OpState, k *Kernel, depth int) error {
	var symbols []ir.Attr
	for _, i := range k.Functions {
		f := d.file.Functions[i]
		if f.Name != "" {
			symbols = append(symbols, d.ctx.SymbolRef(f.Name))
			continue
		}
		if f.Kind == Native {
			return diag.Errorf(codeDecode, diag.Span{},
				"function %d has no name, and is native: a region has kernels", i)
		}
		if d.seen[i] {
			return diag.Errorf(codeDecode, diag.Span{},
				"function %d has no name, and is a region of two kernels", i)
		}
		d.seen[i] = true
		block := b.NewBlock(d.typesAt(f.Args)...)
		s.Regions = append(s.Regions, b.NewRegion(block))
		if err := d.body(block, f, depth+1); err != nil {
			return err
		}
	}
	if len(symbols) == 0 {
		return nil
	}
	if s.Def == tfrt.Case {
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: "branches", Value: d.ctx.Array(symbols)})
		return nil
	}
	names := symbolNames(s.Def)
	for i, ref := range symbols {
		name := fmt.Sprintf("function%d", i)
		if i < len(names) {
			name = names[i]
		}
		s.Attrs = append(s.Attrs, ir.NamedAttr{Name: name, Value: ref})
	}
	return nil
}

// symbolNames returns the names of the attributes of an operation that are functions, sorted.
func symbolNames(def *ir.OpDef) []string {
	var names []string
	for _, a := range def.Attrs {
		if a.Type.Summary == "flat symbol reference attribute" {
			names = append(names, a.Name)
		}
	}
	slices.SortFunc(names, cmp.Compare)
	return names
}

// attr makes an attribute of the section of attributes.
func (d *decoder) attr(off uint32, t AttributeType) (ir.Attr, error) {
	return d.attrOf(d.file.attributes(), int(off), t, 0)
}

func (d *decoder) attrOf(s *section, off int, t AttributeType, depth int) (ir.Attr, error) {
	if t == Aggregate {
		return d.aggregate(s, off, depth)
	}
	v, err := s.attribute(off, t, depth)
	if err != nil {
		return nil, diag.Errorf(codeDecode, diag.Span{}, "%v", err)
	}
	switch v := v.(type) {
	case Number:
		return d.number(v)
	case string:
		return d.ctx.String(v), nil
	case *Symbol:
		return d.symbol(v)
	case *Dimensions:
		return v.attr(d.ctx), nil
	case *Elements:
		return d.ctx.Dense(d.ctx.Tensor(v.Extents, d.numberType(v.Type), nil), string(v.Data), false), nil
	}
	list := []ir.Attr{}
	for _, e := range v.([]any) {
		a, err := d.number(e.(Number))
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return d.ctx.Array(list), nil
}

// aggregate makes a list of an aggregate.
func (d *decoder) aggregate(s *section, off, depth int) (ir.Attr, error) {
	elems, err := s.elements(off, depth)
	if err != nil {
		return nil, diag.Errorf(codeDecode, diag.Span{}, "%v", err)
	}
	list := make([]ir.Attr, len(elems))
	for i, e := range elems {
		if list[i], err = d.attrOf(d.file.attributes(), e.at, e.typ, depth+1); err != nil {
			return nil, err
		}
	}
	return d.ctx.Array(list), nil
}

// number makes the attribute of a number, or of a type.
func (d *decoder) number(n Number) (ir.Attr, error) {
	c := d.ctx
	if n.Type == TypeCode {
		t := d.numberType(AttributeType(n.Bits))
		if t == nil {
			return nil, diag.Errorf(codeDecode, diag.Span{}, "%d is no code of a type", n.Bits)
		}
		return c.TypeAttr(t), nil
	}
	switch t := d.numberType(n.Type).(type) {
	case *ir.FloatType:
		return c.FloatBits(t, n.Bits), nil
	case *ir.IntegerType:
		if t.Width == 1 {
			return c.Bool(n.Bits != 0), nil
		}
		return c.Int(t, t.Wrap(n.Int())), nil
	}
	return nil, diag.Errorf(codeDecode, diag.Span{}, "%d is no code of a number", n.Type)
}

// numberType returns the type of a code, nil if it is none of numbers.
func (d *decoder) numberType(t AttributeType) ir.Type {
	c := d.ctx
	switch t {
	case UI8, UI16, UI32, UI64:
		return c.IntegerOf(8<<(t-UI8), ir.Unsigned)
	case I1:
		return c.I1
	case I8, I16, I32, I64:
		return c.Integer(8 << (t - I8))
	case F32:
		return c.F32
	case F64:
		return c.F64
	case F16:
		return c.F16
	case BF16:
		return c.BF16
	case Complex64:
		return c.Complex(c.F32)
	case Complex128:
		return c.Complex(c.F64)
	}
	return nil
}

// symbol adds the module that a symbol is in to the program.
func (d *decoder) symbol(s *Symbol) (ir.Attr, error) {
	if !d.modules[s.Root] {
		d.modules[s.Root] = true
		m, errs := text.Parse(d.ctx, diag.NewFile("module of @"+s.Root, []byte(s.Module)), text.Options{})
		if errs.HasErrors() {
			return nil, errs.Err()
		}
		if m.SymbolName() != s.Root {
			return nil, diag.Errorf(codeDecode, diag.Span{}, "the module of symbol '%s' has another name",
				s.Root)
		}
		m.MoveToEnd(d.module.Body())
	}
	return d.ctx.SymbolRef(s.Root, s.Nested...), nil
}
