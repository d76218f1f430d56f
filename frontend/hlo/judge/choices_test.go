package judge_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// chosen is a module with a conditional. BEFORE computes the predicate c, YES and NO are what branches do.
const chosen = `HloModule m, is_scheduled=true, num_partitions=2

sum {
  l = s32[] parameter(0)
  h = s32[] parameter(1)
  ROOT a = s32[] add(l, h)
}

yes {
  p1 = f32[8] parameter(0)
  t1 = token[] after-all()
YES
  ROOT y = f32[8] negate(p1)
}

no {
  p2 = f32[8] parameter(0)
  t2 = token[] after-all()
NO
  ROOT n = f32[8] negate(p2)
}

ENTRY e {
  x = f32[8] parameter(0)
  t = token[] after-all()
  zero = s32[] constant(0)
BEFORE
  z = f32[8] conditional(c, x, x), BRANCHES
BEHIND
  ROOT end = f32[8] negate(z)
}
`

const bothBranches = "true_computation=yes, false_computation=no"

// transferOf returns the lines of a send or a receive between two devices, and of its done.
func transferOf(kind, token string, pairs string, channel int) (start, done string) {
	name := fmt.Sprintf("%s%d%s", kind, channel, token)
	pairs = "frontend_attributes={_xla_send_recv_source_target_pairs=" + pairs + "}"
	data, result := "", "(f32[8], token[])"
	if kind == "send" {
		data, result = "p"+strings.TrimPrefix(token, "t")+", ", "token[]"
		if token == "t" {
			data = "x, "
		}
	}
	return fmt.Sprintf("  %s = (f32[8], u32[], token[]) %s(%s%s), channel_id=%d, %s\n", name, kind, data,
			token,
			channel, pairs),
		fmt.Sprintf("  d%s = %s %s-done(%s), channel_id=%d\n", name, result, kind, name, channel)
}

// TestCommunicationInBranches holds what the judge says of circles where branches of a conditional
// communicate: it takes all branches, on all devices alike or by the numbers of the devices, and has no
// verdict where devices that take branches apart would wait forever and nothing says that they do not.
func TestCommunicationInBranches(t *testing.T) {
	const (
		free  = "  c = pred[] parameter(1)\n"
		alike = "  c = pred[] parameter(1), sharding={replicated}\n"
		first = "  id = u32[] partition-id()\n  k = s32[] convert(id)\n  c = pred[] compare(k, zero), " +
			"direction=EQ\n"
		reduced = "  id = u32[] partition-id()\n  k = s32[] convert(id)\n  r = s32[] all-reduce(k), " +
			"channel_id=9, " +
			"replica_groups={{0,1}}, use_global_device_ids=true, to_apply=sum\n  c = pred[] compare(r, " +
			"zero), direction=EQ\n"
		always = "  c = pred[] constant(true)\n"
		none   = "nothing says that all devices take the same branch"
	)
	const ring = "{{0,1},{1,0}}"
	send, sent := transferOf("send", "t1", "{{0,1}}", 1)
	receive, received := transferOf("recv", "t1", "{{0,1}}", 1)
	receive2, received2 := transferOf("recv", "t2", "{{0,1}}", 1)
	sendR, sentR := transferOf("send", "t1", ring, 1)
	receiveR, receivedR := transferOf("recv", "t1", ring, 1)
	receive3, received3 := transferOf("recv", "t", "{{0,1}}", 1)
	right := send + receive + sent + received
	gather := "  g = f32[16] all-gather(p1), channel_id=2, replica_groups={{0,1}}, dimensions={0}, " +
		"use_global_device_ids=true\n"
	again := strings.NewReplacer("t1", "t2", "p1", "p2").Replace
	for _, c := range []struct{ name, before, yes, no, branches, behind, want, note string }{
		{"one branch sends, devices decide apart", free, right, "", "", "", none, ""},
		{"one branch sends, all decide alike", alike, right, "", "", "", "", ""},
		{"the sum over all devices decides", reduced, right, "", "", "", "", ""},
		{"a constant decides", always, right, "", "", "", "", ""},
		{"both branches do the same", free, right, again(right), "", "", "", ""},
		{"one branch sends, the other one receives, by the number of the device", first, send + sent,
			receive2 + received2, "", "", "", ""},
		{"the same, with branches in another textual order", first, send + sent, receive2 + received2,
			"false_computation=no, true_computation=yes", "", "", ""},
		{"a send of one device without a receive", first, send + sent, "", "", "", "has no counterpart",
			"by their numbers"},
		{"the same, where all decide alike", alike, send + sent, receive2 + received2, "", "",
			"has no counterpart", "executes 'yes'"},
		{"a circle in one branch", alike, sendR + sentR + receiveR + receivedR, "", "", "",
			"waits in a circle of 2 devices", "executes 'yes'"},
		{"a circle that no device reaches", "  c = pred[] constant(false)\n",
			sendR + sentR + receiveR + receivedR, "", "", "", "", ""},
		{"two conditionals with one predicate", alike, send + sent, "",
			bothBranches +
				"\n  v = f32[8] conditional(c, x, x), true_computation=yes2, false_computation=no2", "",
			"", ""},
		{"a send in a branch, its receive behind", alike, send + sent, again(send + sent), "",
			receive3 + received3, "", ""},
		{"a send in one branch, its receive behind", alike, send + sent, "", "", receive3 + received3,
			"has no counterpart", "executes 'no'"},
		{"a collective, all decide alike", alike, gather, "", "", "", "", ""},
		{"a collective alone", free, gather, "", "", "", "", ""},
		{"a collective of one device", first, gather, "", "", "", "which ends without g", "by their numbers"},
		{"a collective, and sends elsewhere", free, gather + right, "", "", "", none, ""},
	} {
		if c.branches == "" {
			c.branches = bothBranches
		}
		text := strings.NewReplacer("YES\n", c.yes, "NO\n", c.no, "BEFORE\n", c.before, "BRANCHES",
			c.branches,
			"BEHIND\n", c.behind).Replace(chosen)
		if strings.Contains(c.branches, "yes2") {
			other := strings.NewReplacer("YES\n", "RECV", "NO\n", "").Replace(
				chosen[strings.Index(chosen, "yes {"):strings.Index(chosen, "ENTRY")])
			other = strings.NewReplacer("yes", "yes2", "no {", "no2 {", "RECV",
				receive+received).Replace(other)
			text = strings.Replace(text, "ENTRY", other+"ENTRY", 1)
		}
		r := check(t, text, "")
		got := summary(r)
		notes := ""
		for _, d := range r.Findings {
			for _, n := range d.Notes {
				notes += n.Message + "\n"
			}
		}
		if !strings.Contains(got, c.want) || c.want == "" && got != "" || r.Partial != (c.want == none) ||
			!strings.Contains(notes, c.note) {
			t.Errorf("%s: partial %v, got\n%s%swant %s %s", c.name, r.Partial, got, notes, c.want, c.note)
		}
	}
}

