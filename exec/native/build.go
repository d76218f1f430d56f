package native

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/outfile"
)

var codeBuild = diag.Register("native-build", "what was built cannot be written",
	"The operating system refused to write the file that -o names. The message has its reason.")

// BuildExecutable writes an executable that runs the function entry of a module on the arguments of its command line.
func BuildExecutable(ctx context.Context, module *ir.Op, entry, file string, c Config) error {
	p, err := Compile(ctx, module, entry, c)
	if err != nil {
		return err
	}
	defer func() { _ = p.executable.Close() }()
	return install(ctx, p.executable, file, outfile.Executable)
}

// BuildLibrary writes a shared library with the public functions of a module, and beside it a C header that declares them.
func BuildLibrary(ctx context.Context, module *ir.Op, file string, c Config) error {
	cc, err := findClang(ctx)
	if err != nil {
		return locate(err, module.Span())
	}
	text, err := LibraryText(ctx, module, c)
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
	defer func() { _ = made.Close() }()
	if err := install(ctx, made, file, outfile.Executable); err != nil {
		return err
	}
	return install(ctx, strings.NewReader(header), strings.TrimSuffix(file, filepath.Ext(file))+".h", outfile.Data)
}

// LibraryText returns the LLVM IR of a program that others are to call: each public function has a companion with the prefix
// _mlir_ciface_ that C can call.
func LibraryText(ctx context.Context, module *ir.Op, c Config) ([]byte, error) {
	module = module.Clone(nil)
	symbols, public := symbolsOf(module), []string(nil)
	for _, fn := range publicFunctions(module) {
		fn.SetAttr("llvm.emit_c_interface", module.Context().Unit)
		public = append(public, fn.SymbolName())
	}
	symbols.setApart(module)
	if err := lower(ctx, module, c); err != nil {
		return nil, err
	}
	hide(module)
	symbols.export(module, public)
	sweep(module)
	return print(module)
}

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
func (c *clang) sharedObject(ctx context.Context, text string, device bool) (*kept, error) {
	defer interrupt.Hold(ctx)()
	host, err := c.object(ctx, "host.c", append(slices.Clone(flags), "-D_GNU_SOURCE", "-DINFLIGHT_LIBRARY"),
		hostFiles())
	if err != nil {
		return nil, err
	}
	objects, err := c.withAsync(ctx, host)
	defer func() { objects.close() }()
	if err != nil {
		return nil, err
	}
	if device {
		if err := c.addDevice(ctx, &objects); err != nil {
			return nil, err
		}
	}
	// The library has a runtime of its own, whatever other library has one too: parts of it are in the program.
	flags := append(slices.Clone(flags), "-shared", "-Wl,-Bsymbolic", "-fvisibility=hidden")
	return cached(key(append(objects.keys(), "library", c.identity, strings.Join(flags, " "), text)...)+".so", func(folder, file string) error {
		if err := write(folder, map[string]string{"program.ll": text}); err != nil {
			return err
		}
		return c.run(ctx, folder, append(slices.Concat(flags, wrapped, objects.inline(), objects.links()), "program.ll", "-lm", "-Wl,-z,defs", "-o", file)...)
	})
}

// install writes a file: it appears whole or not at all.
func install(ctx context.Context, from io.Reader, to string, mode os.FileMode) (err error) {
	defer func() {
		if err != nil {
			err = diag.Errorf(codeBuild, diag.Place{Filename: to}.Span(), "cannot write the file: %v", err).Because(err)
		}
	}()
	f, err := outfile.Create(to, mode)
	if err != nil {
		return err
	}
	defer interrupt.Hold(ctx)()
	defer f.Discard()
	if _, err := io.Copy(f, from); err != nil {
		return err
	}
	return f.Commit()
}
