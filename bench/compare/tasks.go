package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/inflight-compiler/inflight/bench/program"
)

// asyncToLLVM are the passes from tasks to the llvm dialect. Mlir-opt has them all.
var asyncToLLVM = []string{
	"--async-parallel-for", "--async-to-async-runtime", "--async-runtime-ref-counting", "--async-runtime-ref-counting-opt", "--convert-scf-to-cf",
	"--convert-async-to-llvm", "--finalize-memref-to-llvm", "--convert-arith-to-llvm", "--convert-cf-to-llvm", "--convert-func-to-llvm",
	"--reconcile-unrealized-casts",
}

// tasks compares the way from tasks to the llvm dialect: 1,000 tasks with mlir-opt, which takes minutes for 10,000, and both
// numbers with an older build, where there is one.
func (c *comparison) tasks() error {
	if err := c.taskTable("mlir-opt", []string{c.mlirOpt}, "1k"); err != nil || c.before == "" {
		return err
	}
	return c.taskTable("before", []string{c.before, "opt"}, "1k", "10k")
}

// taskTable compares with one other command.
func (c *comparison) taskTable(name string, other []string, sizes ...string) error {
	fmt.Printf("\n| tasks to LLVM | CPU: inflight | %s | ratio | wall: inflight | %[1]s | ratio | memory: inflight | %[1]s | ratio |\n", name)
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, size := range sizes {
		for _, name := range shapes() {
			title := name + ", " + size
			if !strings.Contains("tasks "+title, c.only) {
				continue
			}
			args := append([]string{c.file(strings.ReplaceAll(name, " ", "_") + "_" + size), "-o", os.DevNull}, asyncToLLVM...)
			ours, theirs, err := alternate(c.rounds, append([]string{c.inflight, "opt"}, args...), append(other[:len(other):len(other)], args...))
			if err != nil {
				return err
			}
			fmt.Printf("| %s | %s | %s | %s |\n", title, row(ours, theirs, cpu, "ms"), row(ours, theirs, wall, "ms"), row(ours, theirs, memory, "MB"))
		}
	}
	return nil
}

// shapes are the names of the shapes: of tasks that are alike, and of distinct ones.
func shapes() (names []string) {
	for _, shape := range program.TaskShapes {
		names = append(names, shape.Name)
	}
	for _, shape := range program.TaskShapes {
		names = append(names, shape.Name+" distinct")
	}
	return names
}
