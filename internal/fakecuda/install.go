package fakecuda

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/inflight-compiler/inflight/internal/tools"
)

//go:embed src/fakecuda.c
var source []byte

// Install sets the environment of a test so that the engine cuda runs on the fake device. The test is skipped
// where there is no C compiler or no Go, and where tests are to run on a real device.
func Install(t testing.TB) {
	t.Helper()
	if os.Getenv("INFLIGHT_GPU") == "1" {
		t.Skip("skipped: this is about what only the fake driver does")
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("skipped: the fake driver is for Linux on x86-64")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	library := Library(t)
	t.Setenv("INFLIGHT_LIBCUDA", library)
	t.Setenv("INFLIGHT_LIBCUBLAS", library)
	t.Setenv("INFLIGHT_CUDA_HELPER", Helper(t))
	t.Setenv("FAKECUDA_INTERPRETER", self)
	for _, variable := range []string{"FAIL", "LOG", "DRIVER", "CAPABILITY", "MEMORY", "MICROSECONDS",
		"LAUNCH", "SEED", "POOLS", "SKIP_EDGE"} {
		t.Setenv("FAKECUDA_"+variable, "")
	}
	_ = os.Unsetenv("FAKECUDA_LOG")
}

// Library returns the file of the fake driver.
func Library(t testing.TB) string {
	t.Helper()
	cc := tools.RequireAny(t, "clang", "gcc")[0]
	return made(t, fmt.Sprintf("libfakecuda-%x.so", sha256.Sum256(source)), func(file string) *exec.Cmd {
		c := filepath.Join(t.TempDir(), "fakecuda.c")
		if err := os.WriteFile(c, source, 0o666); err != nil {
			t.Fatal(err)
		}
		return tools.Command(t, cc, "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-o", file, c)
	})
}

// Helper returns the file of the helper program, built of this module. It stays for the next run of the same
// tests, where it is built again only if something has changed.
func Helper(t testing.TB) string {
	t.Helper()
	compiler, err := exec.LookPath("go")
	if err != nil {
		t.Skip("skipped: there is no Go to build the helper program with")
	}
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(os.TempDir(), "inflight-test-cache",
		fmt.Sprintf("inflight-cuda-%x", sha256.Sum256([]byte(folder))))
	command := tools.Command(t, compiler, "build", "-o", file,
		"github.com/inflight-compiler/inflight/cmd/inflight-cuda")
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("building the helper program: %v\n%s", err, out)
	}
	return file
}

// made returns a file in the folder of temporary files, which a command makes if it is not there.
func made(t testing.TB, name string, command func(file string) *exec.Cmd) string {
	t.Helper()
	file := filepath.Join(os.TempDir(), name)
	if _, err := os.Stat(file); err == nil {
		return file
	}
	partial := filepath.Join(t.TempDir(), name)
	if out, err := command(partial).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.Rename(partial, file); err != nil {
		return partial // on another file system
	}
	return file
}
