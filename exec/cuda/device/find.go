package device

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

const (
	// Helper is the name of the helper program.
	Helper = "inflight-cuda"
	// HelperVariable names the environment variable with the file of the helper program.
	HelperVariable = "INFLIGHT_CUDA_HELPER"
	helperPackage  = "github.com/inflight-compiler/inflight/cmd/inflight-cuda"
)

// findHelper returns the file of the helper program: the file that the environment variable names, else the
// one beside this program, else the one on PATH.
func findHelper() (string, error) {
	if file := os.Getenv(HelperVariable); file != "" {
		if _, err := exec.LookPath(file); err != nil {
			return "", diag.Errorf(codeMissing, diag.Span{},
				"%s names '%s', which is no program that can be started", HelperVariable, file).
				Because(err).Suggest("give it the path of %s", Helper)
		}
		return file, nil
	}
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), Helper)
		if _, err := exec.LookPath(beside); err == nil {
			return beside, nil
		}
	}
	file, err := exec.LookPath(Helper)
	if err != nil {
		return "", diag.Errorf(codeMissing, diag.Span{},
			"the engine cuda needs the program %s, which is neither beside inflight nor on PATH", Helper).
			Because(err).Suggest("install it: %s", installCommand())
	}
	return file, nil
}

// installCommand returns the command that installs the helper for this program's version.
func installCommand() string {
	version := "latest"
	if info, ok := debug.ReadBuildInfo(); ok && strings.HasPrefix(info.Main.Version, "v") &&
		!strings.Contains(info.Main.Version, "+dirty") {
		version = info.Main.Version
	}
	return "go install " + helperPackage + "@" + version
}
