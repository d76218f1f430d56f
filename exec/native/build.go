package native

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

var codeBuild = diag.Register("native-build", "what was built cannot be written",
	"The operating system refused to write the file that -o names. The message has its reason.")

// BuildExecutable writes an executable that runs the function entry of a module on the arguments of its command line.
func BuildExecutable(ctx context.Context, module *ir.Op, entry, file string, c Config) error {
	p, err := Compile(ctx, module, entry, c)
	if err != nil {
		return err
	}
	return install(p.executable, file, 0o755)
}

// BuildLibrary writes a shared library with the public functions of a module, and beside it a C header that declares them.
func BuildLibrary(ctx context.Context, module *ir.Op, file string, c Config) error {
	cc, err := findClang()
	if err != nil {
		return locate(err, module.Span())
	}
	text, err := LibraryText(module, c)
	if err != nil {
		return err
	}
	header, err := header(module, strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
	if err != nil {
		return err
	}
	made, err := cc.sharedObject(ctx, string(text), HasDevice(module))
	if err != nil {
		return explain(err, module, module)
	}
	if err := install(made, file, 0o755); err != nil {
		return err
	}
	return installFrom(strings.NewReader(header), strings.TrimSuffix(file, filepath.Ext(file))+".h", 0o644)
}

// LibraryText returns the LLVM IR of a program that others are to call: each public function has a companion with the prefix
// _mlir_ciface_ that C can call.
func LibraryText(module *ir.Op, c Config) ([]byte, error) {
	module = module.Clone(nil)
	public := map[string]bool{}
	for _, fn := range publicFunctions(module) {
		fn.SetAttr("llvm.emit_c_interface", module.Context().Unit)
		public[interfaceName(fn.SymbolName())] = true
	}
	if err := lower(module, c); err != nil {
		return nil, err
	}
	hide(module)
	for op := range module.Body().Ops() {
		if op.Is(llvm.Func) && public[op.SymbolName()] {
			op.SetAttr("linkage", module.Context().Enum(llvm.Linkage, llvm.LinkageExternal))
		}
	}
	sweep(module)
	return print(module)
}

func interfaceName(name string) string { return "_mlir_ciface_" + name }

// publicFunctions returns the functions that others may call.
func publicFunctions(module *ir.Op) []*ir.Op {
	var list []*ir.Op
	for op := range module.Body().Ops() {
		if op.Is(function.Func) && op.Body() != nil && op.StringAttr("sym_visibility") != "private" {
			list = append(list, op)
		}
	}
	return list
}

// sharedObject returns the shared library of a program in LLVM IR, in the cache.
func (c *clang) sharedObject(ctx context.Context, text string, device bool) (string, error) {
	host, err := c.object(ctx, "host.c", append(slices.Clone(flags), "-D_GNU_SOURCE", "-DINFLIGHT_LIBRARY"),
		hostFiles())
	if err != nil {
		return "", err
	}
	objects, err := c.withAsync(ctx, host)
	if err != nil {
		return "", err
	}
	if device {
		if err := c.addDevice(ctx, &objects); err != nil {
			return "", err
		}
	}
	// The library has a runtime of its own, whatever other library has one too: parts of it are in the program.
	flags := append(slices.Clone(flags), "-shared", "-Wl,-Bsymbolic", "-fvisibility=hidden")
	return cached(key(append(objects.all(), "library", c.identity, strings.Join(flags, " "), text)...)+".so", func(folder, file string) error {
		if err := write(folder, map[string]string{"program.ll": text}); err != nil {
			return err
		}
		return c.run(ctx, folder, append(slices.Concat(flags, wrapped, objects.inline(), objects.linked), "program.ll", "-lm", "-Wl,-z,defs", "-o", file)...)
	})
}

// install copies a file: the copy appears whole or not at all.
func install(from, to string, mode os.FileMode) error {
	f, err := os.Open(from)
	if err != nil {
		return cacheError(err)
	}
	defer func() { _ = f.Close() }()
	return installFrom(f, to, mode)
}

func installFrom(from io.Reader, to string, mode os.FileMode) (err error) {
	defer func() {
		if err != nil {
			err = diag.Errorf(codeBuild, diag.Place{Filename: to}.Span(), "cannot write the file: %v", err).Because(err)
		}
	}()
	f, err := os.CreateTemp(filepath.Dir(to), ".inflight-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // it may be in place already
	_, err = io.Copy(f, from)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(f.Name(), mode)
	}
	if err == nil {
		err = os.Rename(f.Name(), to)
	}
	return err
}

// header returns the C declarations of a module's public functions.
func header(module *ir.Op, name string) (string, error) {
	h := &headerWriter{}
	for _, fn := range publicFunctions(module) {
		if err := h.function(fn); err != nil {
			return "", err
		}
	}
	guard := "INFLIGHT_" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, name) + "_H"
	return "// " + name + ": what the library defines. Made by inflight build.\n" + headerComment +
		"#ifndef " + guard + "\n#define " + guard + "\n\n#include <stdbool.h>\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" +
		h.types.String() + h.functions.String() + "#ifdef __cplusplus\n}\n#endif\n\n#endif\n", nil
}

