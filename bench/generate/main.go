// Command generate writes the programs that the benchmarks run on: 1k.mlir, 10k.mlir and 100k.mlir, named after their
// numbers of operations, script.py, 2,000 lines of TVMScript, and programs of tasks in five shapes, named after their shape
// and their number, such as chain_1k.mlir.
//
//	go run ./bench/generate FOLDER
package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"

	"github.com/inflight-compiler/inflight/bench/program"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate FOLDER")
		os.Exit(2)
	}
	for _, thousands := range []int{1, 10, 100} {
		path := filepath.Join(os.Args[1], fmt.Sprintf("%dk.mlir", thousands))
		done(path, writeOps(path, 1000*thousands))
	}
	path := filepath.Join(os.Args[1], "script.py")
	done(path, os.WriteFile(path, program.Script(2000), 0o666))
	for _, shape := range program.TaskShapes {
		for _, thousands := range []int{1, 10} {
			path := filepath.Join(os.Args[1], fmt.Sprintf("%s_%dk.mlir", shape.Name, thousands))
			done(path, os.WriteFile(path, program.Tasks(shape, 1000*thousands, false), 0o666))
			path = filepath.Join(os.Args[1], fmt.Sprintf("%s_distinct_%dk.mlir", shape.Name, thousands))
			done(path, os.WriteFile(path, program.Tasks(shape, 1000*thousands, true), 0o666))
		}
	}
}

// done reports a file that was written, or ends the program because it was not.
func done(path string, err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(path)
}

func writeOps(path string, ops int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	if err := program.Write(w, ops); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
