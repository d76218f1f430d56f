package fromhlo_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ranks"
	"github.com/inflight-compiler/inflight/ranks/fromhlo"
)

func parse(t testing.TB, text string) *hlo.Module {
	t.Helper()
	m, errs := hlo.Parse(context.Background(), diag.NewFile("m.txt", []byte(text)))
	if len(errs) == 0 {
		errs = hlo.Verify(m)
	}
	if err := errs.Err(); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return m
}

// judged is what is wrong with modules, nil if nothing is.
func judged(modules []*hlo.Module, transport ranks.Transport) error {
	s, err := fromhlo.System(modules)
	if err != nil {
		return err
	}
	return ranks.Judge(s, transport).Diagnostics(s).Err()
}

// program is a module with a body: the instructions behind x and t, a message and a token.
func program(header, body string) string {
	return "HloModule m, is_scheduled=true" + header + "\n" + sum + computations(body) +
		"ENTRY e {\n  x = f32[4] parameter(0)\n  t = token[] after-all()\n" + entry(body) +
		"  ROOT r = f32[4] copy(x)\n}\n"
}

const sum = "sum {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n"

// computations and entry are the parts of a body in front of and behind ===.
func computations(body string) string {
	before, _, ok := strings.Cut(body, "===\n")
	if !ok {
		return ""
	}
	return before
}

func entry(body string) string {
	_, behind, ok := strings.Cut(body, "===\n")
	if !ok {
		return body
	}
	return behind
}

func pairs(p string) string {
	if p == "" {
		return ""
	}
	return ", frontend_attributes={_xla_send_recv_source_target_pairs=" + p + "}"
}

func send(name string, channel int, p string) string {
	return fmt.Sprintf("  %s = (f32[4], u32[], token[]) send(x, t), channel_id=%d%s\n", name, channel,
		pairs(p))
}

func recv(name string, channel int, p string) string {
	return fmt.Sprintf("  %s = (f32[4], u32[], token[]) recv(t), channel_id=%d%s\n", name, channel, pairs(p))
}

func sent(name string, channel int) string {
	return fmt.Sprintf("  %s.done = token[] send-done(%s), channel_id=%d\n", name, name, channel)
}

func received(name string, channel int) string {
	return fmt.Sprintf("  %s.done = (f32[4], token[]) recv-done(%s), channel_id=%d\n", name, name, channel)
}

const four, two = ", num_partitions=4", ", num_partitions=2"

const swap = "  p = f32[4] collective-permute(x), channel_id=1, source_target_pairs={{0,1},{1,0}}\n"

func reduce(name string, channel int, groups string) string {
	return fmt.Sprintf("  %s = f32[4] all-reduce(x), channel_id=%d, replica_groups=%s, "+
		"use_global_device_ids=true, to_apply=sum\n", name, channel, groups)
}

func branches(operand string) string {
	return "yes {\n  x = f32[4] parameter(0)\n" + reduce("ROOT y", 9, "{{0,1}}") + "}\n" +
		"no {\n  ROOT x = f32[4] parameter(0)\n}\n===\n  id = u32[] partition-id()\n  n = u32[] " +
		"constant(2)\n" +
		"  s = (pred[], f32[4]) custom-call(), custom_call_target=\"data\"\n" +
		"  data = pred[] get-tuple-element(s), index=0\n" +
		"  low = pred[] compare(id, n), direction=LT\n  z = f32[4] conditional(" + operand +
		", x, x), true_computation=yes, false_computation=no\n"
}

func loop(trips string) string {
	config := ""
	if trips != "" {
		config = `, backend_config={"known_trip_count":{"n":"` + trips + `"}}`
	}
	return "cond {\n  x = f32[4] parameter(0)\n  ROOT c = pred[] custom-call(x), " +
		"custom_call_target=\"more\"\n}\n" +
		"body {\n  x = f32[4] parameter(0)\n  t = token[] after-all()\n" + recv("v", 1, "{{0,1}}") +
		send("s", 1, "{{0,1}}") + received("v", 1) + sent("s", 1) + "  ROOT y = f32[4] copy(x)\n}\n===\n" +
		"  w = f32[4] while(x), condition=cond, body=body" + config + "\n"
}

