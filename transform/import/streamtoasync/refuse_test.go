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
		{"util.global private @g : i32", "1:1: error: 'util.global' has no counterpart in async"},
		{"stream.cmd.func private @g()", "1:1: error: 'stream.cmd.func' has no counterpart in async"},
		{"util.func public @f(%n: index) {\n%c = arith.constant 4 : index\n" +
			"%0 = stream.async.constant : !stream.resource<*>{%c} = dense<1.0> : " +
			"tensor<1xf32>\nutil.return\n}",
			"3:6: error: a constant of other elements than bytes has no counterpart in async"},
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
