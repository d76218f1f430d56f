// Command corpus runs 'inflight check' without any flag on the CUDA kernels of ptx/judge/testdata/corpus,
// right ones and wrong ones, and prints a table of Markdown of what it said. With -compile it writes the
// PTX of the kernels again, which needs clang 22.
//
//	go run ./bench/corpus [-compile]
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"path/filepath"

	"github.com/inflight-compiler/inflight/internal/ptxcorpus"
)

func main() {
	compile := flag.Bool("compile", false, "write the PTX of the kernels again")
	clang := flag.String("clang", "clang-22", "the `compiler`")
	flag.Parse()
	log.SetFlags(0)
	variants, err := ptxcorpus.Read(ptxcorpus.Folder)
	if err != nil {
		log.Fatal(err)
	}
	if *compile {
		err = write(*clang, variants)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// write compiles all variants.
func write(clang string, variants []*ptxcorpus.Variant) error {
	for _, v := range variants {
		text, err := ptxcorpus.Compile(context.Background(), clang, ptxcorpus.Folder, "-O2", v)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(ptxcorpus.Folder, v.File()), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
