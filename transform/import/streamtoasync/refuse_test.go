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
			"util.func public @f(%a: !stream.resource<*>, %n: index) {\n%c0 = arith.constant 0 : index\n" +
			"%t = stream.cmd.execute with(%a as %x: !stream.resource<*>{%n}) {\n" +
			"%0 = stream.cmd.call @g(rw %x[%c0 for %n]) : (!stream.resource<*>{%n}) -> i32\n" +
			"} => !stream.timepoint\nutil.return\n}",
			"5:6: error: the number that 'stream.cmd.call' returns has no counterpart in async"},
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
		if got := diags.Error(); !strings.Contains(got, one.want) {
			t.Errorf("got %s\nwant %s", got, one.want)
		}
	}
}
