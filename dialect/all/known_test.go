package all_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/dialect/all"
)

const (
	// upstreamOperations lists the operations that mlir-opt has in the dialects that are here as well.
	upstreamOperations = "testdata/upstream_operations.txt"
	// differences has a table of those that are not known, one row per dialect.
	differences = "../../docs/mlir-opt.md"
	tableHead   = "| Dialect | Operations that are not known yet |\n| --- | --- |\n"
)

// The document's table has the operations of mlir-opt that the dialects lack, and no others: one that is
// added leaves the table.
func TestUnknownOperationsAreListed(t *testing.T) {
	known := map[string]bool{}
	for _, d := range all.Dialects() {
		for _, op := range d.Ops {
			known[op.Name] = true
		}
	}
	list, err := os.ReadFile(upstreamOperations)
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string][]string{}
	for line := range strings.Lines(string(list)) {
		name := strings.TrimSpace(line)
		if dialect, op, ok := strings.Cut(name, "."); ok && !strings.HasPrefix(name, "#") && !known[name] {
			missing[dialect] = append(missing[dialect], op)
		}
	}
	document, err := os.ReadFile(differences)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(missing, listed(t, string(document))); d != "" {
		t.Errorf("%s: not known (-) and listed (+) differ:\n%s", differences, d)
	}
}

// listed reads the table: the operations of each dialect, sorted, without the dialect.
func listed(t *testing.T, document string) map[string][]string {
	t.Helper()
	_, table, ok := strings.Cut(document, tableHead)
	if !ok {
		t.Fatalf("%s has no table of operations that are not known", differences)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	rows := map[string][]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 {
			t.Fatalf("%s: a row is not one of two cells: %s", differences, line)
		}
		names := strings.Fields(strings.NewReplacer("`", "", ",", "").Replace(cells[2]))
		slices.Sort(names)
		rows[strings.Trim(cells[1], " `")] = names
	}
	return rows
}
