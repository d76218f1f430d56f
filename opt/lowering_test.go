package opt_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/internal/tools"
)

// lowerings are run, one by one, on every program of the parser's corpus and of testdata.
var lowerings = []string{
	"--convert-arith-to-llvm",
	"--convert-async-to-llvm",
	"--convert-cf-to-llvm",
	"--convert-func-to-llvm",
	"--convert-index-to-llvm",
	"--convert-linalg-to-loops",
	"--convert-math-to-llvm",
	"--convert-nvgpu-to-nvvm",
	"--convert-scf-to-cf",
	"--convert-ub-to-llvm",
	"--convert-vector-to-llvm",
	"--expand-strided-metadata",
	"--finalize-memref-to-llvm",
	"--fold-memref-alias-ops",
	"--reconcile-unrealized-casts",
}

// cleaned lists the lowerings with which mlir-opt also cleans up programs that have nothing to lower. For
// each it has the words of which one must occur in a program if Inflight is to change the program.
var cleaned = map[string]string{
	"--convert-index-to-llvm": "index.", "--convert-ub-to-llvm": "ub.",
	"--convert-linalg-to-loops": "linalg.", "--convert-vector-to-llvm": "vector.",
	"--convert-nvgpu-to-nvvm": "nvgpu.",
	"--expand-strided-metadata": "subview expand_shape collapse_shape extract_strided_metadata " +
		"extract_aligned_pointer",
}

// touches reports whether a lowering has anything to do in a program.
func touches(flag, source string) bool {
	words := strings.Fields(cleaned[flag])
	return len(words) == 0 ||
		slices.ContainsFunc(words, func(w string) bool { return strings.Contains(source, w) })
}

const (
	// leastFunctions is the least number of functions on which the tools must agree. Functions with nothing
	// to lower do not count.
	leastFunctions = 250
	// toolLimit is the time that one run of mlir-opt on many programs may take.
	toolLimit = 2 * time.Minute
	// everyPass is the entry in differencesFile for all flags.
	everyPass   = "every pass"
	separator   = "// -----\n"
	anyUpstream = "--allow-unregistered-dialect"
)

// piece is one program of a file with several programs.
type piece struct {
	program string // the file's name
	source  string
	want    string // mlir-opt's output, "" if it reported an error
	got     string // inflight opt's output, "" if it reported an error
}

// The lowerings print the same text as mlir-opt, or a text that becomes the same when mlir-opt canonicalizes
// both. The second is allowed because mlir-opt's conversions also fold operations of dialects that they do
// not convert.
func TestLoweringsAgreeWithMLIROpt(t *testing.T) {
	if testing.Short() {
		t.Skip("lowers hundreds of programs with both tools")
	}
	mlirOpt := tools.Require(t, "mlir-opt")
	known := readDifferences(t)
	all := slices.Concat(piecesOf(t, "../ir/text/testdata/corpus/*.mlir"),
		piecesOf(t, "testdata/mlir/*.mlir"), piecesOf(t, "testdata/lowering/*.mlir"))
	agreed := map[string]bool{}
	for _, flag := range lowerings {
		t.Run(strings.TrimPrefix(flag, "--"), func(t *testing.T) {
			c := comparison{t: t, mlirOpt: mlirOpt, flag: flag, known: known}
			c.run(all)
			for _, p := range c.agreed {
				if untouched, _, _ := runOpt(t, p.program, p.source, anyUpstream); untouched != p.got {
					agreed[p.source] = true
				}
			}
		})
	}
	n := 0
	for source := range agreed {
		n += strings.Count(source, "func.func @") + strings.Count(source, "func.func private @") +
			strings.Count(source, "llvm.func @")
	}
	if t.Logf("%d functions", n); n < leastFunctions {
		t.Errorf("the tools agree on %d functions that something is lowered in, %d expected", n,
			leastFunctions)
	}
}

// piecesOf returns the programs in files.
func piecesOf(t *testing.T, pattern string) (all []piece) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		for source := range strings.SplitSeq(string(content), separator) {
			all = append(all, piece{program: name, source: source})
		}
	}
	return all
}

// comparison compares the outputs of the tools for programs with one flag.
type comparison struct {
	t       *testing.T
	mlirOpt string
	flag    string
	known   map[string]string
	agreed  []piece
}

