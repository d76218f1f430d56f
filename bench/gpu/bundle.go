package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/inflight-compiler/inflight/exec/cuda/device"
)

// bundled are the packages of whose tests a bundle has a program: those that use a device where there is one.
var bundled = []string{"exec/cuda"}

// examples are the programs that a bundle runs.
const examples = "examples/gpu"

// runScript runs everything in a bundle.
const runScript = `#!/bin/sh
# Runs everything in this folder on the GPU of this machine. Results are left in the folder results.
cd "$(dirname "$0")" || exit 1
mkdir -p results
status=0
step() {
	echo "== $*"
	"$@" >results/out 2>&1 || status=1
	cat results/out | tee -a results/log
}
: >results/log
step ./inflight-cuda
step ./inflight run examples/gpu/triad.mlir --engine cuda --compare always
(cd tests/exec/cuda && INFLIGHT_CUDA_HELPER=../../../inflight-cuda INFLIGHT_GPU=1 ./cuda.test -test.v -test.run 'TestDeviceAgreesWithSimulator|TestHost') \
	>results/tests 2>&1 || status=1
grep -E '^(---|ok|PASS|FAIL|panic)' results/tests | tee -a results/log
step ./gpu -kernels kernels -json results/gpu.json
exit $status
`

// writeBundle writes a folder with programs, kernels and tests, for a machine without Go.
func writeBundle(folder string, cases []*testCase) error {
	if err := writeCases(filepath.Join(folder, "kernels"), cases); err != nil {
		return err
	}
	for name, pkg := range map[string]string{"inflight": "./cmd/inflight", device.Helper: "./cmd/inflight-cuda", "gpu": "./bench/gpu"} {
		if err := goBuild(filepath.Join(folder, name), pkg); err != nil {
			return err
		}
	}
	for _, pkg := range bundled {
		to := filepath.Join(folder, "tests", pkg)
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		if err := goRun("test", "-c", "-o", filepath.Join(to, filepath.Base(pkg)+".test"), "./"+pkg); err != nil {
			return err
		}
		if err := copyFolder(filepath.Join(to, "testdata"), filepath.Join(pkg, "testdata")); err != nil {
			return err
		}
	}
	for _, to := range []string{folder, filepath.Join(folder, "tests")} {
		if err := copyFolder(filepath.Join(to, examples), examples); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "run.sh"), []byte(runScript), 0o777); err != nil {
		return err
	}
	fmt.Printf("wrote %s: carry it to a machine with an NVIDIA GPU, and start %s there\n", folder, filepath.Join(folder, "run.sh"))
	return nil
}

// copyFolder copies the files of a folder, which may be there already.
func copyFolder(to, from string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		content, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, e.Name()), content, 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
