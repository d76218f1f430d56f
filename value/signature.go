package value

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Signature has the names and types of a function's parameters.
type Signature struct {
	Function string
	Names    []string // of the parameters, without %; "argN" for a parameter without a name
	Types    []ir.Type
}

// SignatureOf returns the signature of a function.
func SignatureOf(fn *ir.Op) Signature {
	s := Signature{Function: fn.SymbolName()}
	for i, v := range fn.Body().Args() {
		name := v.Name()
		if name == "" {
			name = fmt.Sprintf("arg%d", i)
		}
		s.Names, s.Types = append(s.Names, name), append(s.Types, v.Type())
	}
	return s
}

// Check returns an error if the number of arguments is wrong, or for the first argument that does not fit its
// parameter, with the expected type and the given one. fits says whether argument i fits.
func (s Signature) Check(code diag.Code, at diag.Span, args []Value, fits func(i int) bool) error {
	if len(args) != len(s.Types) {
		return diag.Errorf(code, at, "'@%s' takes %d arguments, but %d are given", s.Function, len(s.Types),
			len(args)).
			Suggest("its parameters are %s", s)
	}
	for i, a := range args {
		if !fits(i) {
			return diag.Errorf(code, at, "argument '%s' of '@%s' has the type %v, but %s is given",
				s.Names[i], s.Function, s.Types[i], a.typeText())
		}
	}
	if i, j, shared := SharedMemory(args); shared {
		return diag.Errorf(code, at, "arguments '%s' and '%s' of '@%s' share memory", s.Names[i], s.Names[j],
			s.Function).
			Suggest("give each argument memory of its own")
	}
	return nil
}

// String lists the parameters.
func (s Signature) String() string {
	list := make([]string, len(s.Types))
	for i, t := range s.Types {
		list[i] = fmt.Sprintf("%s: %v", s.Names[i], t)
	}
	return strings.Join(list, ", ")
}

// typeText describes a value: its type and, for memory, its extents.
func (v Value) typeText() string {
	b := v.Buffer
	switch {
	case b == nil && v.Type == nil:
		return "a value without a type"
	case b == nil:
		return fmt.Sprintf("a value of type %v", v.Type)
	case b.Type == nil:
		return "memory without a type"
	}
	text := fmt.Sprintf("memory of type %v", b.Type)
	for d, n := range b.Shape {
		if len(b.Type.Shape) != len(b.Shape) || b.Type.Shape[d] != n {
			return text + fmt.Sprintf(" with the extents %v", b.Shape)
		}
	}
	return text
}
