package tools

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// recorder stands in for a test and remembers how it ended.
type recorder struct {
	testing.TB
	end string
}

func (r *recorder) Helper() {}
func (r *recorder) Skipf(format string, args ...any) {
	r.end = "skip: " + fmt.Sprintf(format, args...)
	runtime.Goexit()
}
func (r *recorder) Fatalf(format string, args ...any) {
	r.end = "fail: " + fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// require returns what Require returned or how it ended the test.
func require(name string) string {
	r, done := &recorder{}, make(chan bool)
	go func() {
		defer close(done)
		r.end = Require(r, name)
	}()
	<-done
	return r.end
}

// A tool that is missing, or that does not run, skips a test with what to install, or fails it.
func TestRequire(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("INFLIGHT_REQUIRE_TOOLS", "")
	if got := require("valgrind"); !strings.HasPrefix(got, "skip: ") ||
		!strings.Contains(got, "install-tools.sh") {
		t.Errorf("a missing tool: %q", got)
	}
	t.Setenv("INFLIGHT_REQUIRE_TOOLS", "1")
	if got := require("valgrind"); !strings.HasPrefix(got, "fail: ") {
		t.Errorf("a missing tool that is required: %q", got)
	}
	t.Setenv("INFLIGHT_REQUIRE_TOOLS", "")
	for _, c := range []struct{ program, name, script, want string }{
		{"valgrind", "valgrind", "exit 1", "does not run"},
		{"mlir-translate-22", "mlir-translate", "echo LLVM version 19.1.7", "is not of LLVM 22"},
	} {
		other := t.TempDir()
		t.Setenv("PATH", other)
		write(t, filepath.Join(other, c.program), c.script)
		if got := require(c.name); !strings.HasPrefix(got, "skip: ") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q", c.script, got)
		}
		write(t, filepath.Join(other, c.program), "echo LLVM version 22.1.0")
		t.Setenv("PATH", other+":") // asked again
		if got := require(c.name); got != filepath.Join(other, c.program) {
			t.Errorf("one that runs: %q", got)
		}
	}
}

// write makes a program of the shell.
func write(t *testing.T, file, script string) {
	t.Helper()
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
}

// The name with the version comes before the plain one.
func TestLook(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	for _, name := range []string{"inflight-test-tool", "inflight-test-tool-22"} {
		want := filepath.Join(dir, name)
		write(t, want, "")
		if got, err := look("inflight-test-tool"); got != want || err != nil {
			t.Errorf("got %q, want %q (%v)", got, want, err)
		}
	}
}

// A compiler without a part that the flags need is missing that part.
func TestCompilerWithoutSanitizer(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	write(t, filepath.Join(dir, "clang-22"),
		`case "$*" in *-fsanitize=*) echo "cannot find libclang_rt.tsan.a" >&2; exit 1;; esac
for a; do out=$a; done
printf '#!/bin/sh\n' > "$out"
chmod +x "$out"`)
	if path, err := Find("clang"); err != nil || path != filepath.Join(dir, "clang-22") {
		t.Errorf("the compiler: %s, %v", path, err)
	}
	if _, err := Find("clang thread sanitizer"); err == nil ||
		!strings.Contains(err.Error(),
			"libclang_rt.tsan.a; scripts/install-tools.sh installs it (Debian's package libclang-rt-22-dev)") {
		t.Errorf("its sanitizer: %v", err)
	}
}

// The script installs the packages of the table, and scripts/without-tools.sh takes each of them away.
func TestPackages(t *testing.T) {
	install, without := script(t, "install-tools.sh"), script(t, "without-tools.sh")
	for name, row := range table {
		packages := strings.FieldsFunc(row.debian, func(r rune) bool { return r == ',' || r == ' ' })
		if !slices.Contains(strings.Fields(install), packages[0]) {
			t.Errorf("%s: install-tools.sh does not install %s", name, packages[0])
		}
		if !strings.Contains(row.debian, "--aarch64") &&
			!slices.Contains(strings.Fields(without), packages[0]) {
			t.Errorf("%s: without-tools.sh does not try the tests without %s", name, packages[0])
		}
	}
}

// script returns a script of the repository, with its lists as words.
func script(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../scripts/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("(", " ", ")", " ").Replace(string(text))
}
