package tools

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// row says how to find out whether something is installed, and which package of Debian has it.
type row struct {
	debian string
	probe  func() (string, error)
}

// table has everything outside of Go's own tools that a test may need. scripts/without-tools.sh runs the
// tests without each of the packages in turn.
var table = map[string]row{
	"mlir-opt":       {"mlir-22-tools", llvm("mlir-opt")},
	"mlir-runner":    {"mlir-22-tools", llvm("mlir-runner")},
	"mlir-translate": {"mlir-22-tools", llvm("mlir-translate")},
	"llc":            {"llvm-22", llvm("llc")},
	"lli":            {"llvm-22", llvm("lli")},
	"opt":            {"llvm-22", llvm("opt")},

	// Libraries that programs of mlir-runner call.
	"libmlir_async_runtime":   {"libmlir-22-dev", library("libmlir_async_runtime.so")},
	"libmlir_c_runner_utils":  {"libmlir-22-dev", library("libmlir_c_runner_utils.so")},
	"libmlir_runner_utils":    {"libmlir-22-dev", library("libmlir_runner_utils.so")},
	"libmlir_float16_utils":   {"libmlir-22-dev", library("libmlir_float16_utils.so")},
	"clang":                   {"clang-22, with libc6-dev", compiler("clang")},
	"clang address sanitizer": {"libclang-rt-22-dev", compiler("clang", "-fsanitize=address,undefined")},
	"clang thread sanitizer":  {"libclang-rt-22-dev", compiler("clang", "-fsanitize=thread")},
	"gcc":                     {"gcc, with libc6-dev", compiler("gcc")},
	"gcc thread sanitizer":    {"gcc, with libc6-dev", compiler("gcc", "-fsanitize=thread")},

	"node":                  {"nodejs", runs("node")},
	"python3":               {"python3", runs("python3")},
	"valgrind":              {"valgrind", runs("valgrind")},
	"aarch64-linux-gnu-gcc": {"gcc-aarch64-linux-gnu, by --aarch64", runs("aarch64-linux-gnu-gcc")},
	"qemu-aarch64":          {"qemu-user, by --aarch64", runs("qemu-aarch64")},
}

// runs finds a program that runs.
func runs(name string) func() (string, error) {
	return func() (string, error) {
		path, err := look(name)
		if err != nil {
			return "", err
		}
		if out, err := exec.Command(path, "--version").CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s does not run: %w: %s", path, err, firstLine(out))
		}
		return path, nil
	}
}

// llvm finds a program of LLVM of the version that tests compare with.
func llvm(name string) func() (string, error) {
	return func() (string, error) {
		path, err := look(name)
		if err != nil {
			return "", err
		}
		out, err := exec.Command(path, "--version").CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("%s does not run: %w: %s", path, err, firstLine(out))
		}
		if !strings.Contains(string(out), "LLVM version "+version+".") {
			return "", fmt.Errorf("%s is not of LLVM %s", path, version)
		}
		return path, nil
	}
}

// library finds a library of LLVM's.
func library(file string) func() (string, error) {
	return func() (string, error) {
		for _, folder := range folders {
			path := filepath.Join(filepath.Dir(folder), "lib", file)
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
		}
		return "", fmt.Errorf("%s is not installed (looked beside %s)", file, strings.Join(folders, ", "))
	}
}

// compiler finds a C compiler that makes programs which run, with the header files and libraries that the
// flags need.
func compiler(name string, flags ...string) func() (string, error) {
	return func() (string, error) {
		path, err := look(name)
		if err != nil {
			return "", err
		}
		folder, err := os.MkdirTemp("", "inflight-probe-*")
		if err != nil {
			return "", err
		}
		defer func() { _ = os.RemoveAll(folder) }()
		source, program := filepath.Join(folder, "probe.c"), filepath.Join(folder, "probe")
		const text = "#include <math.h>\n#include <pthread.h>\n#include <stdio.h>\nint main(void) { return " +
			"0; }\n"
		if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
			return "", err
		}
		args := append(append([]string{}, flags...), "-pthread", source, "-lm", "-o", program)
		if out, err := exec.Command(path, args...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s cannot make a program with %s: %s", path,
				strings.Join(args[:len(flags)+1], " "), firstLine(out))
		}
		if out, err := exec.Command(program).CombinedOutput(); err != nil {
			return "", fmt.Errorf("a program that %s makes with %s does not run: %w: %s", path,
				strings.Join(flags, " "), err, firstLine(out))
		}
		return path, nil
	}
}

// firstLine returns the first line of what a program printed.
func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return line
}
