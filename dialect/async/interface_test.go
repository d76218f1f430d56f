package async_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/ir"
)

const asynchronous = `
async.func private @both() -> (!async.token, !async.value<i1>)
async.func private @value() -> !async.value<i1>
async.func @f(%t: !async.token, %v: !async.value<i1>, %n: !async.group) -> !async.token {
  %0 = execute [%t] (%v as %x: !async.value<i1>) {
    async.yield
  }
  %1:2 = call @both() : () -> (!async.token, !async.value<i1>)
  %2 = call @value() : () -> !async.value<i1>
  %3 = add_to_group %t, %n : !async.token
  await %t : !async.token
  %4 = await %v : !async.value<i1>
  await_all %n
  async.runtime.await %t : !async.token
  async.runtime.set_available %t : !async.token
  return
}
`

// What the interfaces of asynchronous operations say: what starts something, what stands for its end, what is
// waited for.
func TestAsyncInterfaces(t *testing.T) {
	m, diags := parse(asynchronous)
	if m == nil {
		t.Fatal(diags)
	}
	want := map[string]struct {
		async        bool
		token        bool
		dependencies int
	}{
		"async.execute":      {true, true, 2},
		"async.call @both":   {true, true, 0},
		"async.call @value":  {true, false, 0},
		"async.add_to_group": {},
		"async.await":        {false, false, 1},
		"async.await_all":    {false, false, 1},

		"async.runtime.await":         {false, false, 1},
		"async.runtime.set_available": {},

		"async.return": {},
		"async.yield":  {},
	}
	seen := map[string]bool{}
	for op := range m.Walk() {
		name := op.Name()
		if ref, ok := op.Attr("callee").(*ir.SymbolRefAttr); ok {
			name += " " + ref.String()
		}
		w, ok := want[name]
		if !ok {
			continue
		}
		seen[name] = true
		if got := op.IsAsync(); got != w.async {
			t.Errorf("%s: asynchronous: %t", name, got)
		}
		if got := op.AsyncToken(); (got != nil) != w.token || got != nil && got != op.Result(0) {
			t.Errorf("%s: token %v", name, got)
		}
		if got := op.AsyncDependencies(); len(got) != w.dependencies {
			t.Errorf("%s: %d dependencies", name, len(got))
		}
	}
	if len(seen) != len(want) {
		t.Errorf("seen %v", seen)
	}
}
