package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/inflight-compiler/inflight/bench/program"
)

// asyncToLLVM are the passes from tasks to the llvm dialect. Mlir-opt has them all.
var asyncToLLVM = []string{
	"--async-parallel-for", "--async-to-async-runtime", "--async-runtime-ref-counting",
	"--async-runtime-ref-counting-opt", "--convert-scf-to-cf",
	"--convert-async-to-llvm", "--finalize-memref-to-llvm", "--convert-arith-to-llvm", "--convert-cf-to-llvm",
	"--convert-func-to-llvm",
	"--reconcile-unrealized-casts",
}

// tasks compares the way from tasks to the llvm dialect: 1,000 tasks with mlir-opt, and 10,000 tasks, for
// which mlir-opt takes minutes, with 1,000. Where there is an older build, both numbers are compared with it,
// too.
func (c *comparison) tasks() error {
	if err := c.taskTable("mlir-opt", []string{c.mlirOpt}, "1k"); err != nil {
		return err
	}
	if err := c.growth(); err != nil || c.before == "" {
		return err
	}
	return c.taskTable("before", []string{c.before, "opt"}, "1k", "10k")
}

// lowering returns the arguments that lower the tasks in a file.
func (c *comparison) lowering(seed uint64, name string) []string {
	return append([]string{c.file(seed, name), "-o", os.DevNull}, asyncToLLVM...)
}

// taskTable compares with one other command.
func (c *comparison) taskTable(name string, other []string, sizes ...string) error {
	fmt.Printf(
		"\n| tasks to LLVM | CPU: inflight | %s | ratio | wall: inflight | %[1]s | ratio | memory: "+
			"inflight | %[1]s | ratio |\n", name)
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, size := range sizes {
		for _, shape := range program.TaskShapes {
			title := shape.Name + ", " + size
			if !strings.Contains("tasks "+title, c.only) {
				continue
			}
			list, err := c.overSeeds(func(seed uint64) (ours, theirs []string) {
				args := c.lowering(seed, shape.Name+"_"+size)
				return append([]string{c.inflight, "opt"}, args...),
					append(other[:len(other):len(other)], args...)
			})
			if err != nil {
				return err
			}
			fmt.Printf("| %s | %s | %s | %s |\n", title, row(list, cpu, "ms"), row(list, wall, "ms"),
				row(list, memory, "MB"))
		}
	}
	return nil
}

// growth compares ten times as many tasks.
func (c *comparison) growth() error {
	fmt.Println(
		"\n| tasks to LLVM | CPU: 10k | 1k | ratio | wall: 10k | 1k | ratio | memory: 10k | 1k | ratio |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, shape := range program.TaskShapes {
		if !strings.Contains("tasks "+shape.Name+", 10k", c.only) {
			continue
		}
		list, err := c.overSeeds(func(seed uint64) (many, few []string) {
			opt := []string{c.inflight, "opt"}
			return append(opt[:2:2], c.lowering(seed, shape.Name+"_10k")...),
				append(opt[:2:2], c.lowering(seed, shape.Name+"_1k")...)
		})
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %s | %s | %s |\n", shape.Name, row(list, cpu, "ms"), row(list, wall, "ms"),
			row(list, memory, "MB"))
	}
	return nil
}
