// Command generate writes the programs that the benchmarks run on: 1k.mlir, 10k.mlir and 100k.mlir, named after their
// numbers of operations.
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
		if err := write(path, 1000*thousands); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(path)
	}
}

func write(path string, ops int) error {
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
