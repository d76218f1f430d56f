package text_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/ir/text"
)

// The smallest integer can be parsed wherever it is printed; upstream cannot parse it.
func TestSmallestAffineConstant(t *testing.T) {
	const source = `#map = affine_map<(d0) -> (-9223372036854775808, d0 - -9223372036854775808, d0 * -9223372036854775808)>
#set = affine_set<(d0) : (d0 - -9223372036854775808 >= 0)>
module attributes {a = #map, b = #set} {
}

`
	if got := string(text.Append(nil, parse(t, newContext(), "in.mlir", source), text.PrintOptions{})); got+
		"\n" != source && got != source {
		t.Errorf("got\n%s\nwant\n%s", got, source)
	}
}
