package text_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ir/text"
)

// Functions that are printed in parallel have the text that they have one after the other, aliases of attributes and types too.
func TestFunctionsInParallel(t *testing.T) {
	var source strings.Builder
	for i := range 100 {
		fmt.Fprintf(&source, "func.func @f%d(%%m: memref<8xf32, affine_map<(d0) -> (d0 * %d)>>, %%i: index) -> index {\n", i, 1+i%3)
		fmt.Fprintf(&source, "  %%0 = affine.min affine_map<(d0) -> (d0, %d)>(%%i)\n", i%5)
		fmt.Fprintf(&source, "  %%1 = \"test.op\"() {list = [affine_map<(d0) -> (d0 + %d)>], text = \"%d\"} : () -> index\n  return %%0 : index\n}\n", i%7, i)
	}
	c := newContext()
	c.AllowUnregistered = true
	m := parse(t, c, "functions.mlir", source.String())
	want := text.Append(nil, m, text.PrintOptions{})
	var got bytes.Buffer
	if err := text.Print(&got, m, text.PrintOptions{}); err != nil || got.String() != string(want) {
		t.Errorf("%v, in parallel\n%s\none after the other\n%s", err, got.String(), want)
	}
}
