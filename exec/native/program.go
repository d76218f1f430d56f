package native

import (
	"context"
	_ "embed"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/exec/asyncrt"
	"github.com/inflight-compiler/inflight/exec/gpurt"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/llvm"
	"github.com/inflight-compiler/inflight/value"
)

var (
	//go:embed src/host.c
	hostSource string
	//go:embed src/bfloat.h
	bfloatSource string
	//go:embed src/print.h
	printSource string
	//go:embed src/standalone.h
	standaloneSource string
)

// Program is a compiled program: an executable in the cache, with the data for a run.
type Program struct {
	entry      *llvm.Entry
	signature  value.Signature
	executable *kept
	span       diag.Span                // of the entry
	assertions map[diag.Place]diag.Span // spans of the program's places, for messages
}

// flags are clang's flags for machine code. No operations on numbers are fused or reordered.
var flags = append([]string{"-O3", "-march=native", "-ffp-contract=off", "-fPIC", "-pthread",
	"-Wno-override-module"}, withoutFlushing()...)

// withoutFlushing returns the flags that exclude instructions for bf16 which treat subnormal numbers as 0.
// x86 has such instructions.
func withoutFlushing() []string {
	if runtime.GOARCH != "amd64" {
		return nil
	}
	return []string{"-mno-avx512bf16", "-mno-avxneconvert", "-mno-avx10.2"}
}

// wrapped are the functions whose calls the linker redirects to the host.
var wrapped = []string{"-Wl,--wrap=malloc", "-Wl,--wrap=aligned_alloc"}

// Compile makes an executable that begins with the function entry of a module. The module is not changed.
func Compile(ctx context.Context, module *ir.Op, entryName string, c config.Code) (*Program, error) {
	fn := ir.NewSymbolTables().Lookup(module, entryName)
	cc, err := findClang(ctx)
	if err != nil {
		return nil, locate(err, fn.Span())
	}
	e, err := llvm.EntryOf(fn)
	if err != nil {
		return nil, err
	}
	text, err := llvm.Text(ctx, module, entryName, c)
	if err != nil {
		return nil, err
	}
	p := &Program{entry: e, signature: value.SignatureOf(fn), span: fn.Span(), assertions: places(module)}
	if p.executable, err = cc.executable(ctx, string(text), llvm.HasDevice(module)); err != nil {
		return nil, explain(err, module, fn)
	}
	return p, nil
}

// Inputs and Outputs return the types of the arguments and results.
func (p *Program) Inputs() []ir.Type { return p.entry.Inputs }

// Outputs returns the types of the results.
func (p *Program) Outputs() []ir.Type { return p.entry.Outputs }

// executable returns the executable of a program in LLVM IR. If device is set, it contains the runtime of a
// device.
func (c *clang) executable(ctx context.Context, text string, device bool) (*kept, error) {
	defer interrupt.Hold(ctx)() // until folders and processes are removed
	objects, err := c.runtime(ctx)
	// With the files that are added below. The garbage collector may close a file that nothing refers to.
	defer func() { objects.close() }()
	if err != nil {
		return nil, err
	}
	if device {
		if err := c.addDevice(ctx, &objects); err != nil {
			return nil, err
		}
	}
	return cached(key(append(objects.keys(), "executable", c.identity, strings.Join(flags, " "), text)...),
		func(folder, file string) error {
			if err := write(folder, map[string]string{"program.ll": text}); err != nil {
				return err
			}
			args := append(slices.Concat(flags, wrapped, objects.inline(), objects.links()), "program.ll",
				"-lm",
				"-o", file)
			return c.run(ctx, folder, args...)
		})
}

// objects are the files from which machine code is made besides the program.
type objects struct {
	linked  []*kept // the host and the asynchronous runtime
	bitcode *kept   // parts of the runtime that become part of the program, as LLVM bitcode
}

// inline returns the flags that compile functions of the runtime into the program.
func (o objects) inline() []string {
	return []string{"-Xclang", "-mlink-builtin-bitcode", "-Xclang", o.bitcode.reach()}
}

// links returns the files that the linker links with the program.
func (o objects) links() []string {
	names := make([]string, len(o.linked))
	for i, k := range o.linked {
		names[i] = k.reach()
	}
	return names
}

