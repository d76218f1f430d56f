package gpukerneloutlining

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// outliner outlines the launches of a module.
type outliner struct {
	module *ir.Op
	at     *ir.Op            // modules for kernels are put in front of it, at the end if nil
	tables *ir.SymbolTables  // of the module as it was
	names  *names.Names      // of the module
	made   map[string]*ir.Op // modules for kernels, by name
	layout ir.Attr
}

// outline makes a kernel of a launch in a function, and a launch of that.
func (o *outliner) outline(fn, launch *ir.Op) error {
	name := fn.SymbolName() + "_kernel"
	if ref, ok := launch.Attr("function").(*ir.SymbolRefAttr); ok {
		name = ref.Root
	}
	kernel, args := kernelOf(launch, name)
	module, err := o.place(launch, kernel)
	if err != nil {
		return err
	}
	b := ir.At(launch)
	ref := b.Ctx.SymbolRef(module.SymbolName(), kernel.SymbolName())
	call := gpu.NewLaunchFunc(b, gpu.ConfigurationOf(launch), ref, args)
	launch.ReplaceAllUsesWith(call.Results())
	launch.Erase()
	return nil
}

// place puts a kernel into the module that its launch asks for, or into a new one, with what it refers to.
func (o *outliner) place(launch, kernel *ir.Op) (module *ir.Op, err error) {
	name := kernel.SymbolName()
	if ref, ok := launch.Attr("module").(*ir.SymbolRefAttr); ok {
		name = ref.Root
		module = o.existing(name)
	}
	if module == nil {
		module = o.newModule(launch, name)
	}
	if o.layout != nil {
		module.SetAttr(layoutAttr, o.layout)
	}
	kernel.SetAttr("sym_name", kernel.Context().String(names.New().Unique(module, kernel.SymbolName())))
	module.Body().Append(kernel)
	return module, o.takeAlong(module, kernel)
}

// existing returns the gpu.module of that name, nil if there is none.
func (o *outliner) existing(name string) *ir.Op {
	if m := o.made[name]; m != nil {
		return m
	}
	if m := o.tables.Lookup(o.module, name); m.Is(gpu.Module) {
		return m
	}
	return nil
}

func (o *outliner) newModule(launch *ir.Op, name string) *ir.Op {
	b := &ir.Builder{Ctx: launch.Context(), Loc: launch.Loc()}
	if b.SetEnd(o.module.Body()); o.at != nil {
		b.SetBefore(o.at)
	}
	m := gpu.NewModule(b, o.names.Unique(o.module, name))
	o.made[m.SymbolName()] = m
	o.tables.Add(m, nil)
	return m
}

// takeAlong copies into a module what a kernel refers to, and what that refers to.
func (o *outliner) takeAlong(module, kernel *ir.Op) error {
	has := map[string]bool{}
	for _, op := range symbols(module) {
		has[op.SymbolName()] = true
	}
	todo := []*ir.Op{kernel}
	for len(todo) > 0 {
		op := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for inner := range op.Walk() {
			for _, name := range references(inner) {
				if has[name] {
					continue
				}
				found := o.tables.Lookup(o.module, name)
				if found == nil {
					return inner.Errorf(codeOutlining,
						"the kernel refers to @%s, which is no symbol of the module around the launch", name)
				}
				has[name] = true
				found = found.Clone(nil)
				module.Body().Append(found)
				todo = append(todo, found)
			}
		}
	}
	return nil
}

// references returns the symbols that an operation refers to, of nested ones the innermost.
func references(op *ir.Op) (found []string) {
	var visit func(a ir.Attr)
	visit = func(a ir.Attr) {
		switch a := a.(type) {
		case *ir.SymbolRefAttr:
			name := a.Root
			if n := len(a.Nested); n > 0 {
				name = a.Nested[n-1]
			}
			found = append(found, name)
		case *ir.ArrayAttr:
			for _, e := range a.Elems {
				visit(e)
			}
		case *ir.DictAttr:
			for _, e := range a.Entries {
				visit(e.Value)
			}
		}
	}
	for _, list := range [2][]ir.NamedAttr{op.Properties(), op.Attrs()} {
		for _, a := range list {
			visit(a.Value)
		}
	}
	return found
}
