package llvm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Header returns the C declarations of a module's public functions.
func Header(module *ir.Op, name string) (string, error) {
	h := &headerWriter{symbols: symbolsOf(module)}
	for _, fn := range publicFunctions(module) {
		if err := h.function(fn); err != nil {
			return "", err
		}
	}
	guard := "INFLIGHT_HEADER_" + mangle(name)
	return comment(name+": what the library defines. Made by inflight build.") + headerComment +
		"#ifndef " + guard + "\n#define " + guard +
		"\n\n#include <stdbool.h>\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" +
		h.types.String() + h.functions.String() + "#ifdef __cplusplus\n}\n#endif\n\n#endif\n", nil
}

// comment returns a line of C that is a comment. No character of the text ends the line, or joins it with the
// next one.
func comment(text string) string {
	text = diag.Printable(text)
	if strings.HasSuffix(text, `\`) || strings.HasSuffix(text, "??/") {
		text += " ."
	}
	return "// " + text + "\n"
}

const headerComment = `//
// Memory is passed by the address of a descriptor. Element (i, j, ...) is aligned[offset + i*strides[0] + j*strides[1] + ...];
// allocated is what free() takes, and may be aligned. A function with one number as result returns it; other results are
// written to the address that is the first argument, memory by its descriptor, which is the caller's to free. Distinct
// arguments must not overlap. An assertion that does not hold prints its message and aborts. In front of each declaration stands
// the function that it is of; characters that names have in the program and not in C stand in C's as _x and their numbers.

`

// headerWriter collects the types and the functions of a header.
type headerWriter struct {
	symbols          symbols
	types, functions strings.Builder
	declared         map[string]bool
}

func (h *headerWriter) function(fn *ir.Op) error {
	t := fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType)
	for _, typ := range slices.Concat(t.Inputs, t.Results) {
		if !passes(typ) {
			return fn.Errorf(codeSignature,
				"'@%s' has an argument or a result of type '%v', which C does not have", fn.SymbolName(),
				typ).
				Suggest("make the function private, or use ranked memrefs, integers, index or floats")
		}
	}
	name, result := h.symbols[fn.SymbolName()], "void"
	var params []string
	switch {
	case len(t.Results) == 1 && !isMemory(t.Results[0]):
		result = cType(t.Results[0])
	case len(t.Results) == 1:
		params = append(params, h.descriptor(t.Results[0])+" *result")
	case len(t.Results) > 1:
		params = append(params, h.results(name, t.Results)+" *result")
	}
	names := parameterNames(fn)
	for i, typ := range t.Inputs {
		if isMemory(typ) {
			params = append(params, h.descriptor(typ)+" *"+names[i])
		} else {
			params = append(params, cType(typ)+" "+names[i])
		}
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	ref := fn.Context().SymbolRef(fn.SymbolName())
	fmt.Fprintf(&h.functions, "%s%s %s(%s);\n\n", comment(fmt.Sprintf("%v: %v", ref, t)), result,
		interfaceName(name), strings.Join(params, ", "))
	return nil
}

// parameterNames returns a different name for each parameter of a function. It is the name of the argument,
// unless that has another meaning in C or C++.
func parameterNames(fn *ir.Op) []string {
	args := fn.Body().Args()
	names, taken := make([]string, len(args)), map[string]bool{"result": true}
	for i, v := range args {
		if name := v.Name(); isParameter(name) && !taken[name] {
			names[i], taken[name] = name, true
		}
	}
	for i, n := range names {
		for k := i; n == ""; k++ {
			if name := fmt.Sprintf("arg%d", k); !taken[name] {
				n, taken[name] = name, true
			}
		}
		names[i] = n
	}
	return names
}

// isParameter reports whether a name of the program can be the name of a parameter. It must be an identifier,
// and no keyword, no type and no macro. A name may be a macro of <stdint.h> or of the compiler if it has an
// underscore and no small letter, begins with an underscore, or is in macros.
func isParameter(name string) bool {
	return isIdentifier(name) && name[0] != '_' && !strings.HasPrefix(name, "inflight_") &&
		!strings.HasSuffix(name, "_t") &&
		!(strings.Contains(name, "_") && name == strings.ToUpper(name)) && !slices.Contains(keywords, name) &&
		!slices.Contains(macros, name)
}

// keywords are the keywords of C23 and C++23.
var keywords = strings.Fields(
	"alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t " +
		"class co_await " +
		"co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype " +
		"default delete do double dynamic_cast else " +
		"enum explicit export extern false float for friend goto if inline int long mutable namespace new " +
		"noexcept not not_eq nullptr operator or or_eq " +
		"private protected public register reinterpret_cast requires restrict return short signed sizeof " +
		"static static_assert static_cast struct switch " +
		"template this thread_local throw true try typedef typeid typename typeof typeof_unqual union " +
		"unsigned " +
		"using virtual void volatile wchar_t while " +
		"xor xor_eq")

// macros are macros that compilers define by themselves, although the standards leave their names to
// programs.
var macros = strings.Fields("linux unix i386")

func isMemory(t ir.Type) bool { _, ok := t.(*ir.MemRefType); return ok }

// cType returns the C type of a scalar.
func cType(t ir.Type) string {
	switch t := t.(type) {
	case *ir.FloatType:
		return map[ir.FloatKind]string{ir.F16: "_Float16", ir.BF16: "__bf16", ir.F32: "float",
			ir.F64: "double"}[t.Kind]
	case *ir.IntegerType:
		if t.Width == 1 {
			return "bool"
		}
		for _, w := range []uint32{8, 16, 32} {
			if t.Width <= w {
				return fmt.Sprintf("int%d_t", w)
			}
		}
	}
	return "int64_t"
}

// descriptor returns the name of the struct that describes memory of a type, and declares the struct.
func (h *headerWriter) descriptor(t ir.Type) string {
	m := t.(*ir.MemRefType)
	name := fmt.Sprintf("inflight_%s_%d", m.Elem, len(m.Shape))
	dims := ""
	if n := len(m.Shape); n > 0 {
		dims = fmt.Sprintf(" int64_t sizes[%d], strides[%d];", n, n)
	}
	h.declare(name, fmt.Sprintf("typedef struct %s { %s *allocated, *aligned; int64_t offset;%s } %[1]s;\n\n",
		name, cType(m.Elem), dims))
	return name
}

// results returns the name of the struct of several results, and declares the struct.
func (h *headerWriter) results(fn string, types []ir.Type) string {
	name := "inflight_results_" + fn
	body := ""
	for i, t := range types {
		if isMemory(t) {
			body += fmt.Sprintf(" %s result%d;", h.descriptor(t), i)
		} else {
			body += fmt.Sprintf(" %s result%d;", cType(t), i)
		}
	}
	h.declare(name, fmt.Sprintf("typedef struct %s {%s } %[1]s;\n\n", name, body))
	return name
}

func (h *headerWriter) declare(name, text string) {
	if h.declared == nil {
		h.declared = map[string]bool{}
	}
	if !h.declared[name] {
		h.declared[name] = true
		// Another header may declare the struct as well.
		fmt.Fprintf(&h.types, "#ifndef INFLIGHT_DECLARED_%s\n#define INFLIGHT_DECLARED_%[1]s\n%s#endif\n\n",
			name, strings.TrimSuffix(text, "\n"))
	}
}
