package native

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/outfile"
)

var codeBuild = diag.Register("native-build", "what was built cannot be written",
	"The operating system refused to write the file that -o names. The message has its reason.")

// BuildExecutable writes an executable that runs the function entry of a module on the arguments of its
// command line.
func BuildExecutable(ctx context.Context, module *ir.Op, entry, file string, c config.Code) error {
	p, err := Compile(ctx, module, entry, c)
	if err != nil {
		return err
	}
	defer func() { _ = p.executable.Close() }()
	return install(ctx, p.executable, file, outfile.Executable)
}

// BuildLibrary writes a shared library with the public functions of a module, and beside it a C header that
// declares them.
func BuildLibrary(ctx context.Context, module *ir.Op, file string, c config.Code) error {
	l, err := newLibrary(ctx, module, file, c)
	if err != nil {
		return err
	}
	made, err := l.shared(ctx)
	if err != nil {
		return explain(err, module, module)
	}
	defer func() { _ = made.Close() }()
	return l.install(ctx, made, outfile.Executable)
}

// shared returns the shared library as a file of the cache.
func (l *library) shared(ctx context.Context) (*kept, error) {
	defer interrupt.Hold(ctx)()
	parts, err := l.parts(ctx)
	defer func() { parts.close() }()
	if err != nil {
		return nil, err
	}
	// The library has a runtime of its own, even if other libraries of the process have one, because parts of
	// the runtime are compiled into the program.
	flags := append(slices.Clone(flags), "-shared", "-Wl,-Bsymbolic", "-fvisibility=hidden")
	return cached(key(append(parts.keys(), "library", l.cc.identity, strings.Join(flags, " "), l.text)...)+
		".so", func(folder, file string) error {
		if err := write(folder, map[string]string{"program.ll": l.text}); err != nil {
			return err
		}
		return l.cc.run(ctx, folder,
			append(slices.Concat(flags, wrapped, parts.inline(), parts.links()), "program.ll", "-lm",
				"-Wl,-z,defs", "-o", file)...)
	})
}

// install writes a file. The file appears with its whole contents, or not at all.
func install(ctx context.Context, from io.Reader, to string, mode os.FileMode) (err error) {
	defer func() {
		if err != nil {
			err = diag.Errorf(codeBuild, diag.Place{Filename: to}.Span(), "cannot write the file: %v",
				err).Because(err)
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
