package main

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/pass"
)

// Every name in the list can be explained, and so can the names that explanations refer to.
func TestEverySubjectIsExplained(t *testing.T) {
	names := subjects()
	for _, name := range names {
		if len(explanations(name)) == 0 {
			t.Errorf("nothing to say of %s", name)
		}
	}
	for _, list := range words() {
		for _, e := range list {
			for _, other := range strings.Fields(e.see) {
				if len(explanations(other)) == 0 {
					t.Errorf("%s refers to %s, which is not explained", e.name, other)
				}
			}
		}
	}
	for _, d := range all.Dialects() {
		for _, name := range dialectTypes(d) {
			if typeSummaries[name] == "" {
				t.Errorf("%s has no summary", name)
			}
		}
		for _, a := range dialectAttributes(d) {
			if about := attributeSummaries[a.name]; about.summary == "" || a.example() == "" {
				t.Errorf("%s has no summary, or no example", a.name)
			}
		}
		for _, op := range d.Ops {
			if op.Summary == "" {
				t.Errorf("%s has no summary", op.Name)
			}
		}
	}
}

// Each pass is in one group of the list.
func TestPassGroups(t *testing.T) {
	groups := map[string]int{}
	for _, g := range passGroups {
		for _, name := range g.names {
			groups[name]++
		}
	}
	for _, p := range pass.All() {
		if groups[p.Name] != 1 {
			t.Errorf("%s is in %d groups of passgroups.go", p.Name, groups[p.Name])
		}
		delete(groups, p.Name)
	}
	for name := range groups {
		t.Errorf("passgroups.go has %s, which is no pass", name)
	}
}

var inQuotes = regexp.MustCompile(`'([^']*)'`)

// The example of every pass is reproduced by the command that explain prints.
func TestPassExamplesReproduce(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, p := range pass.All() {
		if err := os.WriteFile("before.mlir", []byte(p.Before), 0o666); err != nil {
			t.Fatal(err)
		}
		command := exampleCommand(p)
		if !strings.Contains(passText(p), command) {
			t.Errorf("%s: the command is not printed", p.Name)
		}
		var args []string
		options := p.ExampleOptions
		for _, word := range strings.Fields(inQuotes.ReplaceAllString(command, "OPTIONS"))[1:] {
			args = append(args, strings.ReplaceAll(word, "OPTIONS", options))
		}
		var out, errs bytes.Buffer
		if status := run(args, strings.NewReader(""), &out, &errs); status != exitOK {
			t.Errorf("%s: %s", command, errs.String())
		}
		if got := strings.TrimSuffix(out.String(), "\n"); got != p.After { // mlir-opt ends with an empty line
			t.Errorf("%s: -After +got:\n%s", command, cmp.Diff(p.After, got))
		}
	}
}

// The tables have attributes of each kind, and every summary belongs to an attribute in a table.
func TestAttributeSummariesAreOfTables(t *testing.T) {
	known := map[string]bool{}
	for _, d := range all.Dialects() {
		for _, a := range dialectAttributes(d) {
			known[a.name] = true
		}
	}
	for name, about := range attributeSummaries {
		if !known[name] {
			t.Errorf("no table has %s", name)
		}
		_, mnemonic, _ := strings.Cut(name, ".")
		if about.example != "" && !strings.HasPrefix(about.example, name) &&
			!strings.Contains(about.example, "<"+mnemonic+" ") {
			t.Errorf("the example of %s is %s", name, about.example)
		}
	}
	for _, name := range strings.Fields(
		"#ub.poison #arith.fastmath #nvvm.target #dlti.dl_spec #gpu.address_space") {
		if !known[name] {
			t.Errorf("%s is no attribute of a table", name)
		}
	}
}

// The example of every attribute is a program: opt reads it, prints the attribute, and reads what it printed.
// mlir-opt takes the same programs, where it is installed; of dialects that MLIR does not have it takes the
// form.
func TestAttributeExamplesWork(t *testing.T) {
	var programs []string
	for _, d := range all.Dialects() {
		for _, a := range dialectAttributes(d) {
			program := a.exampleProgram()
			programs = append(programs, program)
			if text := strings.Join(explanations(a.name), ""); !strings.Contains(text, a.example()) {
				t.Errorf("%s: the example is not printed:\n%s", a.name, text)
			}
			printed := optOf(t, program)
			if !strings.Contains(printed, strings.TrimPrefix(a.name, "#"+d.Name+".")) {
				t.Errorf("%s: opt prints\n%s", program, printed)
			}
			if again := optOf(t, printed); again != printed {
				t.Errorf("%s: -printed +again:\n%s", a.name, cmp.Diff(printed, again))
			}
		}
	}
	command := tools.Command(t, tools.Require(t, "mlir-opt"), "--split-input-file",
		"--allow-unregistered-dialect")
	command.Stdin = strings.NewReader(strings.Join(programs, "// -----\n"))
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("mlir-opt: %v\n%s", err, out)
	}
}

// optOf returns the output of opt for a program.
func optOf(t *testing.T, program string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run([]string{"opt", "-"}, strings.NewReader(program), &out, &errs); status != exitOK {
		t.Errorf("opt: %s%s", errs.String(), program)
	}
	return out.String()
}

// The list, and the explanations of words, annotations and types, fit into 80 columns.
func TestExplanationWidth(t *testing.T) {
	var out, errs bytes.Buffer
	if status := run([]string{"explain"}, strings.NewReader(""), &out, &errs); status != exitOK {
		t.Fatal(errs.String())
	}
	lines := strings.Split(out.String(), "\n")
	for _, list := range words() {
		for _, e := range list {
			lines = append(lines, strings.Split(e.String(), "\n")...)
		}
	}
	if i := slices.IndexFunc(lines, func(l string) bool { return len(l) > 80 }); i >= 0 {
		t.Errorf("%d columns: %s", len(lines[i]), lines[i])
	}
}