// One module that so many ranks run, and what is said of it: "" if nothing is wrong.
func TestOneModule(t *testing.T) {
	chain, ring := "{{0,1},{1,2},{2,3}}", "{{0,1},{1,2},{2,3},{3,0}}"
	both := func(p string) string {
		return recv("v", 1, p) + send("s", 1, p) + received("v", 1) + sent("s", 1)
	}
	for _, c := range []struct{ name, header, body, transport, want string }{
		{"a chain", four, both(chain), "rendezvous", ""},
		{"a ring on one stream", four, both(ring), "rendezvous",
			"v of rank 0 never ends: it waits for s of rank 3"},
		{"a ring in one batch", four, both(ring), "batched", ""},
		{"a ring with a slot", four, both(ring), "buffered:1", "v of rank 0 never ends"},
		{"sends first, with a slot", four,
			send("s", 1, ring) + recv("v", 1, ring) + sent("s", 1) + received("v", 1),
			"buffered:1", ""},
		{"waits before it sends", four,
			recv("v", 1, ring) + received("v", 1) + send("s", 1, ring) + sent("s", 1),
			"batched", "v of rank 0 never ends"},
		{"a permute", two, swap, "rendezvous", ""},
		{"replicas", ", replica_count=2", strings.Replace(swap, "channel_id=1, ", "", 1), "rendezvous", ""},
		{"both", ", replica_count=2, num_partitions=2", swap, "rendezvous", ""},
		{"groups", four, reduce("a", 1, "{{0,1},{2,3}}") + reduce("b", 2, "{{0,2},{1,3}}"), "rendezvous", ""},
		{"a range", four, reduce("a", 1, "[2,2]<=[4]"), "rendezvous", ""},
		{"all", ", replica_count=4",
			"  a = f32[4] all-reduce(x), replica_groups={}, to_apply=sum\n", "rendezvous", ""},
		{"not in a group", four, reduce("a", 1, "{{0,1}}"), "rendezvous", "rank 2 is not one of them"},
		{"a loop", two, loop("3"), "rendezvous", ""},
		{"a loop of unknown length", two, loop(""), "rendezvous",
			"w: the number of iterations is not known, and instructions in the loop communicate"},
		{"a condition on the rank", four, branches("low"), "rendezvous", ""},
		{"a condition on data", four, branches("data"), "rendezvous",
			"z: the condition depends on data, and instructions in the branches communicate"},
		{"another number of devices", two, swap, "rendezvous/4",
			"the module is for 2 devices, and there are 4 ranks"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := 4
			if c.header == two ||
				strings.HasPrefix(c.header, ", replica_count=2") && !strings.Contains(c.header, "num") {
				n = 2
			}
			word, more, _ := strings.Cut(c.transport, "/")
			if more != "" {
				n = 4
			}
			transport, _ := ranks.ParseTransport(word)
			m := parse(t, program(c.header, c.body))
			modules := make([]*hlo.Module, n)
			for i := range modules {
				modules[i] = m
			}
			err := judged(modules, transport)
			if c.want == "" && err != nil ||
				c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v\nwant %s", err, c.want)
			}
		})
	}
}

// Modules of two ranks, and what is said of them.
func TestModuleForEachRank(t *testing.T) {
	for _, c := range []struct{ name, first, second, want string }{
		{"a message and its answer", send("s", 1, "") + sent("s", 1) + recv("v", 2, "") + received("v", 2),
			recv("v", 1, "") + received("v", 1) + send("s", 2, "") + sent("s", 2), ""},
		{"channels of one side each",
			send("s", 1, "{{0,1}}") + sent("s", 1) + send("s2", 3, "{{0,1}}") + sent("s2", 3),
			recv("v", 2, "{{0,1}}") + received("v", 2) + recv("w", 4, "{{0,1}}") + received("w", 4), ""},
		{"a channel of one side too many", send("s", 1, "{{0,1}}") + sent("s", 1) + send("s2", 3, "{{0,1}}") +
			sent("s2", 3), recv("v", 2, "{{0,1}}") + received("v", 2),
			"rank 1 never receives the message of s2 of rank 0"},
		{"both receive first", recv("v", 2, "") + received("v", 2) + send("s", 1, "") + sent("s", 1),
			recv("v", 1, "") + received("v", 1) + send("s", 2, "") + sent("s", 2),
			"v of rank 0 never ends: it waits for s of rank 1"},
		{"nobody receives", send("s", 1, "") + sent("s", 1), "",
			"s of rank 0: no other rank receives on channel 1"},
		{"once too often", send("s", 1, "") + sent("s", 1) + send("s2", 1, "") + sent("s2", 1),
			recv("v", 1, "") + received("v", 1), "rank 1 never receives the message of s2 of rank 0"},
		{"two orders of channels", reduce("a", 1, "{{0,1}}") + reduce("b", 2, "{{0,1}}"),
			reduce("b", 2, "{{0,1}}") + reduce("a", 1, "{{0,1}}"),
			"never ends: it waits for all-reduce of add"},
		{"other groups", reduce("a", 1, "{{0,1}}"), reduce("a", 1, "{{1}}"),
			"rank 0 waits for rank 1, who never"},
		{"other operations", swap, reduce("a", 1, "{{0,1}}"),
			"of rank 1 meets collective-permute along {{0,1},{1,0}}"},
		{"other types", send("s", 1, "") + sent("s", 1),
			strings.ReplaceAll(recv("v", 1, "")+received("v", 1), "f32[4]", "f32[8]"),
			"f32[8] is expected, and f32[4] is sent"},
		{"pairs and none", send("s", 1, "{{0,1}}") + sent("s", 1), recv("v", 1, "") + received("v", 1),
			"no other rank sends on channel 1"},
		{"all of how many", "  a = f32[4] all-reduce(x), replica_groups={}, to_apply=sum\n", "",
			"the header does not say how many there are"},
		{"a device that is not there", "", reduce("a", 1, "{{0,7}}"), "a group has the device 7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := judged([]*hlo.Module{parse(t, program("", c.first)), parse(t, program("", c.second))},
				ranks.Rendezvous)
			if c.want == "" && err != nil ||
				c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v\nwant %s", err, c.want)
			}
		})
	}
	loose := strings.Replace(program(two, swap), ", is_scheduled=true", "", 1)
	if err := judged([]*hlo.Module{parse(t, loose), parse(t, loose)}, ranks.Rendezvous); err == nil ||
		!strings.Contains(err.Error(), "m.txt:1:11: error: the module is not scheduled") {
		t.Error(err)
	}
}

