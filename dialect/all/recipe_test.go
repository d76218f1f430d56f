package all_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var quotation = regexp.MustCompile("(?s)```go\n// ([^\n]+)\n(.*?)```")

// The recipe quotes the source as it is.
func TestRecipeQuotesTheSource(t *testing.T) {
	recipe, err := os.ReadFile("../../docs/recipes/add-an-op.md")
	if err != nil {
		t.Fatal(err)
	}
	quotes := quotation.FindAllStringSubmatch(string(recipe), -1)
	if len(quotes) < 3 {
		t.Fatalf("%d quotations found", len(quotes))
	}
	for _, q := range quotes {
		source, err := os.ReadFile(filepath.Join("../..", q[1]))
		if err != nil {
			t.Error(err)
		} else if !strings.Contains(string(source), q[2]) {
			t.Errorf("%s does not contain\n%s", q[1], q[2])
		}
	}
}
