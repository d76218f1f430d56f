package streamtoasync_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// What has no counterpart is refused where it stands.
func TestRefused(t *testing.T) {
	for _, one := range []struct{ body, want string }{
		{"util.global private @g : tensor<4xi8>\nutil.func public @f() {\n" +
			"%0 = util.global.load @g : tensor<4xi8>\nutil.return\n}",
			"3:6: error: a global of type 'tensor<4xi8>' has no counterpart in async"},
		{"util.global private mutable @g : i32\nutil.func public @f(%n: index, %v: i32) {\n" +
			"scf.parallel (%i) = (%n) to (%n) step (%n) {\n" +
			"util.global.store %v, @g : i32\nscf.reduce\n}\nutil.return\n}",
			"3:1: error: 'scf.parallel' changes the global @g, which has no counterpart in async"},
		{"util.func public @f(%d: !hal.device) -> !hal.fence {\n" +
			"%0 = hal.fence.create device(%d : !hal.device) flags(\"None\") : !hal.fence\n" +
			"util.return %0 : !hal.fence\n}",
			"2:6: error: 'hal.fence.create' has no counterpart in async"},
		{"util.func public @f(%a: !stream.resource<*>, %n: index) -> i1 {\n" +
			"%0 = stream.resource.is_terminal %a : !stream.resource<*>{%n}\nutil.return %0 : i1\n}",
			"2:6: error: 'stream.resource.is_terminal' has no counterpart in async"},
		{"stream.cmd.func private @g(%a[%o for %l]: !stream.resource<*>) -> i32\n" +
			"util.func public @f(%a: !stream.resource<*>, %n: index, %v: i8) {\n%c0 = arith.constant 0 : " +
			"index\n" +
			"%t = stream.cmd.execute with(%a as %x: !stream.resource<*>{%n}) {\n" +
			"%0 = stream.cmd.call @g(rw %x[%c0 for %n]) : (!stream.resource<*>{%n}) -> i32\n" +
			"%1 = arith.index_cast %0 : i32 to index\n" +
			"stream.cmd.fill %v, %x[%1 for %n] : i8 -> !stream.resource<*>{%n}\n" +
			"} => !stream.timepoint\nutil.return\n}",
			"5:6: error: a number that 'stream.cmd.call' returns decides what 'stream.cmd.fill' accesses"},
		{"stream.async.func private @g(%a: !stream.resource<*>) -> index\n" +
			"util.func private @h(index)\nutil.func public @f(%a: !stream.resource<*>, %n: index) {\n" +
			"%c0 = arith.constant 0 : index\n" +
			"%0 = stream.async.call @g(%a[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> index\n" +
			"util.call @h(%0) : (index) -> ()\nutil.return\n}",
			"5:6: error: a number that 'stream.async.call' returns decides what 'util.call' accesses"},
		{"stream.async.func private @g(%a: !stream.resource<*>) -> complex<f32>\n" +
			"util.func public @f(%a: !stream.resource<*>, %n: index) {\n" +
			"%c0 = arith.constant 0 : index\n" +
			"%0 = stream.async.call @g(%a[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> complex<f32>\n" +
			"util.return\n}",
			"4:6: error: a complex number that 'stream.async.call' returns has no counterpart in async"},
		{"stream.cmd.func private @g() -> i8\n" +
			"util.func public @f(%a: !stream.resource<*>, %n: index) {\n%c0 = arith.constant 0 : index\n" +
			"%t = stream.cmd.execute with(%a as %x: !stream.resource<*>{%n}) {\nstream.cmd.concurrent {\n" +
			"%0 = stream.cmd.call @g() : () -> i8\n" +
			"stream.cmd.fill %0, %x[%c0 for %n] : i8 -> !stream.resource<*>{%n}\n}\n" +
			"} => !stream.timepoint\nutil.return\n}",
			"6:6: error: 'stream.cmd.call' returns a number to a concurrent region"},
		{"util.func public @f(%b: !util.buffer, %n: index) {\n" +
			"%0:2 = stream.resource.try_map %b[%n] : !util.buffer -> i1, !stream.resource<constant>{%n}\n" +
			"util.return\n}", "2:8: error: 'stream.resource.try_map' has no counterpart in async"},
		{"util.func public @f(%a: !stream.resource<*>, %n: index) -> i1 {\n" +
			"%0 = stream.resource.release %a : !stream.resource<*>{%n}\nutil.return %0 : i1\n}",
			"say where memory ends with stream.resource.dealloca"},
		{"util.func public @f() {\n%0 = stream.context.resolve : !hal.device\nutil.return\n}",
			"2:6: error: 'stream.context.resolve' has no counterpart in async"},
		{"util.func public @f(%t: i32, %x: !stream.test.fence) {\n" +
			"%0 = stream.test.timeline_aware(%t) waits(%x) signals(%x) : (i32) -> f32\nutil.return\n}",
			"or use stream.test.timeline_op"},
		{"util.func public @f(%f: !hal.fence) -> i32 {\n%0 = hal.fence.query<%f : !hal.fence> : i32\n" +
			"util.return %0 : i32\n}", "use hal.fence.await"},
		{"util.func public @f(%f: !hal.fence, %s: i32) {\n" +
			"hal.fence.fail<%f : !hal.fence> status(%s)\nutil.return\n}",
			"2:1: error: 'hal.fence.fail' has no counterpart in async"},
		{"util.func public @f() {\nutil.unreachable \"never\"\n}",
			"2:1: error: 'util.unreachable' has no counterpart in async"},
		{"util.func public @f(%s: !stream.resource<staging>, %n: index) {\n" +
			"%0 = stream.resource.load %s[%n] : !stream.resource<staging>{%n} -> " +
			"vector<4xf32>\nutil.return\n}",
			"2:6: error: a vector in a resource has no counterpart in async"},
		{"util.func public @f(%a: !stream.resource<*>, %n: index) {\n" +
			"%c0 = arith.constant 0 : index\n%c4 = arith.constant 4 : index\n%c8 = arith.constant 8 : " +
			"index\n" +
			"%0 = stream.async.copy %a[%c0 to %c4], %a[%c4 to %c8], %c8 : !stream.resource<*>{%n} -> " +
			"%a as !stream.resource<*>{%n}\nutil.return\n}",
			"5:6: error: the range of the source has 4 bytes, but the length is 8"},
	} {
		m := passtest.Parse(t, one.body)
		p, err := pass.Parse("builtin.module(stream-to-async)")
		if err != nil {
			t.Fatal(err)
		}
		manager := pass.Manager{Pipeline: p}
		diags := manager.Run(t.Context(), m)
		got := diags.Error()
		for _, d := range diags {
			got += "\n" + d.Suggestion
		}
		if !strings.Contains(got, one.want) {
			t.Errorf("got %s\nwant %s", got, one.want)
		}
	}
}
