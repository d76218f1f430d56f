package convertfunctollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// signature is a function's as LLVM has it. Each argument has become a group of arguments.
type signature struct {
	groups [][]ir.Type
	result ir.Type // void for none
	typ    ir.Type // the type of the function
	more   bool    // takes more arguments
}

// signatureOf converts the type of a function, which may take more arguments; it is nil if LLVM has no
// counterpart of a type in it.
func (l *lowering) signatureOf(types *llvmtypes.Types, t *ir.FunctionType, more bool) *signature {
	s := l.convertSignature(types, t)
	if s == nil {
		return nil
	}
	s.more = more
	s.typ = llvm.FunctionType(types.Ctx, s.result, s.args(), more)
	return s
}

func (l *lowering) convertSignature(types *llvmtypes.Types, t *ir.FunctionType) *signature {
	s := &signature{result: l.resultType(types, t.Results)}
	if s.result == nil {
		return nil
	}
	s.groups = make([][]ir.Type, 0, len(t.Inputs))
	for _, in := range t.Inputs {
		group := l.argument(types, in)
		if group == nil {
			return nil
		}
		s.groups = append(s.groups, group)
	}
	return s
}

// argument returns the types that an argument becomes, nil if there are none.
func (l *lowering) argument(types *llvmtypes.Types, t ir.Type) []ir.Type {
	to := types.Type(t)
	m, ok := t.(*ir.MemRefType)
	switch {
	case to == nil:
		return nil
	case !ok:
		return []ir.Type{to}
	case l.bare && !isBare(m):
		return nil
	case l.bare:
		space, _ := types.Space(m)
		return []ir.Type{types.Pointer(space)}
	}
	return types.MemberTypes(m)
}

// isBare reports whether a pointer to the first element says all about a memref.
func isBare(m *ir.MemRefType) bool {
	if !m.Ranked || !memref.IsStatic(m.Shape) {
		return false
	}
	strides, offset, ok := memref.Strides(m)
	return ok && offset != ir.Dynamic && memref.IsStatic(strides)
}

// resultType returns the type of what a function returns: void for nothing, a struct for several values.
func (l *lowering) resultType(types *llvmtypes.Types, results []ir.Type) ir.Type {
	switch len(results) {
	case 0:
		return types.Void()
	case 1:
		return l.result(types, results[0])
	}
	members := make([]ir.Type, len(results))
	for i, t := range results {
		if members[i] = l.result(types, t); members[i] == nil {
			return nil
		}
	}
	return llvm.StructType(types.Ctx, members...)
}

func (l *lowering) result(types *llvmtypes.Types, t ir.Type) ir.Type {
	if _, ok := t.(*ir.MemRefType); !ok || !l.bare {
		return types.Type(t)
	}
	if group := l.argument(types, t); group != nil {
		return group[0]
	}
	return nil
}

// args returns the types of all arguments.
func (s *signature) args() []ir.Type {
	n := 0
	for _, g := range s.groups {
		n += len(g)
	}
	list := make([]ir.Type, 0, n)
	for _, g := range s.groups {
		list = append(list, g...)
	}
	return list
}
