package cf_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Case values print as mlir-opt prints them, but those of signed types as what they are, so that they can be
// read.
func TestSwitchPrintsWhatItReads(t *testing.T) {
	const source = `module {
  func.func @f(%arg0: si8, %arg1: si128, %arg2: ui8, %arg3: i8) {
    cf.switch %arg0 : si8, [
      default: ^bb1,
      -7: ^bb1
    ]
  ^bb1:  // 2 preds: ^bb0, ^bb0
    cf.switch %arg1 : si128, [
      default: ^bb2,
      -7: ^bb2,
      170141183460469231731687303715884105727: ^bb2
    ]
  ^bb2:  // 3 preds: ^bb1, ^bb1, ^bb1
    cf.switch %arg2 : ui8, [
      default: ^bb3,
      249: ^bb3
    ]
  ^bb3:  // 2 preds: ^bb2, ^bb2
    cf.switch %arg3 : i8, [
      default: ^bb4,
      249: ^bb4
    ]
  ^bb4:  // 2 preds: ^bb3, ^bb3
    return
  }
}
`
	m, errs := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if m == nil {
		t.Fatal(errs)
	}
	if got := text.String(m, text.PrintOptions{}); strings.TrimSpace(got) != strings.TrimSpace(source) {
		t.Errorf("got\n%s", got)
	}
}