// TestCarriedPredicate has a predicate that a loop carries: a counter is alike on all devices, the number of
// the device is not.
func TestCarriedPredicate(t *testing.T) {
	send, sent := transferOf("send", "t1", "{{0,1}}", 1)
	receive, received := transferOf("recv", "t1", "{{0,1}}", 1)
	for begin, want := range map[string]string{"zero": "", "own": "nothing says"} {
		text := strings.NewReplacer("YES\n", send+receive+sent+received, "NO\n", "").Replace(
			chosen[:strings.Index(chosen, "ENTRY")]) + `more {
  s3 = (s32[], f32[8]) parameter(0)
  i3 = s32[] get-tuple-element(s3), index=0
  n3 = s32[] constant(8)
  ROOT m = pred[] compare(i3, n3), direction=LT
}

body {
  s4 = (s32[], f32[8]) parameter(0)
  i4 = s32[] get-tuple-element(s4), index=0
  v4 = f32[8] get-tuple-element(s4), index=1
  one = s32[] constant(1)
  c = pred[] compare(i4, one), direction=GT
  j4 = s32[] add(i4, one)
  z = f32[8] conditional(c, v4, v4), true_computation=yes, false_computation=no
  ROOT o = (s32[], f32[8]) tuple(j4, z)
}

ENTRY e {
  x = f32[8] parameter(0)
  zero = s32[] constant(0)
  id = u32[] partition-id()
  own = s32[] convert(id)
  s = (s32[], f32[8]) tuple(` + begin + `, x)
  ROOT w = (s32[], f32[8]) while(s), condition=more, body=body
}
`
		r := check(t, text, "")
		if got := summary(r); !strings.Contains(got, want) || r.Partial != (want != "") || !r.OK() {
			t.Errorf("from %s: partial %v, got\n%s", begin, r.Partial, got)
		}
	}
}

// act starts a transfer or waits for one.
type act struct {
	kind, token string
	channel     int
	pairs       [][2]int
	done        bool
}

