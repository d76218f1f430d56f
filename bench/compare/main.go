// Command compare measures `inflight opt` and mlir-opt as whole processes on the same input, in alternation:
// processor time, peak memory, and for the examples wall time. It prints medians and ratios as Markdown.
//
//	go run ./bench/compare [-seeds N] [-first SEED] [-rounds N] [-only WORD] [-before FILE]
//
// The programs are drawn at random, from seeds that are drawn for each run of this command: nobody has seen
// them before. A figure is the median over the seeds of the median over the rounds. Machines and their load
// drift, so what counts is the ratio within a round, of which the median and the range over the seeds are
// printed. Linux only: it is there that peak memory is counted in kilobytes.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/internal/tools"
)

func main() {
	debug.SetGCPercent(20) // stay small: see ownPeak
	c := &comparison{}
	flag.IntVar(&c.rounds, "rounds", 3, "how often each command runs on each program")
	flag.IntVar(&c.seeds, "seeds", 10, "how many programs of each kind are drawn")
	flag.Uint64Var(&c.first, "first", 1+rand.Uint64N(1_000_000_000),
		"the seed of the first program; the next have the numbers that follow")
	flag.StringVar(&c.only, "only", "", "only the inputs whose names contain this")
	flag.StringVar(&c.before, "before", "", "an older build of inflight to compare with, on tasks")
	flag.Parse()
	if err := c.run(); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

// comparison is one run of the command.
type comparison struct {
	rounds, seeds     int
	first             uint64
	only              string
	folder            string // for programs and the built command
	inflight, mlirOpt string
	before            string // another build of inflight, or ""
}

func (c *comparison) run() (err error) {
	if c.mlirOpt, err = tools.Find("mlir-opt"); err != nil {
		return err
	}
	if c.folder, err = os.MkdirTemp("", "inflight-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(c.folder)
	if err := c.build(); err != nil {
		return err
	}
	c.describe()
	if err := c.programs(); err != nil {
		return err
	}
	if err := c.tasks(); err != nil {
		return err
	}
	return c.examples()
}

// build builds the command as it is released, and lets it and a process of its
// own write the inputs: the peak memory of a process counts as that of the
// processes it starts, so this one has to stay small.
func (c *comparison) build() error {
	c.inflight = filepath.Join(c.folder, "inflight")
	build := exec.Command("go", "build", "-o", c.inflight, "./cmd/inflight")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	generate := filepath.Join(c.folder, "generate")
	commands := []*exec.Cmd{build, exec.Command("go", "build", "-o", generate, "./bench/generate")}
	for i := range c.seeds {
		seed := c.first + uint64(i)
		commands = append(commands,
			exec.Command(generate, "-seed", fmt.Sprint(seed), filepath.Join(c.folder, fmt.Sprint(seed))))
		for _, size := range sizes {
			commands = append(commands,
				exec.Command(c.inflight, "opt", c.file(seed, size), "--mlir-print-op-generic", "-o",
					c.file(seed, size+".generic")))
		}
	}
	for _, cmd := range commands {
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %w\n%s", cmd.Args, err, out)
		}
	}
	return os.WriteFile(c.empty(), []byte("module {\n}\n"), 0o666)
}

var sizes = []string{"1k", "10k", "100k"}

// file is a program that was drawn from a seed, and empty one that has nothing in it.
func (c *comparison) file(seed uint64, name string) string {
	return filepath.Join(c.folder, fmt.Sprint(seed), name+".mlir")
}

func (c *comparison) empty() string { return filepath.Join(c.folder, "empty.mlir") }

// overSeeds runs two commands in alternation on the programs of each seed.
func (c *comparison) overSeeds(commands func(seed uint64) (a, b []string)) (list []runs, err error) {
	for i := range c.seeds {
		a, b := commands(c.first + uint64(i))
		r, err := alternate(c.rounds, a, b)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// describe says what is measured on what.
func (c *comparison) describe() {
	fmt.Printf("%s; %s; %s; %d programs of each kind, from seed %d on, %d rounds each.\n\n",
		processor(), output("go", "version"), llvmVersion(c.mlirOpt), c.seeds, c.first, c.rounds)
}

func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	model, count := "unknown processor", 0
	for line := range strings.Lines(string(info)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			model = strings.TrimSpace(value)
			count++
		}
	}
	return fmt.Sprintf("%d × %s", count, model)
}

func output(name string, args ...string) string {
	out, _ := exec.Command(name, args...).Output()
	return strings.TrimSpace(string(out))
}

func llvmVersion(mlirOpt string) string {
	for line := range strings.Lines(output(mlirOpt, "--version")) {
		if strings.Contains(line, "version") {
			return strings.TrimSpace(line)
		}
	}
	return "unknown LLVM"
}

// programs compares parsing, verifying and printing, and two passes.
func (c *comparison) programs() error {
	type input struct {
		name, file string // no file: an empty module
		flags      []string
	}
	inputs := []input{{name: "empty module"}}
	for _, size := range sizes {
		inputs = append(inputs, input{name: size + " operations", file: size},
			input{name: size + " operations, generic form", file: size + ".generic"})
	}
	for _, size := range sizes[1:] {
		inputs = append(inputs,
			input{size + " operations, canonicalize and cse", size, []string{"--canonicalize", "--cse"}})
	}
	fmt.Println("| input | CPU: inflight | mlir-opt | ratio | memory: inflight | mlir-opt | ratio |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, in := range inputs {
		if !strings.Contains(in.name, c.only) {
			continue
		}
		list, err := c.overSeeds(func(seed uint64) (ours, theirs []string) {
			file := c.empty()
			if in.file != "" {
				file = c.file(seed, in.file)
			}
			args := append([]string{file, "-o", os.DevNull}, in.flags...)
			return append([]string{c.inflight, "opt"}, args...), append([]string{c.mlirOpt}, args...)
		})
		if err != nil {
			return err
		}
		if slices.ContainsFunc(list, runs.hidden) {
			return fmt.Errorf("%s: this process used more memory than what it measures", in.name)
		}
		fmt.Printf("| %s | %s | %s |\n", in.name, row(list, cpu, "ms"), row(list, memory, "MB"))
	}
	return nil
}

// examples compares wall time on what users run first. There is no pass of
// mlir-opt that does this work; the measure is mlir-opt doing nothing.
func (c *comparison) examples() error {
	files, err := filepath.Glob("examples/*/*.mlir")
	if err != nil {
		return err
	}
	fmt.Println(
		"\n| example, pipelined and simplified | wall: inflight | mlir-opt on an empty module | ratio |")
	fmt.Println("|---|---|---|---|")
	for _, file := range files {
		if strings.HasSuffix(file, ".golden.mlir") || !strings.Contains(file, c.only) {
			continue
		}
		list, err := c.overSeeds(func(uint64) (ours, theirs []string) { // that is how often, here
			return []string{c.inflight, "opt", file, "--inject-software-pipeline", "--canonicalize", "--cse",
					"-o", os.DevNull},
				[]string{c.mlirOpt, c.empty(), "-o", os.DevNull}
		})
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %s |\n", file, row(list, wall, "ms"))
	}
	return nil
}