// keys returns the keys of all files.
func (o objects) keys() []string {
	var keys []string
	for _, k := range append(slices.Clone(o.linked), o.bitcode) {
		keys = append(keys, k.key)
	}
	return keys
}

// close closes all files.
func (o objects) close() {
	for _, k := range append(slices.Clone(o.linked), o.bitcode) {
		if k != nil {
			_ = k.Close()
		}
	}
}

// hostFiles returns the host's source file and the files that it includes.
func hostFiles() map[string]string {
	return map[string]string{"host.c": hostSource, "bfloat.h": bfloatSource, "print.h": printSource,
		"standalone.h": standaloneSource}
}

// runtime returns the object files of every executable.
func (c *clang) runtime(ctx context.Context) (objects, error) {
	host, err := c.object(ctx, "host.c", append(flags, "-D_GNU_SOURCE"), hostFiles())
	if err != nil {
		return objects{}, err
	}
	return c.withAsync(ctx, host)
}

// withAsync returns the objects of a program with a host.
func (c *clang) withAsync(ctx context.Context, host *kept) (objects, error) {
	async, err := c.object(ctx, asyncrt.Main, asyncrt.Flags(), embedded(asyncrt.Sources()))
	if err != nil {
		return objects{linked: []*kept{host}}, err
	}
	inline, err := c.object(ctx, asyncrt.Inline, append(asyncrt.Flags(), "-emit-llvm"),
		embedded(asyncrt.Sources()))
	return objects{[]*kept{host, async}, inline}, err
}

// addDevice adds the runtime of a device to the objects of a program.
func (c *clang) addDevice(ctx context.Context, objects *objects) error {
	device, err := c.object(ctx, gpurt.Main, gpurt.Flags(), embedded(gpurt.Sources()))
	if err == nil {
		objects.linked = append(objects.linked, device)
	}
	return err
}

// embedded returns the contents of the files of an embedded folder, by name.
func embedded(folder fs.FS) map[string]string {
	files := map[string]string{}
	_ = fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, _ error) error {
		if !d.IsDir() {
			content, _ := fs.ReadFile(folder, name) // the file is embedded
			files[name] = string(content)
		}
		return nil
	})
	return files
}

// object returns the object file of C sources.
func (c *clang) object(ctx context.Context, main string, flags []string, files map[string]string) (*kept,
	error) {
	defer interrupt.Hold(ctx)()
	parts := []string{"object", c.identity, strings.Join(flags, " "), main}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		parts = append(parts, name, files[name])
	}
	return runtimes.cached(key(parts...)+".o", func(folder, file string) error {
		if err := write(folder, files); err != nil {
			return err
		}
		return c.run(ctx, folder, append(slices.Clone(flags), "-c", main, "-o", filepath.Base(file))...)
	})
}

// locate gives a diagnostic without a place the place at.
func locate(err error, at diag.Span) error {
	if d, ok := errors.AsType[*diag.Diagnostic](err); ok && !d.Span.IsKnown() {
		d.Span = at
	}
	return err
}

// explain returns clang's error as a diagnostic at the place in the program.
func explain(err error, module, fn *ir.Op) error {
	c, ok := errors.AsType[*clangError](err)
	if !ok {
		return locate(err, fn.Span())
	}
	if name := missing(err); name != "" {
		at := fn
		if op := ir.NewSymbolTables().Lookup(module, name); op != nil && op.Is(function.Func) {
			at = op
		}
		return diag.Errorf(codeClang, at.Span(), "nothing defines the function '@%s'", name).
			Suggest("give it a body, or run with --engine sim if that knows it")
	}
	first, _, _ := strings.Cut(c.output, "\n")
	return diag.Errorf(codeClang, fn.Span(), "clang cannot compile the program: %s", first).Because(err)
}

// places returns the spans of a program's operations by their places.
func places(module *ir.Op) map[diag.Place]diag.Span {
	all := map[diag.Place]diag.Span{}
	for op := range module.Walk() {
		span := op.Span()
		if at := span.Place(); span.IsKnown() {
			if _, ok := all[at]; !ok {
				all[at] = span
			}
		}
	}
	return all
}

// Run executes the program. Buffers of arguments are changed in place.
func (p *Program) Run(ctx context.Context, args []value.Value, o config.Run) ([]value.Value, error) {
	return run(ctx, p, args, o)
}
