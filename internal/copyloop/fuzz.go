package copyloop

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
)

// Fuzz runs the pass on anything that is a sound program: it leaves a sound program, and does so soon.
func (l *Lowering) Fuzz(f *testing.F) {
	content, err := os.ReadFile("testdata/remarks.mlir")
	if err != nil {
		f.Fatal(err)
	}
	for _, program := range append(strings.Split(string(content), "// -----\n"), hard()...) {
		if sound(program) == nil {
			f.Fatalf("no sound program:\n%s", program)
		}
		f.Add(program)
	}
	f.Fuzz(func(t *testing.T, source string) {
		m := sound(source)
		if m == nil {
			return
		}
		if err := l.Pass.Run(pass.NewRun(context.Background(), l.Pass, m, nil)); err != nil {
			t.Fatal(err)
		}
		if errs := ir.Verify(m); errs.HasErrors() {
			t.Fatalf("%v\n%s\nbecame\n%s", errs, source, printed(m))
		}
	})
}

// sound parses a program, nil for one that is none or too long.
func sound(source string) *ir.Op {
	c := all.NewContext()
	c.AllowUnregistered = true
	m, _ := text.Parse(c, diag.NewFile("fuzz.mlir", []byte(source)), text.Options{})
	if m == nil || len(source) > 8000 || len(ir.Verify(m)) > 0 {
		return nil
	}
	return m
}

// paths is a place in the program around a computation that has very many paths.
const paths = `func.func @f(%%A: memref<?xf32>, %%x: index, %%y: index) {
  %%zero = arith.constant 0 : index
  %%one = arith.constant 1 : index
  %%eight = arith.constant 8 : index
  %%null = arith.constant 0.0 : f32
  %%nulls = arith.constant dense<0.0> : vector<8xf32>
  %%all = arith.constant dense<true> : vector<8xi1>
  %%S = memref.alloc() : memref<64xf32, 3>
  pipeline.commit_queue 0 {
    pipeline.async_scope {
%s
    }
  }
  return
}
`

// hard returns programs on which a pass that follows every path from a value to what it is computed from
// never ends, and programs in which a value is computed from itself.
func hard() []string {
	loop := func(body string) string {
		return "scf.for %i = %zero to %eight step %one {\n" + body +
			"memref.store %v, %S[%i] : memref<64xf32, 3>\n} {loop_kind = \"vectorized\"}"
	}
	load := func(at string) string { return "%v = memref.load %A[" + at + "] : memref<?xf32>\n" }
	first := "%v0 = arith.xori %x, %y : index\n"
	var list []string
	for _, op := range []string{"addi", "muli", "xori"} {
		list = append(list,
			loop(first+doubled(op, "index")+"%at = arith.addi %v60, %i : index\n"+load("%at")),
			loop("%v0 = arith.xori %i, %y : index\n"+doubled(op, "index")+load("%v60")))
	}
	list = append(list, loop(first+doubled("xori", "index")+"%p = arith.cmpi slt, %v60, %eight : index\n"+
		"%w = memref.load %A[%i] : memref<?xf32>\n%v = arith.select %p, %w, %null : f32\n"),
		loop("%r0 = arith.addi %i, %x : index\n"+divided()+load("%r30")),
		"%v0 = arith.constant dense<1> : vector<8xi32>\n"+doubled("addi", "vector<8xi32>")+
			"%v = vector.gather %A[%zero] [%v60], %all, %nulls : memref<?xf32>, vector<8xi32>, "+
			"vector<8xi1>, vector<8xf32> into vector<8xf32>\n"+
			"vector.store %v, %S[%zero] : memref<64xf32, 3>, vector<8xf32>",
		"scf.execute_region {\nscf.yield\n^bb1:\n%a = arith.addi %b, %y : index\n%b = arith.xori %a, %a : "+
			"index\n"+
			"%n = vector.broadcast %n : vector<8xf32> to vector<8xf32>\nvector.store %n, %S[%zero] : "+
			"memref<64xf32, 3>, vector<8xf32>\n"+
			loop(load("%b"))+"\ncf.br ^bb1\n}")
	for i, body := range list {
		list[i] = fmt.Sprintf(paths, body)
	}
	return list
}

// doubled computes %v60 from %v0 by operations on equal operands.
func doubled(op, typ string) string {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "%%v%d = arith.%s %%v%d, %%v%d : %s\n", i+1, op, i, i, typ)
	}
	return b.String()
}

// divided computes %r30 from %r0 by divisions, two of each result.
func divided() string {
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, "%%m%d = arith.constant %d : index\n%%d%d = arith.constant %d : index\n", i, 97+2*i,
			i, 5+2*i)
		fmt.Fprintf(&b,
			"%%p%d = arith.remui %%r%d, %%m%d : index\n%%q%d = arith.divui %%r%d, %%d%d : index\n", i, i, i,
			i, i, i)
		fmt.Fprintf(&b, "%%r%d = arith.addi %%p%d, %%q%d : index\n", i+1, i, i)
	}
	return b.String()
}