const headerComment = `//
// Memory is passed by the address of a descriptor. Element (i, j, ...) is aligned[offset + i*strides[0] + j*strides[1] + ...];
// allocated is what free() takes, and may be aligned. A function with one number as result returns it; other results are
// written to the address that is the first argument, memory by its descriptor, which is the caller's to free. Distinct
// arguments must not overlap. An assertion that does not hold prints its message and aborts.

`

// headerWriter collects the types and the functions of a header.
type headerWriter struct {
	types, functions strings.Builder
	declared         map[string]bool
}

func (h *headerWriter) function(fn *ir.Op) error {
	t := fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType)
	for _, typ := range slices.Concat(t.Inputs, t.Results) {
		if !passes(typ) {
			return fn.Errorf(codeSignature, "'@%s' has an argument or a result of type '%v', which C does not have", fn.SymbolName(), typ).
				Suggest("make the function private, or use ranked memrefs, integers, index or floats")
		}
	}
	var params []string
	result := "void"
	switch {
	case len(t.Results) == 1 && !isMemory(t.Results[0]):
		result = cType(t.Results[0])
	case len(t.Results) == 1:
		params = append(params, h.descriptor(t.Results[0])+" *result")
	case len(t.Results) > 1:
		params = append(params, h.results(fn.SymbolName(), t.Results)+" *result")
	}
	for i, typ := range t.Inputs {
		name := fn.Body().Arg(i).Name()
		if !isIdentifier(name) {
			name = fmt.Sprintf("arg%d", i)
		}
		if isMemory(typ) {
			params = append(params, h.descriptor(typ)+" *"+name)
		} else {
			params = append(params, cType(typ)+" "+name)
		}
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	fmt.Fprintf(&h.functions, "// %s\n%s %s(%s);\n\n", t, result, interfaceName(fn.SymbolName()), strings.Join(params, ", "))
	return nil
}

func isMemory(t ir.Type) bool { _, ok := t.(*ir.MemRefType); return ok }

// isIdentifier reports whether a name is one of C, and no keyword of one letter's case.
func isIdentifier(name string) bool {
	for i := range len(name) {
		c := name[i]
		if !(c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || i > 0 && c >= '0' && c <= '9') {
			return false
		}
	}
	return name != "" && !slices.Contains(keywords, name) && name != "result"
}

var keywords = strings.Fields("auto bool break case char const continue default do double else enum extern false float for goto if inline int " +
	"long register restrict return short signed sizeof static struct switch true typedef union unsigned void volatile while " +
	"class delete new operator private protected public template this throw try using virtual namespace and or not xor")

// cType returns the type of C that a scalar has.
func cType(t ir.Type) string {
	switch t := t.(type) {
	case *ir.FloatType:
		return map[ir.FloatKind]string{ir.F16: "_Float16", ir.BF16: "__bf16", ir.F32: "float", ir.F64: "double"}[t.Kind]
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

// descriptor returns the struct that describes memory of a type, and declares it.
func (h *headerWriter) descriptor(t ir.Type) string {
	m := t.(*ir.MemRefType)
	name := fmt.Sprintf("inflight_%s_%d", m.Elem, len(m.Shape))
	dims := ""
	if n := len(m.Shape); n > 0 {
		dims = fmt.Sprintf(" int64_t sizes[%d], strides[%d];", n, n)
	}
	h.declare(name, fmt.Sprintf("typedef struct %s { %s *allocated, *aligned; int64_t offset;%s } %[1]s;\n\n", name, cType(m.Elem), dims))
	return name
}

// results returns the struct of several results.
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
		// It may be declared by another header as well.
		fmt.Fprintf(&h.types, "#ifndef %s_DECLARED\n#define %[1]s_DECLARED\n%s#endif\n\n", name, strings.TrimSuffix(text, "\n"))
	}
}
