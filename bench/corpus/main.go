// Command corpus runs 'inflight check' without a flag for the launch on the CUDA kernels of
// ptx/judge/testdata/corpus, right ones and wrong ones, and prints a table of Markdown of what it said. It
// fails if a right kernel is called wrong, or less than 95 % of the mistakes are found.
//
// With -level it compiles the kernels at another level of optimization, and with -compile it writes the PTX
// of the kernels again; both need clang 22.
//
//	go run ./bench/corpus [-compile] [-level -O0] [-only NAME]
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/inflight-compiler/inflight/internal/ptxcorpus"
)

func main() {
	compile := flag.Bool("compile", false, "write the PTX of the kernels again")
	clang := flag.String("clang", "clang-22", "the `compiler`")
	level := flag.String("level", "", "compile the kernels at this `level` instead of taking their PTX")
	only := flag.String("only", "", "judge the kernel of this `name` alone")
	limit := flag.Duration("limit", time.Minute, "the longest `time` for one kernel")
	command := flag.String("inflight", "", "the `command` to measure (default: this repository's)")
	flag.Parse()
	log.SetFlags(0)
	variants, err := ptxcorpus.Read(ptxcorpus.Folder)
	if err == nil && *compile {
		err = write(*clang, "-O2", ptxcorpus.Folder, variants)
	} else if err == nil {
		b := &bench{clang: *clang, level: *level, only: *only, limit: *limit, command: *command,
			texts: ptxcorpus.Folder}
		err = b.run(variants)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// write compiles all variants to PTX in a folder.
func write(clang, level, folder string, variants []*ptxcorpus.Variant) error {
	if err := os.MkdirAll(filepath.Join(folder, "ptx"), 0o755); err != nil {
		return err
	}
	for _, v := range variants {
		text, err := ptxcorpus.Compile(context.Background(), clang, ptxcorpus.Folder, level, v)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, v.File()), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// bench is what is measured: a command on the texts of a folder.
type bench struct {
	clang, level, only, command, texts string

	limit time.Duration
}

func (b *bench) run(variants []*ptxcorpus.Variant) error {
	folder, err := os.MkdirTemp("", "inflight-corpus-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if b.command == "" {
		b.command = filepath.Join(folder, "inflight")
		if out, err := exec.Command("go", "build", "-o", b.command,
			"./cmd/inflight").CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	if b.level != "" {
		b.texts = folder
		if err := write(b.clang, b.level, folder, variants); err != nil {
			return err
		}
	}
	return b.table(variants)
}

// table judges the variants and prints what came of it.
func (b *bench) table(variants []*ptxcorpus.Variant) error {
	counts := map[answer]int{}
	right, wrong, isClean := 0, 0, false
	fmt.Print(
		"| kernel | mistake | outcome | classes, with lines of the `.cu` | answer |\n|---|---|---|---|---|\n")
	for _, v := range variants {
		if b.only != "" && v.Name != b.only {
			continue
		}
		s, err := b.judge(v)
		if err != nil {
			return err
		}
		a := s.answer(v)
		if v.Right() {
			isClean = a == clean
		} else if (a == found || a == foundAsks) && !isClean {
			a = hollow
		}
		counts[a]++
		mistake := "none"
		if v.Right() {
			right++
		} else {
			wrong++
			mistake = fmt.Sprintf("%d: %s", v.Mistake, v.What)
		}
		fmt.Printf("| %s | %s | %s | %s | %s |\n", v.Name, mistake, s.outcome, s.classes(), a)
	}
	found := counts[found] + counts[foundAsks]
	fmt.Printf(
		"\n%d right kernels: %d clean, %d depend on the launch, %d false alarms, %d without a verdict.\n",
		right, counts[clean], counts[asks], counts[falseAlarm], counts[noVerdict])
	fmt.Printf(
		"%d wrong kernels: %d found, of which %d depend on the launch, %d found where the right kernel is "+
			"not clean, %d in another place, "+
			"%d as another class, %d missed, %d without a verdict.\n", wrong, found, counts[foundAsks],
		counts[hollow],
		counts[otherPlace], counts[otherClass], counts[missed], counts[wrongNoVerdict])
	if counts[falseAlarm] > 0 || found*100 < wrong*95 {
		return fmt.Errorf("%d false alarms, and %d of %d mistakes found", counts[falseAlarm], found, wrong)
	}
	return nil
}
