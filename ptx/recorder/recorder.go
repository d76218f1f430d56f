package recorder

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

//go:embed src
var sources embed.FS

// The variables of the environment that the library reads.
const (
	FolderVariable   = "INFLIGHT_RECORD"          // where the files go
	KernelVariable   = "INFLIGHT_RECORD_KERNEL"   // a part of the names of the kernels that are recorded
	LaunchesVariable = "INFLIGHT_RECORD_LAUNCHES" // the most launches that are written
	DataVariable     = "INFLIGHT_RECORD_DATA"     // the most bytes of a buffer whose contents are written
)

// compilers are the C compilers that are tried, after the one that the variable CC names.
var compilers = []string{"cc", "gcc", "clang"}

// Build compiles the library into a file. The error says what is missing.
func Build(ctx context.Context, file string) error {
	if runtime.GOOS != "linux" {
		return errors.New("launches are recorded on Linux only")
	}
	compiler, err := findCompiler()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "inflight-recorder-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := os.CopyFS(folder, sources); err != nil {
		return err
	}
	// -O2 is needed: dlsym goes on to the loader's by a jump.
	cmd := exec.CommandContext(ctx, compiler, "-std=gnu11", "-O2", "-shared", "-fPIC",
		"-fvisibility=hidden", "-Wall", "-Wextra", "-pthread", "-o", file,
		filepath.Join(folder, "src", "recorder.c"), "-ldl")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s does not compile the library: %w\n%s", compiler, err, out)
	}
	return nil
}

func findCompiler() (string, error) {
	names := compilers
	if cc := os.Getenv("CC"); cc != "" {
		names = []string{cc}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("the library is compiled by a C compiler, and none of %v is installed", names)
}

// Environment returns an environment in which a process preloads a library and records into a folder.
func Environment(environment []string, library, folder string) []string {
	preload := library
	if others := os.Getenv("LD_PRELOAD"); others != "" {
		preload += ":" + others
	}
	return append(environment, "LD_PRELOAD="+preload, FolderVariable+"="+folder)
}
