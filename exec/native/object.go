package native

import (
	"context"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/outfile"
	"github.com/inflight-compiler/inflight/target/llvm"
)

// BuildObject writes an object file or, for a name that ends in .a, a static library. It has the public
// functions of a module; a C header beside it declares them. The file only needs the C library: it also
// contains the runtime, under names that no other file uses, so that a program may have several such files.
func BuildObject(ctx context.Context, module *ir.Op, file string, c config.Code) error {
	l, err := newLibrary(ctx, module, file, c)
	if err != nil {
		return err
	}
	made, err := l.relocatable(ctx)
	if err != nil {
		return explain(err, module, module)
	}
	defer func() { _ = made.Close() }()
	if filepath.Ext(file) == ".a" {
		archive, err := l.archive(ctx, made)
		if err != nil {
			return explain(err, module, module)
		}
		defer func() { _ = archive.Close() }()
		made = archive
	}
	return l.install(ctx, made, outfile.Data)
}

// library is a library that is being made.
type library struct {
	cc           *clang
	file         string // file to write
	text, header string
	device       bool
	names        []string // names of its functions, for the linker
}

func newLibrary(ctx context.Context, module *ir.Op, file string, c config.Code) (*library, error) {
	cc, err := findClang(ctx)
	if err != nil {
		return nil, locate(err, module.Span())
	}
	text, err := llvm.LibraryText(ctx, module, c)
	if err != nil {
		return nil, err
	}
	l := &library{cc: cc, file: file, text: string(text), device: llvm.HasDevice(module)}
	if l.header, err = llvm.Header(module,
		strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))); err != nil {
		return nil, err
	}
	l.names = llvm.InterfaceNames(module)
	return l, nil
}

// install writes the library and its header.
func (l *library) install(ctx context.Context, made io.Reader, mode fs.FileMode) error {
	if err := install(ctx, made, l.file, mode); err != nil {
		return err
	}
	return install(ctx, strings.NewReader(l.header), strings.TrimSuffix(l.file, filepath.Ext(l.file))+".h",
		outfile.Data)
}

// parts returns the files that are linked into a library besides the program.
func (l *library) parts(ctx context.Context) (objects, error) {
	host, err := l.cc.object(ctx, "host.c",
		append(slices.Clone(flags), "-D_GNU_SOURCE", "-DINFLIGHT_LIBRARY"), hostFiles())
	if err != nil {
		return objects{}, err
	}
	all, err := l.cc.withAsync(ctx, host)
	if err == nil && l.device {
		err = l.cc.addDevice(ctx, &all)
	}
	return all, err
}

// relocatable returns one object file, in the cache. Only the functions of the program are visible to other
// files.
func (l *library) relocatable(ctx context.Context) (*kept, error) {
	defer interrupt.Hold(ctx)()
	objcopy, err := lookTool("objcopy", "llvm-objcopy-22", "llvm-objcopy")
	if err != nil {
		return nil, err
	}
	parts, err := l.parts(ctx)
	defer func() { parts.close() }()
	if err != nil {
		return nil, err
	}
	keep := make([]string, len(l.names))
	for i, name := range l.names {
		keep[i] = "--keep-global-symbol=" + name
	}
	flags := append(slices.Clone(flags), "-r", "-nostdlib")
	id := key(append(parts.keys(), "object", l.cc.identity, objcopy, strings.Join(flags, " "),
		strings.Join(keep, " "), l.text)...)
	return cached(id+".o", func(folder, file string) error {
		if err := write(folder, map[string]string{"program.ll": l.text}); err != nil {
			return err
		}
		args := slices.Concat(flags, wrapped, parts.inline(), parts.links(),
			[]string{"program.ll", "-o", "all.o"})
		if err := l.cc.run(ctx, folder, args...); err != nil {
			return err
		}
		return runTool(ctx, folder, objcopy, append(keep, "all.o", filepath.Base(file))...)
	})
}

// archive returns a static library of one object file, in the cache.
func (l *library) archive(ctx context.Context, object *kept) (*kept, error) {
	defer interrupt.Hold(ctx)()
	ar, err := lookTool("ar", "llvm-ar-22", "llvm-ar")
	if err != nil {
		return nil, err
	}
	member := strings.TrimSuffix(filepath.Base(l.file), filepath.Ext(l.file)) + ".o"
	content, err := io.ReadAll(object)
	if err != nil {
		return nil, err
	}
	return cached(key("archive", ar, member, string(content))+".a", func(folder, file string) error {
		if err := write(folder, map[string]string{member: string(content)}); err != nil {
			return err
		}
		return runTool(ctx, folder, ar, "rcsD", filepath.Base(file), "./"+member)
	})
}

// lookTool returns the first program that exists. Each of the programs makes object files from object files.
func lookTool(names ...string) (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", diag.Errorf(codeNoClang, diag.Span{}, "%s is not installed (looked for %s)", names[0],
		strings.Join(names, ", ")).
		Suggest(
			"install binutils (Debian: apt install binutils), or build a shared library, with a name in .so")
}
