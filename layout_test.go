package inflight_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
)

// A program whose data layout has an index of 32 bits is refused by the judge and by every engine, with the
// place: an index of 32 bits wraps around where one of 64 bits does not.
func TestOtherDataLayout(t *testing.T) {
	const source = "module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>} {\n" + sumProgram +
		"\n}\n"
	m, err := inflight.Parse(diag.NewFile("sum.mlir", []byte(source)))
	if err != nil {
		t.Fatal(err)
	}
	refused := func(who string, err error) {
		if err == nil || !strings.Contains(err.Error(),
			"sum.mlir:1:1: error: the data layout says index = 32 : i32") {
			t.Errorf("%s: %v", who, err)
		}
	}
	for _, engine := range []string{"wasm", "native"} {
		p, err := m.Compile(t.Context(), inflight.CompileConfig{Engine: engine, Unchecked: true})
		if err == nil {
			p.Close()
		}
		refused(engine, err)
	}
	_, err = m.Run(t.Context(), inflight.RunConfig{Engine: "sim"})
	refused("sim", err)
	_, err = m.Check(t.Context(), check.Options{})
	refused("check", err)
}
