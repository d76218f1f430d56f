// Command generate writes the programs that the benchmarks run on, drawn at random from a seed: 1k.mlir,
// 10k.mlir and 100k.mlir, named after their numbers of operations, and programs of tasks in five shapes,
// named after their shape and their number, such as chain_1k.mlir. Beside them, the same for every seed,
// stands script.py, 2,000 lines of TVMScript.
//
//	go run ./bench/generate [-seed N] FOLDER
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/inflight-compiler/inflight/bench/program"
)

func main() {
	seed := flag.Uint64("seed", 1, "what is drawn")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: generate [-seed N] FOLDER")
		os.Exit(2)
	}
	folder := flag.Arg(0)
	done(folder, os.MkdirAll(folder, 0o777))
	write := func(name string, text []byte) {
		path := filepath.Join(folder, name)
		done(path, os.WriteFile(path, text, 0o666))
	}
	for _, thousands := range []int{1, 10, 100} {
		write(fmt.Sprintf("%dk.mlir", thousands), program.Random(1000*thousands, *seed))
	}
	write("script.py", program.Script(2000))
	for _, shape := range program.TaskShapes {
		for _, thousands := range []int{1, 10} {
			write(fmt.Sprintf("%s_%dk.mlir", shape.Name, thousands),
				program.Tasks(shape, 1000*thousands, *seed))
		}
	}
}

// done reports a file or a folder that was written, or ends the program because it was not.
func done(path string, err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(path)
}
