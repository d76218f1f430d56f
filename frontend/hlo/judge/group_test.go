package judge_test

import (
	"strings"
	"testing"
)

const group = `HloModule m, is_scheduled=true, num_partitions=4

ring {
  rp = f32[8] parameter(0)
  rt = token[] parameter(1)
FIRST
SECOND
  ROOT all = ((f32[8], u32[], token[]), (f32[8], u32[], token[])) tuple(s, r)
}

both {
  bp = f32[8] parameter(0)
  bg = f32[16] all-gather(bp), channel_id=2, replica_groups={{0,1},{2,3}}, dimensions={0}, use_global_device_ids=true
  bh = f32[16] all-gather(bp), channel_id=3, replica_groups={{0,2},{1,3}}, dimensions={0}, use_global_device_ids=true
  ROOT b = (f32[16], f32[16]) tuple(bg, bh)
}

ENTRY e {
  p = f32[8] parameter(0)
  t = token[] after-all()
BODY
  ROOT c = f32[8] copy(p)
}
`

// TestGroupsOfOperations has operations that an async-start begins together: none of them waits for another
// one of its group, and each device of any of them takes part.
func TestGroupsOfOperations(t *testing.T) {
	const (
		send = `  s = (f32[8], u32[], token[]) send(rp, rt), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs=PAIRS}`
		recv = `  r = (f32[8], u32[], token[]) recv(rt), channel_id=1, frontend_attributes={_xla_send_recv_source_target_pairs=PAIRS}`
		ring = `  gs = ((f32[8], token[]), ((f32[8], u32[], token[]), (f32[8], u32[], token[]))) async-start(p, t), calls=ring, frontend_attributes={_collectives_group=""}
  gd = ((f32[8], u32[], token[]), (f32[8], u32[], token[])) async-done(gs)`
		crossing = `  as = ((f32[8]), (f32[16], f32[16])) async-start(p), calls=both, frontend_attributes={_collectives_group="",_xla_stream_annotation="1"}
  hs = (f32[8], f32[16]) all-gather-start(p), channel_id=4, replica_groups=GROUPS, dimensions={0}, use_global_device_ids=true
  hd = f32[16] all-gather-done(hs)
  ad = (f32[16], f32[16]) async-done(as)`
		circle, row = "{{0,1},{1,2},{2,0}}", "{{0,1}}"
	)
	for _, c := range []struct{ name, first, second, body, pairs, groups, want string }{
		{"a ring", send, recv, ring, circle, "", ""},
		{"receives first", recv, send, ring, circle, "", ""},
		{"two rings, one behind the other", send, recv, ring + "\n" +
			strings.NewReplacer("gs", "gs2", "gd", "gd2").Replace(ring), circle, "", ""},
		{"other devices", send, strings.Replace(recv, "PAIRS", "{{1,2}}", 1), ring, row, "",
			"has no counterpart"},
		{"no pairs", strings.Replace(send, ", frontend_attributes={_xla_send_recv_source_target_pairs=PAIRS}",
			"", 1), recv, ring, row, "", "whether its transfer ends is not judged"},
		{"another stream, the first of both", send, recv, crossing, row, "{{0,1},{2,3}}",
			"devices 0 1 may wait"},
		{"another stream, the second of both", send, recv, crossing, row, "{{1,3}}", "devices 1 3 may wait"},
	} {
		text := strings.NewReplacer("FIRST", c.first, "SECOND", c.second, "BODY", c.body).Replace(group)
		text = strings.NewReplacer("PAIRS", c.pairs, "GROUPS", c.groups).Replace(text)
		got := summary(check(t, text, ""))
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: got\n%swant %s", c.name, got, c.want)
		}
	}
}
