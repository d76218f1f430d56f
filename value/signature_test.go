package value_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/value"
)

// The error about an argument that does not fit has the argument's name, the expected type and the given
// value's type.
func TestArgumentsAreNamed(t *testing.T) {
	m, diags := text.Parse(all.NewContext(),
		diag.NewFile("f.mlir",
			[]byte("func.func @f(%A: memref<4xf32>, %n: index, %0: memref<4xf32>) { return }")),
		text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	s := value.SignatureOf(m.Body().First())
	memory := func(n int64) value.Value {
		typ := s.Types[0].(*ir.MemRefType)
		b, err := value.NewBuffer(typ, []int64{4})
		if err != nil {
			t.Fatal(err)
		}
		b.Shape[0] = n
		return value.Memory(b)
	}
	n, shared := value.Int(s.Types[1], 1), memory(4)
	for _, c := range []struct {
		args []value.Value
		bad  int // the first that does not fit
		want string
	}{
		{[]value.Value{shared, n}, -1, "'@f' takes 3 arguments, but 2 are given"},
		{[]value.Value{shared, value.Int(m.Context().I32, 1), memory(4)}, 1,
			"argument 'n' of '@f' has the type index, but a value of type i32 is given"},
		{[]value.Value{shared, {}, memory(4)}, 1,
			"argument 'n' of '@f' has the type index, but a value without a type is given"},
		{[]value.Value{n, n, memory(4)}, 0,
			"argument 'A' of '@f' has the type memref<4xf32>, but a value of type index is given"},
		{[]value.Value{shared, n, memory(5)}, 2,
			"argument '0' of '@f' has the type memref<4xf32>, but memory of type memref<4xf32> with the " +
				"extents [5] is given"},
		{[]value.Value{shared, n, shared}, -1, "arguments 'A' and '0' of '@f' share memory"},
	} {
		err := s.Check("sim-bad-argument", diag.Span{}, c.args, func(i int) bool { return i != c.bad })
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if err := s.Check("sim-bad-argument", diag.Span{}, []value.Value{shared, n, memory(4)}, func(int) bool {
		return true
	}); err != nil {
		t.Error(err)
	}
}
