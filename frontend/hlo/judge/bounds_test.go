package judge_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/frontend/hlo/judge"
)

// collectives returns a module with n collectives in flight at once, each on a stream of its own. No two of
// their groups share two devices.
func collectives(n, devices int) string {
	var b strings.Builder
	fmt.Fprintf(&b,
		"HloModule m, is_scheduled=true, num_partitions=%d\n\nENTRY e {\n  p = f32[8] parameter(0)\n",
		devices)
	var groups []string
	for i := range devices {
		groups = append(groups, fmt.Sprintf("{%d}", i))
	}
	for i := range n {
		fmt.Fprintf(&b, "  s%d = (f32[8], f32[8]) all-gather-start(p), channel_id=1, dimensions={0}, "+
			"use_global_device_ids=true, replica_groups={%s}, "+
			"frontend_attributes={_xla_stream_annotation=\"%d\"}\n",
			i, strings.Join(groups, ","), i)
	}
	for i := range n {
		fmt.Fprintf(&b, "  d%d = f32[8] all-gather-done(s%[1]d)\n", i)
	}
	b.WriteString("  ROOT r = f32[8] negate(p)\n}\n")
	return b.String()
}

// TestBounds has modules whose judgement would take too long: they are told to be judged in part only.
func TestBounds(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"few collectives", collectives(20, 64), ""},
		{"many collectives", collectives(400, 128),
			"hlo-not-judged too many collectives on different streams"},
		{"exchanges of many devices", many(300, 600),
			"hlo-not-judged 600 devices with 302 messages are not judged"},
		{"exchanges of few devices", many(30, 60), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := check(t, c.text, "")
			got := summary(r)
			if !strings.Contains(got, c.want) || c.want == "" && got != "" || r.Partial != (c.want != "") {
				t.Errorf("got %v\n%.500s\nwant %s", r.Partial, got, c.want)
			}
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			if _, err := judge.Check(ctx, parse(t, c.text), judge.Options{}); err == nil {
				t.Error("the judge does not end with its context")
			}
		})
	}
}

// many returns a module in which devices send to each other in a ring, with n collectives of all between.
func many(n, devices int) string {
	var b strings.Builder
	fmt.Fprintf(&b,
		"HloModule m, is_scheduled=true, num_partitions=%d\n\nENTRY e {\n  p = f32[8] parameter(0)\n"+
			"  t = token[] after-all()\n", devices)
	var pairs []string
	for i := range devices {
		pairs = append(pairs, fmt.Sprintf("{%d,%d}", i, (i+1)%devices))
	}
	ring := "channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs={" +
		strings.Join(pairs, ",") +
		"}}"
	fmt.Fprintf(&b,
		"  r = (f32[8], u32[], token[]) recv(t), %s\n  s = (f32[8], u32[], token[]) send(p, t), %[1]s\n"+
			"  sd = token[] send-done(s), channel_id=1\n  rd = (f32[8], token[]) recv-done(r), "+
			"channel_id=1\n",
		ring)
	for i := range n {
		fmt.Fprintf(&b, "  g%d = f32[16] all-gather(p), channel_id=2, replica_groups={}, dimensions={0}, "+
			"use_global_device_ids=true\n", i)
	}
	b.WriteString("  ROOT n = f32[8] negate(p)\n}\n")
	return b.String()
}