func (c *comparison) run(all []piece) {
	var pieces []piece
	for _, p := range all {
		if _, hangs := c.known[p.program+" "+c.flag+" crashes"]; !hangs && touches(c.flag, p.source) {
			pieces = append(pieces, p)
		}
	}
	want := c.mlir(sources(pieces), c.flag)
	differ := map[string]string{} // by program, how
	var later []piece
	for i, p := range pieces {
		p.want = want[i]
		var code int
		var errs string
		if p.got, errs, code = runOpt(c.t, p.program, p.source, c.flag, anyUpstream); code != 0 {
			p.got = ""
		}
		switch {
		case p.got == p.want && p.got != "":
			c.agreed = append(c.agreed, p)
		case p.got == "" && p.want != "":
			differ[p.program] = "inflight opt refuses it: " + errs
		case p.got != "" && p.want == "":
			differ[p.program] = "mlir-opt refuses it"
		case p.got != p.want:
			later = append(later, p)
		}
	}
	c.canonical(later, differ)
	c.report(differ)
}

// canonical lets mlir-opt canonicalize two outputs and compares the results.
func (c *comparison) canonical(pieces []piece, differ map[string]string) {
	if len(pieces) == 0 {
		return
	}
	var texts []string
	for _, p := range pieces {
		texts = append(texts, p.want, p.got)
	}
	made := c.mlir(texts, "--convert-ub-to-llvm", "--reconcile-unrealized-casts", "--canonicalize", "--cse")
	for i, p := range pieces {
		want, got := unnumbered(made[2*i]), unnumbered(made[2*i+1])
		switch {
		case got == "":
			differ[p.program] = "mlir-opt does not read the result:\n" + p.got
		case want != got:
			differ[p.program] = "mlir-opt (-) and inflight opt (+) differ:\n" + cmp.Diff(want, got)
		default:
			c.agreed = append(c.agreed, p)
		}
	}
}

// counted matches names that mlir-opt numbers across all programs of a run.
var counted = regexp.MustCompile(`@assert_msg_\d+`)

func unnumbered(text string) string { return counted.ReplaceAllString(text, "@assert_msg") }

// report compares the differences with those that are known.
func (c *comparison) report(differ map[string]string) {
	for program, how := range differ {
		if c.known[program+" "+c.flag] == "" && c.known[program+" "+everyPass] == "" {
			c.t.Errorf("%s: %s", program, how)
		}
	}
	for key, why := range c.known {
		if program, ok := strings.CutSuffix(key, " "+c.flag); ok && differ[program] == "" {
			c.t.Errorf("%s no longer differs, although it was known to: %s", program, why)
		}
	}
}

func sources(pieces []piece) (list []string) {
	for _, p := range pieces {
		list = append(list, p.source)
	}
	return list
}

// mlir runs mlir-opt once on many texts and returns its output for each, "" for a text with an error.
func (c *comparison) mlir(texts []string, flags ...string) []string {
	ctx, cancel := context.WithTimeout(context.Background(), toolLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.mlirOpt, append(flags, anyUpstream, "--split-input-file", "-")...)
	cmd.Stdin = strings.NewReader(strings.Join(texts, "\n"+separator))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	made := strings.Split(out.String(), separator)
	if len(made) != len(texts) {
		c.t.Fatalf("mlir-opt %s: %v on program %d of %d\n%.1000s", strings.Join(flags, " "), err, len(made),
			len(texts), errs.String())
	}
	for i := range made {
		if made[i] = strings.TrimSuffix(made[i], "\n"); made[i] != "" {
			made[i] += "\n"
		}
	}
	return made
}

// differencesFile lists the intended differences and their reasons.
const differencesFile = "../docs/mlir-opt.md"

// readDifferences returns the reasons in the tables of differencesFile, by program and flags.
func readDifferences(t *testing.T) map[string]string {
	content, err := os.ReadFile(differencesFile)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(content)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 3 || !strings.HasPrefix(strings.TrimSpace(cells[0]), "`") {
			continue
		}
		for program := range strings.SplitSeq(cells[0], ",") {
			for flags := range strings.SplitSeq(cells[1], ",") {
				key := fmt.Sprintf("%s %s", strings.Trim(program, " `"),
					strings.ReplaceAll(strings.TrimSpace(flags), "`", ""))
				if why := strings.TrimSpace(cells[2]); known[key] == "" && why != "" {
					known[key] = why
				}
			}
		}
	}
	return known
}
