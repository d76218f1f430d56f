package main

import (
	"cmp"
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/exec/native"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// buildFlags are the flags of inflight build.
type buildFlags struct {
	entry, output, emit, target string
	boundsChecks, deviceGraphs  bool
	lineInfo                    bool // in PTX
}

func (f *buildFlags) config() inflight.BuildConfig {
	return inflight.BuildConfig{Entry: f.entry,
		Code: exec.Code{BoundsChecks: f.boundsChecks, DeviceGraphs: f.deviceGraphs}}
}

// compiled reports whether clang makes the output.
func (f *buildFlags) compiled() bool { return f.emit == "exe" || f.emit == "lib" || f.emit == "obj" }

// headerFile returns the name of the C header beside a library.
func (f *buildFlags) headerFile() string {
	return strings.TrimSuffix(f.output, filepath.Ext(f.output)) + ".h"
}

func (a *app) buildCommand() *cobra.Command {
	var flags buildFlags
	c := &cobra.Command{
		Use:   "build FILE",
		Short: "Compile a program to an executable, a library, an object file, LLVM IR, WebAssembly, or PTX",
		Long: `Build pipelines the annotated loops and compiles the result with clang 22 for
this machine. An executable runs the entry on the arguments of its command line:
numbers, and .npy files, which are changed in place; results are printed. A
shared library, with a name in .so, has every public function; a C header beside
it says how to call them. So has a static library, with a name in .a, and an
object file, in .o: 'cc main.c FILE.o -lm -pthread' makes a program of it. A
module of WebAssembly, with a name in .wasm, needs no clang;
examples/wasm/inflight.mjs calls it under node and in browsers. PTX, with a name
in .ptx, has the kernels of a gpu.module for NVIDIA's devices; a file in .json
beside it describes them.`,
		Example: "  inflight build examples/gemm/small.mlir -o /tmp/gemm\n" +
			"  inflight build examples/gemm/small.mlir -o /tmp/libgemm.so   # and /tmp/libgemm.h\n" +
			"  inflight build examples/gemm/small.mlir -o /tmp/gemm.o   # and /tmp/gemm.h\n" +
			"  inflight build examples/gemm/small.mlir --emit llvm --bounds-checks\n" +
			"  inflight build examples/wasm/saxpy.mlir -o /tmp/saxpy.wasm\n" +
			"  inflight build examples/wasm/saxpy.mlir --emit wasm -o /tmp/k.wasm\n" +
			"  inflight build examples/gpu/triad.mlir -o /tmp/triad.ptx   # and /tmp/triad.json",
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error { return a.build(c.Context(), args[0], flags) },
	}
	c.Flags().StringVar(&flags.entry, "entry", "",
		"`function` that an executable runs (default: the only\none, or @main), or that WebAssembly "+
			"exports\n(default: all)")
	c.Flags().StringVarP(&flags.output, "output", "o", "",
		"`file` to write; a name in .so means a library\n(default: stdout, for --emit llvm)")
	c.Flags().StringVar(&flags.emit, "emit", "",
		"`kind` of output: exe, lib, obj, llvm, wasm\nor ptx (default: by the name of the file)")
	c.Flags().StringVar(&flags.target, "target", "",
		"`device` that PTX is for, as in sm_80 (default: the\nleast one that has all instructions)")
	c.Flags().BoolVar(&flags.lineInfo, "line-info", false,
		"say in PTX which line of the source an instruction\ncomes from, for profilers and debuggers")
	oneOf(c, "emit", false, buildKinds...)
	machineCode(c, &flags.boundsChecks, &flags.deviceGraphs)
	a.inputFormat(c)
	return c
}

// buildKinds are the kinds of output.
var buildKinds = []string{"exe", "lib", "obj", "llvm", "wasm", "ptx"}

// kindOfEnding has the kind of output for the extension of a file's name.
var kindOfEnding = map[string]string{".so": "lib", ".o": "obj", ".a": "obj", ".ll": "llvm", ".wasm": "wasm",
	".ptx": "ptx"}

// notBuilt has the messages for extensions of files that Inflight does not build. Each message says what it
// builds instead.
var notBuilt = map[string]string{
	".obj":   "object files for Windows are not built; -o FILE.o builds one for this machine",
	".lib":   "libraries for Windows are not built; -o FILE.a builds one for this machine",
	".dll":   "libraries for Windows are not built; -o FILE.so builds one for this machine",
	".dylib": "libraries for macOS are not built; -o FILE.so builds one for this machine",
	".exe":   "programs for Windows are not built; -o FILE builds one for this machine",
	".s":     "assembly is not built; --emit llvm -o FILE.ll gives LLVM IR, and llc assembly of it",
	".bc":    "LLVM's bitcode is not built; -o FILE.ll gives LLVM IR, and llvm-as bitcode of it",
	".cubin": "machine code of GPUs is not built; -o FILE.ptx gives PTX, and ptxas machine code of it",
	".spv":   "SPIR-V is not built; -o FILE.ptx gives PTX",
	".mlir":  "that would be the name of a program; inflight opt FILE -o writes MLIR",
	".py":    "that would be the name of a program; inflight translate writes TVMScript",
	".c":     "C is not built; -o FILE.so or FILE.o builds a library, with a header for C",
	".h":     "a header comes with a library: -o FILE.so, FILE.a or FILE.o",
	".json":  "a description of kernels comes with them: -o FILE.ptx",
	".npy":   "that would be the name of an array",
}

// chooseKind determines the kind of output from --emit and the extension of the file's name, which must
// agree.
func (f *buildFlags) chooseKind() error {
	ending := strings.ToLower(filepath.Ext(f.output))
	if why, ok := notBuilt[ending]; ok {
		return usagef("-o %s: %s", f.output,
			strings.ReplaceAll(why, "FILE", strings.TrimSuffix(f.output, filepath.Ext(f.output))))
	}
	kind := kindOfEnding[ending]
	switch {
	case f.emit == "":
		f.emit = cmp.Or(kind, "exe")
	case !slices.Contains(buildKinds, f.emit):
		return notOneOf("--emit", f.emit, buildKinds)
	case kind != "" && kind != f.emit:
		return usagef(
			"-o %s --emit %s: a name in %s is for --emit %s; give the file another name, or leave --emit out",
			f.output, f.emit, ending, kind)
	}
	return nil
}

func (a *app) build(ctx context.Context, file string, flags buildFlags) error {
	if err := flags.chooseKind(); err != nil {
		return err
	}
	switch {
	case flags.output == "" && flags.emit != "llvm" && flags.emit != "ptx":
		return usagef("-o is missing: the file to write")
	case flags.output == "-" && flags.compiled():
		return usagef("-o -: an executable, a library or an object file needs a file")
	case flags.output != "":
		if err := checkFolder(flags.output); err != nil {
			return err
		}
	}
	if flags.compiled() {
		if err := native.Ready(ctx); err != nil {
			return err
		}
	}
	m, err := a.readFor(ctx, file, true)
	if err != nil {
		return err
	}
	if m, err = a.pipeline(ctx, m); err != nil {
		return err
	}
	written := flags.output
	switch flags.emit {
	case "llvm":
		err = a.emitLLVM(ctx, m, flags)
	case "ptx":
		return a.emitPTX(ctx, m, flags)
	case "wasm":
		err = a.emitWebAssembly(ctx, m, flags)
	case "exe":
		err = m.BuildExecutable(ctx, flags.config(), flags.output)
	case "lib":
		err = m.BuildLibrary(ctx, flags.config(), flags.output)
		written += " and " + flags.headerFile()
	case "obj":
		err = m.BuildObject(ctx, flags.config(), flags.output)
		written += " and " + flags.headerFile()
	}
	if flags.compiled() {
		a.warn(native.CacheRemark())
	}
	if err == nil && written != "" && written != "-" {
		_, err = diag.Fprintf(a.out, "wrote %s\n", written)
	}
	return err
}

func (a *app) emitLLVM(ctx context.Context, m *inflight.Module, flags buildFlags) error {
	text, err := m.LLVM(ctx, flags.config())
	if err != nil {
		return err
	}
	return a.writeText(ctx, flags.output, text)
}

func (a *app) emitWebAssembly(ctx context.Context, m *inflight.Module, flags buildFlags) error {
	code, err := m.WebAssembly(ctx, flags.entry)
	if err != nil {
		return err
	}
	return a.writeText(ctx, flags.output, code)
}

// emitPTX writes the kernels. If they go to a file, it also writes their description.
func (a *app) emitPTX(ctx context.Context, m *inflight.Module, flags buildFlags) error {
	kernels, err := m.PTX(ctx, ptx.Options{Target: flags.target, Lines: flags.lineInfo})
	if err != nil {
		return err
	}
	a.warn(kernels.Remarks)
	if flags.output == "" || flags.output == "-" {
		return a.writeText(ctx, flags.output, []byte(kernels.Text))
	}
	description := strings.TrimSuffix(flags.output, filepath.Ext(flags.output)) + ".json"
	out := outFiles{ctx: ctx}
	defer out.discard()
	for file, content := range map[string][]byte{flags.output: []byte(kernels.Text),
		description: kernels.Metadata} {
		if err := out.add(file, func(w io.Writer) error {
			_, err := w.Write(content)
			return err
		}); err != nil {
			return err
		}
	}
	if err := out.commit(); err != nil {
		return err
	}
	_, err = diag.Fprintf(a.out, "wrote %s and %s\n", flags.output, description)
	return err
}

// writeText writes text to a file, or to stdout if its name is "" or "-".
func (a *app) writeText(ctx context.Context, file string, text []byte) error {
	if file == "" || file == "-" {
		_, err := a.out.Write(text)
		return err
	}
	return writeFile(ctx, file, func(w io.Writer) error { _, err := w.Write(text); return err })
}