// TestPropertyBranches compares what the judge says of random sends and receives in two branches and around
// them with executions in all ways in which devices take branches.
func TestPropertyBranches(t *testing.T) {
	count := map[string]int{}
	for seed := range passtest.Programs(600) {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		kinds := [][][2]int{{{0, 1}}, {{1, 0}}, {{0, 1}, {1, 0}}}
		draw := func(token string, room int) (lines string, acts []act) {
			var open []act
			var dones []string
			meets := r.IntN(3) > 0 // the second act is what the first one meets, and is in front of all waits
			for n := range r.IntN(room) {
				a := act{kind: []string{"send", "recv"}[r.IntN(2)], token: token, channel: 1 + r.IntN(2),
					pairs: kinds[r.IntN(3)]}
				if n == 1 && meets {
					a.kind, a.channel, a.pairs = other[acts[0].kind], acts[0].channel, acts[0].pairs
				}
				if slices.ContainsFunc(acts, func(o act) bool {
					return o.kind == a.kind && o.channel == a.channel
				}) {
					continue // names of instructions have kind and channel
				}
				pairs := strings.NewReplacer("[", "{", "]", "}", " ", ",").Replace(fmt.Sprint(a.pairs))
				start, done := transferOf(a.kind, token, pairs, a.channel)
				lines += start
				acts = append(acts, a)
				a.done = true
				if r.IntN(2) == 0 && !(n == 0 && meets) {
					lines += done
					acts = append(acts, a)
				} else {
					open, dones = append(open, a), append(dones, done)
				}
			}
			for _, i := range r.Perm(len(open)) {
				lines, acts = lines+dones[i], append(acts, open[i])
			}
			return lines, acts
		}
		yes, inYes := draw("t1", 5)
		no, inNo := draw("t2", 5)
		behind, last := draw("t", 3)
		if r.IntN(3) == 0 {
			no, inNo = strings.NewReplacer("t1", "t2", "p1", "p2").Replace(yes), slices.Clone(inYes)
			for i := range inNo {
				inNo[i].token = "t2"
			}
		}
		alike := r.IntN(2) == 0
		before := "  c = pred[] parameter(1)\n"
		if alike {
			before = "  c = pred[] parameter(1), sharding={replicated}\n"
		}
		text := strings.NewReplacer("YES\n", yes, "NO\n", no, "BEFORE\n", before, "BRANCHES", bothBranches,
			"BEHIND\n", behind).Replace(chosen)
		program := func(branch int) []act { return slices.Concat([][]act{inYes, inNo}[branch], last) }
		want, module := "free", slices.Concat(inYes, inNo, last)
		switch {
		case !ends(module, program(0), program(0)) || !ends(module, program(1), program(1)):
			want = "error"
		case !alike && (!ends(module, program(0), program(1)) || !ends(module, program(1), program(0))):
			want = "apart"
		}
		got := "free"
		switch rep := check(t, text, ""); {
		case !rep.OK():
			got = "error"
		case rep.Partial:
			got = "apart"
		}
		if got != want {
			t.Fatalf("seed %d: %s, and executions say %s:\n%s\n%s", seed, got, want, text,
				summary(check(t, text, "")))
		}
		count[got]++
	}
	for _, kind := range []string{"free", "error", "apart"} {
		if count[kind] < passtest.Programs(600)/30 {
			t.Errorf("%d modules are %s", count[kind], kind)
		}
	}
}

// post is what a device has sent to another one, or is ready to receive from it.
type post struct {
	kind                    string
	channel, source, target int
}

var other = map[string]string{"send": "recv", "recv": "send"}

// ends executes the acts of devices, and reports whether all reach their end. The n-th send of a channel
// meets its n-th receive. A channel that has sends only, or receives only, is none: those meet by their
// devices.
func ends(module []act, programs ...[]act) bool {
	channelOf := func(a act) int {
		for _, o := range module {
			if o.channel == a.channel && o.kind != a.kind {
				return a.channel
			}
		}
		return 0
	}
	posts := map[post]int{}
	number := map[string]int{} // how many posts there are, with that of a start
	runs := func(d int, a act) bool {
		for _, pair := range a.pairs {
			if end := map[string]int{"send": 0, "recv": 1}[a.kind]; pair[end] != d {
				continue
			}
			p := post{a.kind, channelOf(a), pair[0], pair[1]}
			key := fmt.Sprint(d, a.kind, a.channel, a.token, pair)
			if !a.done {
				posts[p]++
				number[key] = posts[p]
				continue
			}
			p.kind = other[a.kind]
			if posts[p] < number[key] {
				return false
			}
		}
		return true
	}
	at := make([]int, len(programs))
	for moved := true; moved; {
		moved = false
		for d, p := range programs {
			for at[d] < len(p) && runs(d, p[at[d]]) {
				at[d], moved = at[d]+1, true
			}
		}
	}
	for d, p := range programs {
		if at[d] < len(p) {
			return false
		}
	}
	return true
}
