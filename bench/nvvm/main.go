// Command nvvm makes the corpus of NVIDIA's intrinsics that ptx/machine is tested with: LLVM IR with
// functions for every intrinsic of IntrinsicsNVVM.td, for the targets whose code generator takes them. It
// needs LLVM 22 with its headers (llvm-22 and llvm-22-dev of Debian).
//
//	go run ./bench/nvvm [-include /usr/include/llvm-22] [-out ptx/machine/testdata/nvvm.ll.gz]
//
// An intrinsic has a function for each value of its constant operands, one after the other, while the others
// keep a value with which it is accepted. The test's table of what is executed is then made anew by
// INFLIGHT_UPDATE=1 go test ./ptx/machine -run EveryIntrinsic.
package main

import (
	"compress/gzip"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// targets are the processors and versions of PTX that are tried, in this order.
var targets = []string{"sm_100a ptx88", "sm_120a ptx88", "sm_60 ptx50", "sm_90a ptx88"}

func main() {
	log.SetFlags(0)
	include := flag.String("include", "/usr/include/llvm-22", "the folder of LLVM's headers")
	out := flag.String("out", "ptx/machine/testdata/nvvm.ll.gz", "the file to write")
	tblgen := flag.String("tblgen", "llvm-tblgen-22", "the program that reads descriptions of intrinsics")
	llc := flag.String("llc", "llc-22", "the code generator")
	only := flag.String("only", "", "a regular expression: only intrinsics of such names, for a try")
	flag.Parse()
	records, err := exec.Command(*tblgen, "-I", *include, "--dump-json",
		filepath.Join(*include, "llvm", "IR", "Intrinsics.td")).Output()
	if err != nil {
		log.Fatalf("%s: %v; is llvm-22-dev installed?", *tblgen, err)
	}
	names, err := regexp.Compile(*only)
	if err != nil {
		log.Fatal(err)
	}
	all, err := readIntrinsics(records)
	if err != nil {
		log.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(in *intrinsic) bool { return !names.MatchString(in.name) })
	text := corpus(&generator{llc: *llc, accepted: map[string]bool{}}, all)
	if err := write(*out, text); err != nil {
		log.Fatal(err)
	}
}

// corpus returns the functions by target, behind the names of the intrinsics that no target has.
func corpus(g *generator, all []*intrinsic) string {
	var b strings.Builder
	sections, left, number := map[string][]*function{}, all, 0
	pass := func(target string, others bool) {
		var rest []*intrinsic
		for i, fs := range g.functions(target, left, others) {
			if len(fs) == 0 {
				rest = append(rest, left[i])
			}
			sections[target] = append(sections[target], fs...)
		}
		log.Printf("%s: %d intrinsics are left", target, len(rest))
		left = rest
	}
	for _, target := range targets {
		pass(target, false)
	}
	pass(targets[0], true)
	for _, in := range left {
		fmt.Fprintf(&b, "; refused %s\n", strings.TrimPrefix(in.name, "llvm."))
	}
	for _, target := range targets {
		for _, f := range sections[target] {
			f.name = fmt.Sprintf("f%d", number)
			number++
		}
		fmt.Fprintf(&b, "; target %s\n%s", target, module(sections[target]))
	}
	log.Printf("%d intrinsics, %d functions; no target has %d", len(all), number, len(left))
	return b.String()
}

// module returns the text of functions, behind declarations of what they call.
func module(fs []*function) string {
	var declarations []string
	var b strings.Builder
	for _, f := range fs {
		if d := f.declaration(); !slices.Contains(declarations, d) {
			declarations = append(declarations, d)
		}
	}
	for _, d := range declarations {
		b.WriteString(d)
	}
	for _, f := range fs {
		b.WriteString(f.text())
	}
	return b.String()
}

// write packs a text into a file, always to the same bytes.
func write(name, text string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write([]byte(text)); err != nil {
		return err
	}
	return z.Close()
}
