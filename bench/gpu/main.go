// Command gpu measures kernels on an NVIDIA GPU: products of matrices on 16-bit floats over numbers of
// stages, synchronous and asynchronous, beside cuBLAS, and streaming kernels beside a copy on the device.
// Results are checked against a reference in float64.
//
//	go run ./bench/gpu [-build-only] [-only WORD] [-largest N] [-json FILE] [-bundle FOLDER]
//
// Everything that needs no GPU is built first: the kernels, as PTX, and the helper program. -build-only ends
// there. Where there is no GPU the command says so, and its exit status is 1. -bundle writes a folder to
// carry to a machine that has a GPU and no Go: programs, kernels, tests, and a script that runs them all.
// There, -session names the folder of the bundle, and -kernels one of kernels.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/inflight-compiler/inflight/exec/cuda/device"
)

func main() {
	c := &command{}
	flag.BoolVar(&c.buildOnly, "build-only", false, "build everything, and run nothing")
	flag.StringVar(&c.only, "only", "", "only the kernels whose names contain this")
	flag.IntVar(&c.largest, "largest", 8192, "the largest extent of matrices")
	flag.StringVar(&c.tests, "tests", ".", "the tests that a session runs, a regular `expression`")
	flag.IntVar(&c.repeats, "repeats", 21, "how often each kernel is measured")
	flag.StringVar(&c.json, "json", "", "write the results to this `file` as well")
	flag.StringVar(&c.bundle, "bundle", "", "write everything to this `folder`, for a machine without Go")
	flag.StringVar(&c.session, "session", "", "try and measure everything in the bundle of this `folder`")
	flag.DurationVar(&c.time, "time", 8*time.Minute,
		"how long a session may take; what is not measured by then is left out")
	flag.BoolVar(&c.launchOnly, "once", false, "launch each kernel once, and look at nothing")
	flag.StringVar(&c.kernels, "kernels", "", "run the kernels of this `folder`, and build nothing")
	flag.Parse()
	if err := c.run(); err != nil {
		fmt.Fprintln(os.Stderr, "gpu:", err)
		os.Exit(1)
	}
}

// command is one run of the command.
type command struct {
	buildOnly  bool
	launchOnly bool
	largest    int
	settings
	only, json      string
	bundle, kernels string
	session         string
	cases           []*testCase
	folder          string // of the helper program, if it was built
}

// settings are those of a session.
type settings struct {
	repeats int
	time    time.Duration
	tests   string
}

func (c *command) run() (err error) {
	if c.session != "" {
		return runSession(c.session, c.settings)
	}
	if c.kernels != "" {
		c.cases, err = readCases(c.kernels)
	} else {
		err = c.build()
	}
	if err != nil || c.buildOnly || c.bundle != "" {
		return err
	}
	if c.launchOnly {
		return c.once()
	}
	defer func() { _ = os.RemoveAll(c.folder) }()
	return c.measure()
}

// build builds the kernels and, unless they are only looked at, the helper program.
func (c *command) build() (err error) {
	start := time.Now()
	if c.cases, err = buildCases(c.only, c.largest); err != nil {
		return err
	}
	fmt.Printf("built %d kernels in %.1f s\n", len(c.cases), time.Since(start).Seconds())
	if c.bundle != "" {
		return writeBundle(c.bundle, c.cases)
	}
	if os.Getenv(device.HelperVariable) != "" {
		return nil
	}
	if c.folder, err = os.MkdirTemp("", "inflight-gpu-"); err != nil {
		return err
	}
	helper := c.folder + "/" + device.Helper
	if err := goBuild(helper, "./cmd/inflight-cuda"); err != nil {
		return err
	}
	fmt.Println("built the helper program", device.Helper)
	if c.buildOnly {
		return os.RemoveAll(c.folder)
	}
	return os.Setenv(device.HelperVariable, helper)
}
