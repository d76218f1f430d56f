package machine_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// A section of the corpus is LLVM IR for one target: a function for each intrinsic of NVIDIA's that the
// target has, and for each value of its constant operands. bench/nvvm makes the corpus of IntrinsicsNVVM.td
// of LLVM 22.
type nvvmSection struct {
	cpu, version, text string
	names              map[string]string // of intrinsics, by the function that calls them
}

var nvvmCall = regexp.MustCompile(`(?s)define void @(\w+)\(.*?call .*?@llvm\.(nvvm[\w.]*)\(`)

// nvvmCorpus returns the sections, and the intrinsics that LLVM has no instructions for.
func nvvmCorpus(t testing.TB) (sections []nvvmSection, refused []string) {
	packed, err := os.ReadFile("testdata/nvvm.ll.gz")
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(text), "; target ")
	for line := range strings.Lines(head) {
		refused = append(refused, strings.TrimSpace(strings.TrimPrefix(line, "; refused ")))
	}
	for part := range strings.SplitSeq(rest, "; target ") {
		target, body, _ := strings.Cut(part, "\n")
		s := nvvmSection{text: body, names: map[string]string{}}
		s.cpu, s.version, _ = strings.Cut(target, " ")
		for _, m := range nvvmCall.FindAllStringSubmatch(body, -1) {
			s.names[m[1]] = m[2]
		}
		sections = append(sections, s)
	}
	return sections, refused
}

// What LLVM makes of every intrinsic for NVIDIA's devices is read, verified, printed and decoded; the table
// says for each opcode how many of them are executed, and which are not.
func TestEveryIntrinsicOfLLVM(t *testing.T) {
	llc := tools.Require(t, "llc")
	sections, refused := nvvmCorpus(t)
	table := newNvvmTable()
	for _, s := range sections {
		cmd := tools.Command(t, llc, "-O1", "-march=nvptx64", "-mcpu="+s.cpu, "-mattr=+"+s.version, "-o", "-",
			"-")
		cmd.Stdin = strings.NewReader(s.text)
		text, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", s.cpu, err)
		}
		m, err := ptx.Parse(diag.NewFile(s.cpu+".ptx", text))
		if err == nil {
			err = ptx.Verify(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", s.cpu, err)
		}
		if again, err := ptx.Parse(diag.NewFile("printed", []byte(ptx.Print(m)))); err != nil ||
			ptx.Print(again) != ptx.Print(m) {
			t.Errorf("%s: the printed text is another: %v", s.cpu, err)
		}
		for _, f := range m.Functions() {
			if name := s.names[f.Name]; name != "" {
				table.add(m, f, name)
			}
		}
	}
	if table.intrinsics() < 2500 {
		t.Errorf("%d intrinsics", table.intrinsics())
	}
	golden.Compare(t, "testdata/nvvm.txt", []byte(table.text(refused)))
}

// nvvmTable counts intrinsics by the instruction that they are, and names those that are not executed.
type nvvmTable struct {
	all, executed map[string]map[string]bool // names by opcode
	why           map[string]string          // by name
}

func newNvvmTable() *nvvmTable {
	return &nvvmTable{map[string]map[string]bool{}, map[string]map[string]bool{}, map[string]string{}}
}

func (t *nvvmTable) intrinsics() int {
	n := 0
	for _, names := range t.all {
		n += len(names)
	}
	return n
}

var digits = regexp.MustCompile(`\d+`)

// family is what intrinsics have in common: the first two words of their names.
func family(name string) string {
	words := strings.Split(strings.TrimPrefix(name, "nvvm."), ".")
	return digits.ReplaceAllString(strings.Join(words[:min(len(words), 2)], "."), "#")
}

func (t *nvvmTable) add(m *ptx.Module, f *ptx.Function, name string) {
	kind := family(name)
	if t.all[kind] == nil {
		t.all[kind], t.executed[kind] = map[string]bool{}, map[string]bool{}
	}
	_, known := t.why[name]
	t.all[kind][name] = true
	k, err := machine.Compile(m, f)
	switch {
	case err != nil:
		t.why[name] = "refused: " + err.Error()
		delete(t.executed[kind], name)
	case len(k.NotExecuted()) > 0:
		t.why[name] = "known: " + k.NotExecuted()[0].Name()
		delete(t.executed[kind], name)
	case !known:
		t.executed[kind][name] = true
	}
}

func (t *nvvmTable) text(refused []string) string {
	var b, rest strings.Builder
	var kinds []string
	executed := 0
	for kind := range t.all {
		kinds = append(kinds, kind)
		executed += len(t.executed[kind])
	}
	slices.Sort(kinds)
	fmt.Fprintf(&b, "%d intrinsics are read; %d are executed and judged, %d are known and not executed; "+
		"LLVM has no instruction for %d.\n\n", t.intrinsics(), executed, t.intrinsics()-executed,
		len(refused))
	fmt.Fprintf(&b, "%-28s %10s %8s\n", "family", "intrinsics", "executed")
	for _, kind := range kinds {
		fmt.Fprintf(&b, "%-28s %10d %8d\n", kind, len(t.all[kind]), len(t.executed[kind]))
	}
	reasons := map[string]int{}
	for _, why := range t.why {
		reasons[digits.ReplaceAllString(why, "#")]++
	}
	var list []string
	for why := range reasons {
		list = append(list, why)
	}
	slices.Sort(list)
	for _, why := range list {
		fmt.Fprintf(&rest, "%4d %s\n", reasons[why], why)
	}
	slices.Sort(refused)
	return b.String() + "\nNot executed, by instruction with # for numbers:\n" + rest.String() +
		"\nNo instruction in LLVM:\n" + strings.Join(refused, "\n") + "\n"
}

// nvvmSeeds returns what LLVM makes of some of the intrinsics, each function as a text of its own; nothing
// without LLVM.
func nvvmSeeds(f *testing.F) (all []string) {
	llc, err := tools.Find("llc")
	if err != nil {
		return nil
	}
	sections, _ := nvvmCorpus(f)
	for _, s := range sections {
		cmd := tools.Command(f, llc, "-O1", "-march=nvptx64", "-mcpu="+s.cpu, "-mattr=+"+s.version, "-o", "-",
			"-")
		cmd.Stdin = strings.NewReader(everyFunction(s.text, 60))
		text, err := cmd.Output()
		if err != nil {
			f.Fatalf("%s: %v", s.cpu, err)
		}
		m, err := ptx.Parse(diag.NewFile(s.cpu+".ptx", text))
		if err != nil {
			f.Fatal(err)
		}
		for _, function := range m.Functions() {
			one := *m
			one.Items = []ptx.Item{function}
			all = append(all, ptx.Print(&one))
		}
	}
	return all
}

// everyFunction returns the declarations of a module, and each n-th of its functions.
func everyFunction(text string, n int) string {
	parts := strings.Split(text, "define ")
	var b strings.Builder
	b.WriteString(parts[0])
	for i := 1; i < len(parts); i += n {
		b.WriteString("define " + parts[i])
	}
	return b.String()
}
