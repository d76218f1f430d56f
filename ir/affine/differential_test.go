package affine

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/tools"
	"pgregory.net/rapid"
)

// TestTextAgreesWithMLIR proves, on random expressions, that a simplified expression prints exactly as
// mlir-opt prints the original.
func TestTextAgreesWithMLIR(t *testing.T) {
	mlirOpt := tools.Require(t, "mlir-opt")
	exprs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *raw { return genRaw(t, 5, true) }), 4000,
		4000).Example(1)
	printed := printMaps(t, mlirOpt, exprs)
	failures := 0
	for i, e := range exprs {
		if got := NewMap(3, 2, e.build()).String(); got != printed[i] && failures < 20 {
			failures++
			t.Errorf("%s\n got %s\nwant %s", e, got, printed[i])
		}
	}
}

// printMaps returns what mlir-opt prints for the map of each expression.
func printMaps(t *testing.T, mlirOpt string, exprs []*raw) []string {
	t.Helper()
	var src strings.Builder
	src.WriteString("module attributes {test.m = [")
	for i, e := range exprs {
		if i > 0 {
			src.WriteString(",\n")
		}
		fmt.Fprintf(&src, "affine_map<(d0, d1, d2)[s0, s1] -> (%s)>", e)
	}
	src.WriteString("]} {}")
	cmd := tools.Command(t, mlirOpt, "--mlir-print-elementsattrs-with-hex-if-larger=-1")
	cmd.Stdin = strings.NewReader(src.String())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	aliases := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^(#map\d*) = affine_map<(.*)>$`).
		FindAllStringSubmatch(string(out), -1) {
		aliases[m[1]] = m[2]
	}
	list := regexp.MustCompile(`m = \[(.*)\]`).FindStringSubmatch(string(out))
	names := strings.Split(list[1], ", ")
	if len(names) != len(exprs) {
		t.Fatalf("%d maps printed for %d", len(names), len(exprs))
	}
	printed := make([]string, len(names))
	for i, n := range names {
		printed[i] = aliases[n]
	}
	return printed
}
