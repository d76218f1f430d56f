package native

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
)

var (
	codeNoClang = diag.Register("native-no-clang", "the compiler that the engine needs is not installed",
		"The engine native, and the command build, have clang 22 make machine code. Install it (Debian: "+
			"clang-22; "+
			"scripts/install-tools.sh), or name it in INFLIGHT_CLANG. The engine sim needs nothing.")
	codeClang = diag.Register("native-clang", "clang cannot compile the program",
		"Either the program calls a function that nothing defines, or this is a mistake in Inflight. "+
			"Please report the latter with the program.")
)

// names are the names of clang, the preferred one first. Versions older than 22 do not read LLVM IR of
// version 22.
var names = []string{"clang-22", "/usr/lib/llvm-22/bin/clang", "clang"}

// clang is the compiler: its path, and a text that identifies it. The text includes the processor for which
// it compiles.
type clang struct{ path, identity string }

var (
	foundMutex sync.Mutex
	found      = map[string]*clang{} // by the value of INFLIGHT_CLANG and PATH
)

// Ready returns an error with the reason if nothing can be compiled on this computer, and nil otherwise.
func Ready(ctx context.Context) error {
	_, err := findClang(ctx)
	return err
}

// findClang returns the compiler.
func findClang(ctx context.Context) (*clang, error) {
	foundMutex.Lock()
	defer foundMutex.Unlock()
	where := os.Getenv("INFLIGHT_CLANG") + "\x00" + os.Getenv("PATH")
	if c := found[where]; c != nil {
		return c, nil
	}
	path, err := lookClang()
	if err != nil {
		return nil, err
	}
	out, err := exec.CommandContext(ctx, path, "-march=native", "-###", "-c", "-x", "ir",
		os.DevNull).CombinedOutput()
	if why := interrupt.Error(ctx); why != nil {
		return nil, why
	}
	if err != nil {
		return nil, noClang("%s does not run: %v", path, err)
	}
	if v := regexp.MustCompile(`clang version (\d+)`).FindSubmatch(out); v == nil ||
		len(v[1]) == 2 && string(v[1]) < "22" || len(v[1]) < 2 {
		return nil, noClang("%s is not clang 22 or later", path)
	}
	found[where] = &clang{path, path + "\n" + string(out)}
	return found[where], nil
}

func lookClang() (string, error) {
	if path := os.Getenv("INFLIGHT_CLANG"); path != "" {
		if path, err := exec.LookPath(path); err == nil {
			return path, nil
		}
		return "", noClang("INFLIGHT_CLANG names '%s', which cannot be run", path)
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", noClang("clang is not installed (looked for %s)", strings.Join(names, ", "))
}

func noClang(format string, args ...any) error {
	return diag.Errorf(codeNoClang, diag.Span{}, format, args...).
		Suggest("install clang 22 (Debian: apt install clang-22), or use --engine sim")
}

// run runs clang in a folder. clang's temporary files are in that folder as well, so that they are removed
// with the folder if clang is killed. The error has clang's output.
func (c *clang) run(ctx context.Context, folder string, args ...string) error {
	return runTool(ctx, folder, c.path, args...)
}

// runTool runs any program of a toolchain, as run does.
func runTool(ctx context.Context, folder, path string, args ...string) error {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "TMPDIR=.")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := runWithChildren(cmd)
	if why := interrupt.Error(ctx); why != nil {
		return why
	}
	if err == nil {
		return nil
	}
	return &clangError{strings.TrimSpace(out.String()), err}
}

// clangError is an error with clang's output.
type clangError struct {
	output string
	cause  error
}

func (e *clangError) Error() string { return e.output }
func (e *clangError) Unwrap() error { return e.cause }

// missing returns the name of an undefined function, "" if that is not clang's error.
func missing(err error) string {
	e, ok := errors.AsType[*clangError](err)
	if !ok {
		return ""
	}
	undefined := regexp.MustCompile("undefined (?:reference to|symbol:) [`']?(?:__wrap_)?([\\w.$]+)")
	if m := undefined.FindStringSubmatch(e.output); m != nil {
		return m[1]
	}
	return ""
}

// write writes files into a folder.
func write(folder string, files map[string]string) error {
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			return cacheError(err)
		}
	}
	return nil
}