// A loop that carries what it receives to the next iteration waits for the receive of the iteration before.
func TestCarriedReceive(t *testing.T) {
	const carried = "(f32[4], u32[], token[])"
	side := func(kind, data, done string, early bool) string {
		part := func(of string) string {
			return "  g = " + carried + " get-tuple-element(" + of + "), index=0\n  d = " + done + " " +
				kind +
				"-done(g), channel_id=1\n"
		}
		start := "  s = " + carried + " " + kind + "(" + data + "), channel_id=1\n"
		inside := part("p") + start
		if early {
			inside = start + part("p")
		}
		return "cond {\n  p = (" + carried + ") parameter(0)\n" +
			"  ROOT c = pred[] custom-call(), custom_call_target=\"more\"\n}\n" +
			"body {\n  p = (" + carried + ") parameter(0)\n" +
			"  x = f32[4] constant({1,2,3,4})\n  t = token[] after-all()\n" + inside +
			"  ROOT k = (" + carried + ") tuple(s)\n}\n===\n" + start + "  k = (" + carried + ") tuple(s)\n" +
			"  w = (" + carried + ") while(k), condition=cond, body=body, " +
			"backend_config={\"known_trip_count\":{\"n\":\"5\"}}\n" + part("w")
	}
	for _, early := range []bool{false, true} {
		a := program("", side("send", "x, t", "token[]", early))
		b := program("", side("recv", "t", "(f32[4], token[])", early))
		s, err := fromhlo.System([]*hlo.Module{parse(t, a), parse(t, b)})
		if err != nil {
			t.Fatal(err)
		}
		if v := ranks.Judge(s, ranks.Rendezvous); !v.Free() || v.Transfers != 6 ||
			len(s.Ranks[0].Actions) != 12 {
			t.Errorf("%d transfers, %d actions: %v", v.Transfers, len(s.Ranks[0].Actions), v.Diagnostics(s))
		}
		last := int32(-1)
		for i, a := range s.Ranks[1].Actions {
			if a.Kind == ranks.Wait {
				if a.After[0] <= last {
					t.Errorf("started early: %t: action %d waits for %d, behind %d", early, i, a.After[0],
						last)
				}
				last = a.After[0]
			}
		}
	}
}

// The numbers in groups and pairs are replicas, partitions or devices.
func TestNumbers(t *testing.T) {
	const both = ", replica_count=2, num_partitions=3"
	permute := func(channel string) string {
		return "  p = f32[4] collective-permute(x), " + channel + "source_target_pairs={{0,1},{1,0}}\n"
	}
	global := reduce("a", 1, "{{0,3,4},{1,2,5}}")
	replicas := strings.Replace(reduce("a", 1, "{{0},{1}}"), ", use_global_device_ids=true", "", 1)
	for _, c := range []struct{ body, want string }{
		{permute("channel_id=1, "), "[[0 1] [0 1] [] [3 4] [3 4] []]"},
		{permute(""), "[[0 3] [1 4] [2 5] [0 3] [1 4] [2 5]]"},
		{global, "[[0 3 4] [1 2 5] [1 2 5] [0 3 4] [0 3 4] [1 2 5]]"},
		{replicas, "[[0 1 2] [0 1 2] [0 1 2] [3 4 5] [3 4 5] [3 4 5]]"},
		{strings.Replace(strings.Replace(replicas, "channel_id=1, ", "", 1), "{{0},{1}}", "{}", 1),
			"[[0 3] [1 4] [2 5] [0 3] [1 4] [2 5]]"},
	} {
		m := parse(t, program(both, c.body))
		s, err := fromhlo.System([]*hlo.Module{m, m, m, m, m, m})
		if err != nil {
			t.Fatal(err)
		}
		groups := make([][]int32, len(s.Ranks))
		for r := range s.Ranks {
			for _, a := range s.Ranks[r].Actions {
				groups[r] = a.Group
			}
		}
		if got := fmt.Sprint(groups); got != c.want {
			t.Errorf("%s: %s, want %s", c.body, got, c.want)
		}
	}
}

