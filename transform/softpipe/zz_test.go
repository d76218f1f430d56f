package softpipe_test

import (
	"fmt"
	"github.com/inflight-compiler/inflight/analysis"
	"os"
	"testing"
)

func TestZ(t *testing.T) {
	b, _ := os.ReadFile(os.Getenv("F"))
	m := parse(t, string(b))
	e := &analysis.Evaluator{}
	for op := range m.Walk() {
		if op.Name() == "scf.for" || op.Name() == "pipeline.block" {
			for _, a := range e.Accesses(op) {
				fmt.Println(op.Name(), a.Op.Name(), a.Kind, a.Buffer != nil, a.Dims, a.Must)
			}
		}
	}
	p, err := transform(string(b))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(printed(p))
}
