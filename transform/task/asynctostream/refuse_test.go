package asynctostream_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// What has no counterpart is refused where it stands. Each body is that of a function with memory %a, a
// number %n, a token %t and an i8 %v.
func TestRefused(t *testing.T) {
	for _, one := range []struct{ body, want string }{
		{"memref.store %v, %a[%n] : memref<?xi8>",
			"2:1: error: 'memref.store' has no counterpart in IREE's stream dialect"},
		{"%m = memref.alloc() : memref<4xf32>",
			"2:6: error: memory of type 'memref<4xf32>' has no counterpart"},
		{"%m = memref.alloca() : memref<4xi8>", "2:6: error: 'memref.alloca' has no counterpart"},
		{"%g = async.create_group %n : !async.group", "2:6: error: 'async.create_group' has no counterpart"},
		{"%u, %r = async.execute -> !async.value<i8> {\nasync.yield %v : i8\n}",
			"2:10: error: '!async.value<i8>' has no counterpart"},
		{task("%x = memref.load %a[%n] : memref<?xi8>"), "3:6: error: 'memref.load' has no counterpart"},
		{task("scf.if %b {\nmemref.store %v, %a[%n] : memref<?xi8>\n}"), "3:1: error: 'scf.if' has no"},
		{task("async.await %t : !async.token"),
			"3:1: error: a wait of a task for work that it did not start"},
		{task("%x = async.execute {\nasync.yield\n}\nmemref.store %v, %a[%n] : memref<?xi8>\n" +
			"async.await %x : !async.token"), "3:6: error: of the 1 tasks that start here in a task"},
		{task("%x = async.execute [%t] {\nasync.yield\n}\nasync.await %x : !async.token"),
			"3:6: error: a task in a task that starts behind others has no counterpart"},
		{task("%x = async.execute attributes {pipeline.affinity = 1 : i64} {\nasync.yield\n}\n" +
			"async.await %x : !async.token"), "3:6: error: a task in a task of another affinity"},
		{task("%x = memref.view %a[%n][] : memref<?xi8> to memref<2x2xi8>\n" +
			"linalg.fill ins(%v : i8) outs(%x : memref<2x2xi8>)"), "3:6: error: a view of this type has no"},
		{task("%s = arith.constant 1 : i64\n%x = memref.alloca() : memref<i64>\n" +
			"memref.store %s, %x[] : memref<i64>"),
			"5:1: error: a kernel without stream.entry_points has no counterpart"},
		{task("%s = arith.constant 1 : i64\n" +
			"%x = memref.alloca() {stream.entry_points = [@e::@f]} : memref<i64>\n" +
			"memref.store %s, %x[] : memref<i64>"),
			"5:1: error: the number of this kernel is not that of its entry points"},
	} {
		m := passtest.Parse(t,
			"func.func @f(%a: memref<?xi8>, %n: index, %t: !async.token, %v: i8, %b: i1) {\n"+
				one.body+"\nreturn\n}")
		p, err := pass.Parse("builtin.module(async-to-stream)")
		if err != nil {
			t.Fatal(err)
		}
		manager := pass.Manager{Pipeline: p}
		diags := manager.Run(t.Context(), m)
		if got := diags.Error(); !strings.Contains(got, one.want) {
			t.Errorf("got %s\nwant %s", got, one.want)
		}
	}
}

func task(body string) string { return "%task = async.execute {\n" + body + "\nasync.yield\n}" }