// transfer is a message, as one of its two ranks has it.
type transfer struct {
	channel, peer int
	sends         bool
}

// ends reports whether programs of blocking sends and receives come to their ends.
func ends(programs [][]transfer) bool {
	at := make([]int, len(programs))
	for moved := true; moved; {
		moved = false
		for r, p := range programs {
			if at[r] == len(p) || !p[at[r]].sends {
				continue
			}
			q := p[at[r]].peer
			if at[q] < len(programs[q]) && programs[q][at[q]] == (transfer{p[at[r]].channel, r, false}) {
				at[r]++
				at[q]++
				moved = true
			}
		}
	}
	for r := range programs {
		if at[r] < len(programs[r]) {
			return false
		}
	}
	return true
}

func modulesOf(t *testing.T, programs [][]transfer) []*hlo.Module {
	modules := make([]*hlo.Module, len(programs))
	for r, p := range programs {
		body := ""
		for i, x := range p {
			name := fmt.Sprint("i", i)
			if x.sends {
				body += send(name, x.channel, fmt.Sprintf("{{%d,%d}}", r, x.peer)) + sent(name, x.channel)
			} else {
				body += recv(name, x.channel, fmt.Sprintf("{{%d,%d}}", x.peer, r)) + received(name, x.channel)
			}
		}
		modules[r] = parse(t, program("", body))
	}
	return modules
}

// Random modules that follow one order of all messages are free of deadlock; with a send and a receive of one
// rank exchanged, the verdict is that of a simulation.
func TestExchangedPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	found, judgedAll := 0, 0
	for range 300 {
		n := 2 + random.IntN(3)
		programs := make([][]transfer, n)
		for channel := 1; channel <= 2+random.IntN(6); channel++ {
			a := random.IntN(n)
			b := (a + 1 + random.IntN(n-1)) % n
			programs[a] = append(programs[a], transfer{channel, b, true})
			programs[b] = append(programs[b], transfer{channel, a, false})
		}
		if err := judged(modulesOf(t, programs), ranks.Rendezvous); err != nil {
			t.Fatalf("%v: %v", programs, err)
		}
		for r, p := range programs {
			for i := 0; i+1 < len(p); i++ {
				if p[i].sends == p[i+1].sends {
					continue
				}
				p[i], p[i+1] = p[i+1], p[i]
				err := judged(modulesOf(t, programs), ranks.Rendezvous)
				if want := ends(programs); want != (err == nil) {
					t.Fatalf("rank %d, %d: %v: ends %t, and %v", r, i, programs, want, err)
				}
				judgedAll++
				if err != nil {
					found++
				}
				p[i], p[i+1] = p[i+1], p[i]
			}
		}
	}
	if found < judgedAll/4 || judgedAll < 200 {
		t.Errorf("%d of %d exchanges block", found, judgedAll)
	}
	t.Logf("%d of %d exchanges block", found, judgedAll)
}

// Any module that is parsed and verified has a verdict or an error.
func FuzzSystem(f *testing.F) {
	f.Add(program(two, swap))
	f.Add(program(four, loop("3")))
	f.Add(program(four, branches("low")+reduce("a", 1, "[2,2]<=[4]")))
	f.Add(program("", send("s", 1, "")+recv("v", 1, "{{0,1}}")+received("v", 1)+sent("s", 1)))
	f.Fuzz(func(_ *testing.T, src string) {
		m, errs := hlo.Parse(context.Background(), diag.NewFile("m.txt", []byte(src)))
		if len(errs) > 0 || hlo.Verify(m).Err() != nil {
			return
		}
		for _, n := range []int{2, 4} {
			modules := make([]*hlo.Module, n)
			for i := range modules {
				modules[i] = m
			}
			_ = judged(modules, ranks.Batched)
		}
	})
}
