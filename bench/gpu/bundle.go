package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/internal/tools"
)

// What a bundle has, by its folder. Everything else lies at the top: the programs, and run.sh.
const (
	kernelFolder  = "kernels" // measured, with their launches
	raceFolder    = "races"   // small kernels, right and wrong, with our verdicts
	emittedFolder = "emitted" // what build makes of the examples
	nativeFolder  = "native"  // examples as executables, with their arguments and what these are afterwards
	testFolder    = "tests"   // programs of tests, each in the folder of its package
	resultFolder  = "results" // what a session leaves
)

// testedPackages are those with tests that use a device where there is one.
var testedPackages = []string{"target/ptx", "ptx/machine"}

// exampleFolder has the examples that a session runs: those with kernels.
const exampleFolder = "examples/gpu"

var exampleFiles = []string{"chunks.mlir", "triad.mlir", "two_devices.mlir", "two_matmuls.mlir", tiledExample,
	"softmax.py", "stencil.py", "stream.py"}

// tiledExample is what opt makes of matmul.mlir, by tilingPasses.
const tiledExample = "matmul.tiled.mlir"

var tilingPasses = []string{"--gpu-tile-matmul", "--gpu-kernel-outlining", "--canonicalize"}

// nativeExamples are those that are built as executables.
var nativeExamples = []string{"chunks", "two_matmuls"}

//go:embed run.sh
var runScript []byte

// writeBundle writes a folder with everything to carry to a machine with a GPU, without Go and without a
// network.
func writeBundle(folder string, cases []*testCase) error {
	b := bundle{folder}
	for _, step := range []func() error{
		b.programs, b.tests, b.examples, b.emitted, b.native, b.races,
		func() error { return writeCases(b.path(kernelFolder), cases) },
		func() error { return os.WriteFile(b.path("run.sh"), runScript, 0o777) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	fmt.Printf("wrote %s: carry it to a machine with an NVIDIA GPU, and start %s there\n", folder,
		b.path("run.sh"))
	return nil
}

// bundle is a folder being written.
type bundle struct{ folder string }

func (b bundle) path(parts ...string) string {
	return filepath.Join(append([]string{b.folder}, parts...)...)
}

func (b bundle) programs() error {
	for name, pkg := range map[string]string{"inflight": "./cmd/inflight",
		device.Helper: "./cmd/inflight-cuda", "gpu": "./bench/gpu"} {
		if err := goBuild(b.path(name), pkg); err != nil {
			return err
		}
	}
	return nil
}

// tests builds the tests. They find files of the repository where they are in it, beside the folder of their
// package.
func (b bundle) tests() error {
	for _, pkg := range testedPackages {
		to := b.path(testFolder, pkg)
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		if err := goRun("test", "-c", stripped, "-o", filepath.Join(to, filepath.Base(pkg)+".test"),
			"./"+pkg); err != nil {
			return err
		}
		data := filepath.Join(pkg, "testdata")
		if _, err := os.Stat(data); errors.Is(err, fs.ErrNotExist) {
			continue // the package's tests read none
		}
		if err := os.CopyFS(filepath.Join(to, "testdata"), os.DirFS(data)); err != nil {
			return err
		}
	}
	return os.CopyFS(b.path(testFolder, "examples"), os.DirFS("examples"))
}

func (b bundle) examples() error {
	if err := os.CopyFS(b.path(exampleFolder), os.DirFS(exampleFolder)); err != nil {
		return err
	}
	args := append([]string{"opt", "examples/gpu/matmul.mlir", "-o", b.path(exampleFolder, tiledExample)},
		tilingPasses...)
	return b.inflight(args...)
}

// emitted has PTX made of every example.
func (b bundle) emitted() error {
	if err := os.MkdirAll(b.path(emittedFolder), 0o777); err != nil {
		return err
	}
	for _, file := range exampleFiles {
		if err := b.inflight("build", b.path(exampleFolder, file), "-o",
			b.path(emittedFolder, file+".ptx")); err != nil {
			return err
		}
	}
	return nil
}

// native builds executables, where there is clang. Their arguments are files, as are those that the simulator
// leaves.
func (b bundle) native() error {
	if _, err := tools.Find("clang"); err != nil {
		fmt.Println("no executables of examples:", err)
		return nil
	}
	for _, name := range nativeExamples {
		to, source := b.path(nativeFolder, name), b.path(exampleFolder, name+".mlir")
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		if err := b.inflight("build", source, "-o", filepath.Join(to, "program")); err != nil {
			return err
		}
		if err := b.arguments(source, to); err != nil {
			return err
		}
	}
	return nil
}

// arguments writes random arguments of a program, and what they are after its run on the simulator.
func (b bundle) arguments(source, to string) error {
	out, err := exec.Command(b.path("inflight"), "run", source, "--engine", "sim", "--json").Output()
	if err != nil {
		return fmt.Errorf("%s: %w", source, err)
	}
	var run struct{ Arguments []struct{ Name string } }
	if err := json.Unmarshal(out, &run); err != nil {
		return err
	}
	var names, before, after []string
	for _, a := range run.Arguments {
		names = append(names, a.Name)
		before = append(before, "--out", a.Name+"="+filepath.Join(to, a.Name+".npy"))
		after = append(after, "--arg", a.Name+"="+filepath.Join(to, a.Name+".npy"), "--out",
			a.Name+"="+filepath.Join(to, a.Name+".after.npy"))
	}
	simulate := []string{"run", source, "--engine", "sim", "--compare", "never"}
	if err := b.inflight(slices.Concat(simulate, before)...); err != nil {
		return err
	}
	if err := b.inflight(slices.Concat(simulate, after)...); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, "arguments"), []byte(strings.Join(names, "\n")+"\n"), 0o666)
}

func (b bundle) races() error {
	cases, err := mutants()
	if err != nil {
		return err
	}
	return writeCases(b.path(raceFolder), cases)
}

// inflight runs the command that the bundle has.
func (b bundle) inflight(args ...string) error {
	if out, err := exec.Command(b.path("inflight"), args...).CombinedOutput(); err != nil {
		return fmt.Errorf("inflight %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}
