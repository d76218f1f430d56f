package gpu_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

const sizes = "blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = " +
	"%n, %sy = %n, %sz = %n)"

// device is a function of the host with one operation of the device.
func device(t *testing.T, operation string) *ir.Op {
	t.Helper()
	m, diags := parse(`module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @f() kernel {
      gpu.return
    }
  }
  func.func @host(%t: !gpu.async.token, %u: !gpu.async.token, %n: index, %m: memref<4xf32>, %s: memref<4xf32>, %x: f32) {
    ` + operation + `
    return
  }
}`)
	if m == nil {
		t.Fatalf("%s: %v", operation, diags)
	}
	if diags := ir.Verify(m); len(diags) > 0 {
		t.Fatalf("%s: %v", operation, diags)
	}
	return m.Body().Last().Body().First()
}

// With the keyword async, which every operation of the device takes, it gives out a token; else it blocks. It
// always depends on the tokens in brackets.
func TestAsyncInterfaces(t *testing.T) {
	for _, form := range []string{
		"gpu.wait%s", "gpu.dealloc%s %%m : memref<4xf32>",
		"gpu.memcpy%s %%m, %%s : memref<4xf32>, memref<4xf32>",
		"gpu.memset%s %%m, %%x : memref<4xf32>, f32",
		"gpu.launch%s " + strings.ReplaceAll(sizes, "%", "%%") + " { gpu.terminator }",
		"gpu.launch_func%s @k::@f blocks in (%%n, %%n, %%n) threads in (%%n, %%n, %%n)",
	} {
		for tokens, dependencies := range map[string]int{"": 0, " [%t]": 1, " [%t, %u]": 2} {
			blocking := device(t, fmt.Sprintf(form, tokens))
			if blocking.IsAsync() || blocking.AsyncToken() != nil ||
				len(blocking.AsyncDependencies()) != dependencies {
				t.Errorf("%s%s: asynchronous %t, token %v, depends on %d", form, tokens, blocking.IsAsync(),
					blocking.AsyncToken(),
					len(blocking.AsyncDependencies()))
			}
			async := device(t, "%r = "+fmt.Sprintf(form, " async"+tokens))
			if !async.IsAsync() || async.AsyncToken() != async.Result(0) ||
				len(async.AsyncDependencies()) != dependencies {
				t.Errorf("%s async%s: asynchronous %t, token %v, depends on %d", form, tokens,
					async.IsAsync(), async.AsyncToken(),
					len(async.AsyncDependencies()))
			}
		}
	}
	alloc := device(t, "%m1, %r = gpu.alloc async [%t] () : memref<4xf32>")
	if !alloc.IsAsync() || alloc.AsyncToken() != alloc.Result(1) || len(alloc.AsyncDependencies()) != 1 {
		t.Error("gpu.alloc async: its token is the second result")
	}
}

// What the operations do to memory, as read, write, allocate or free of a value by its name.
func TestEffects(t *testing.T) {
	for operation, want := range map[string]string{
		"gpu.memcpy [%t] %m, %s : memref<4xf32>, memref<4xf32>": "read s, write m",
		"gpu.memset %m, %x : memref<4xf32>, f32":                "write m",
		"%a = gpu.alloc () : memref<4xf32>":                     "allocate a",
		"gpu.dealloc %m : memref<4xf32>":                        "free m",
	} {
		op := device(t, operation)
		var got []string
		op.Def().Effects(op, func(e ir.Effect) {
			got = append(got, e.Kind.String()+" "+e.Value.Name())
			if !e.Whole {
				t.Errorf("%s: not of the whole memref", operation)
			}
		})
		if g := strings.Join(got, ", "); g != want {
			t.Errorf("%s: %s, want %s", operation, g, want)
		}
	}
}

// The parts of a launch with clusters and memory.
func TestLaunchArguments(t *testing.T) {
	op := device(t, "gpu.launch clusters(%cx, %cy, %cz) in (%kx = %n, %ky = %n, %kz = %n) "+sizes+
		" workgroup(%w: memref<1xf32>) private(%p: memref<2xf32>, %q: memref<3xf32>) { gpu.terminator }")
	for _, group := range []struct {
		args []*ir.Value
		want string
	}{
		{gpu.BlockIDs(op), "bx by bz"}, {gpu.ThreadIDs(op), "tx ty tz"}, {gpu.GridSizes(op), "gx gy gz"},
		{gpu.BlockSizes(op), "sx sy sz"}, {gpu.ClusterIDs(op), "cx cy cz"},
		{gpu.ClusterSizes(op), "kx ky kz"},
		{gpu.WorkgroupMemory(op), "w"}, {gpu.PrivateMemory(op), "p q"},
	} {
		var names []string
		for _, v := range group.args {
			names = append(names, v.Name())
		}
		if got := strings.Join(names, " "); got != group.want {
			t.Errorf("got %s, want %s", got, group.want)
		}
	}
}

// mlir-opt leaves out the dependencies of a launch that blocks, and so loses them; here they are written, and
// read.
func TestBlockingLaunchKeepsDependencies(t *testing.T) {
	op := device(t, "gpu.launch [%t] "+sizes+" { gpu.terminator }")
	for op.Parent() != nil {
		op = op.Parent()
	}
	printed := text.String(op, text.PrintOptions{})
	if !strings.Contains(printed, "gpu.launch [%arg0] blocks(") {
		t.Errorf("printed as\n%s", printed)
	}
	again, diags := text.Parse(op.Context(), diag.NewFile("again.mlir", []byte(printed)), text.Options{})
	if again == nil {
		t.Fatal(diags)
	}
	if second := text.String(again, text.PrintOptions{}); second != printed {
		t.Errorf("read back it is\n%s", second)
	}
}
