package machine_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/machine"
)

// The descriptions that come with the program are right, and called as their files are.
func TestBuiltins(t *testing.T) {
	names := machine.Builtins()
	if len(names) < 3 {
		t.Fatalf("there are only %v", names)
	}
	for _, name := range names {
		m, err := machine.Builtin(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if m.Name != name || m.About == "" {
			t.Errorf("%s.json describes %q: %q", name, m.Name, m.About)
		}
	}
	if _, err := machine.Builtin("abacus"); err == nil || !strings.Contains(err.Error(), "laptop") {
		t.Errorf("an unknown machine: %v", err)
	}
}

const small = `{
  "name": "m",
  "memories": [{"name": "a", "spaces": [""], "capacity": 100}, {"name": "b", "bandwidth": 1e9}],
  "processors": [{"name": "p", "float": 1e9, "integer": 1e9, "other": 2e9, "units": 2, "matrix": {"bf16": 5e9}}],
  "dma": [{"name": "d", "executes": ["memref.copy"], "start_ns": 5}],
  "links": [{"from": "a", "to": "b", "bandwidth": 1e9, "latency_ns": 10, "engines": ["d"]}],
  "queues": {"count": 2, "depth": 4, "order": "issue"}, "interconnect":
    {"name": "n", "devices": 4, "bandwidth": 3e9, "latency_ns": 20},
  "costs": {"gpu.alloc": 7}
}`

// Every field arrives where it belongs.
func TestParse(t *testing.T) {
	m, err := machine.Parse("m.json", []byte(small))
	if err != nil {
		t.Fatal(err)
	}
	p, d, l := m.Processors[0], m.DMAs[0], m.Link("a", "b")
	if p.Units != 2 || p.Other != 2e9 || p.Lanes != 1 || d.Start != 5 || d.Units != 1 ||
		d.Executes[0] != "memref.copy" {
		t.Errorf("engines %+v and %+v", p, d)
	}
	if l == nil || l.Latency != 10 || m.Link("b", "a") != nil || m.Memories[0].Capacity != 100 ||
		m.Memories[1].Bandwidth != 1e9 {
		t.Errorf("memories %+v and link %+v", m.Memories, l)
	}
	if m.Queues != (machine.Queues{Count: 2, Depth: 4, Order: "issue"}) || m.Costs["gpu.alloc"] != 7 ||
		len(m.Engines()) != 2 {
		t.Errorf("%+v", m)
	}
	if x := m.Interconnect; x == nil || x.Devices != 4 || x.Bandwidth != 3e9 || x.Latency != 20 ||
		p.Matrix["bf16"] != 5e9 {
		t.Errorf("interconnect %+v and products of matrices %v", x, p.Matrix)
	}
}

// What belongs to different devices may stand for the same.
func TestDevices(t *testing.T) {
	m, err := machine.Builtin("two-h100")
	if err != nil {
		t.Fatal(err)
	}
	if !m.HasDevice(0) || !m.HasDevice(1) || m.HasDevice(2) {
		t.Error("the devices of two-h100 are not 0 and 1")
	}
	if m, err = machine.Builtin("h100"); err != nil || !m.HasDevice(7) {
		t.Errorf("a machine that does not tell devices apart has no device 7: %v", err)
	}
	if !machine.IsOf(nil, 3) || machine.IsOf([]int{0, 2}, 1) || !machine.IsOf([]int{0, 2}, 2) {
		t.Error("IsOf")
	}
}

// What is wrong with a description is said at its place.
func TestWrongDescriptions(t *testing.T) {
	for _, c := range []struct{ old, new, code, place, message string }{
		{`"units": 2`, `"unitz": 2`, "machine-field", "4:76", `has no field "unitz"`},
		{`"units": 2`, `"units": -2`, "machine-value", "4:85", "-2 is less than 1"},
		{`"units": 2`, `"units": 1.5`, "machine-value", "4:85", "not a whole number"},
		{`"units": 2`, `"units": 2, "units": 3`, "machine-field", "4:88", "given twice"},
		{`"units": 2`, `"units": "2"`, "machine-value", "4:85", "this is a number"},
		{`"latency_ns": 10`, `"latency_ns": -10`, "machine-value", "6:70", "-10 is less than 0"},
		{`"latency_ns": 10`, `"latency_ns": 1e999`, "machine-value", "6:70", "1e999 is more than"},
		{`"float": 1e9`, `"float": 0`, "machine-value", "4:41", "more than 0"},
		{`"float": 1e9, `, ``, "machine-field", "4:18", `needs a field "float"`},
		{`"name": "d"`, `"name": "p"`, "machine-name", "5:11", `two engines are called "p"`},
		{`"name": "b"`, `"name": "a"`, "machine-name", "3:64", `two memories are called "a"`},
		{`"engines": ["d"]`, `"engines": ["x"]`, "machine-name", "6:13", `no DMA engine "x"`},
		{`"to": "b"`, `"to": "x"`, "machine-name", "6:13", `no memory "x"`},
		{`"b", "bandwidth"`, `"b", "spaces": [""], "bandwidth"`, "machine-name", "3:64",
			`of both "a" and "b"`},
		{`"name": "d"`, `"name": "d", "devices": [-1]`, "machine-value", "5:37", "-1 is less than 0"},
		{`"name": "p"`, `"name": "p", "devices": 1`, "machine-value", "4:43", "this is an array"},
		{`{"name": "b",`,
			`{"name": "c", "devices": [1, 2], "spaces": ["1"]}, {"name": "b", "devices": [2], "spaces": ["1"],`, "machine-name", "3:115", `"1" is of both "c" and "b"`},
		{`"issue"`, `"random"`, "machine-value", "7:47", "an order is one of"},
		{`"gpu.alloc": 7`, `"gpu.alloc": []`, "machine-value", "9:26", "this is a number"},
		{`{"gpu.alloc": 7}`, `7`, "machine-value", "9:12", "costs is an object"},
		{`"devices": 4`, `"devices": 1`, "machine-value", "8:30", "1 is less than 2"},
		{`"devices": 4, `, ``, "machine-field", "8:5", `needs a field "devices"`},
		{`{"bf16": 5e9}`, `{"bf16": 0}`, "machine-value", "4:107", "more than 0"},
		{`{"bf16": 5e9}`, `5e9`, "machine-value", "4:98", "matrix is an object"},
		{`{"name": "a", "spaces": [""], "capacity": 100}, {"name": "b", "bandwidth": 1e9}`, ``,
			"machine-value", "1:1", "a memory and a processor"},
		{`"name": "m",`, `"name": "m" 7,`, "machine-syntax", "2:15", "not JSON"},
		{`"costs": {"gpu.alloc": 7}`, `"costs": {`, "machine-syntax", "10:2", "ends before"},
		{`"name": "m"`, `"name": ` + strings.Repeat("[", 30), "machine-syntax", "2:30", "nested"},
	} {
		text := strings.Replace(small, c.old, c.new, 1)
		if text == small {
			t.Errorf("%s is not in the description", c.old)
		}
		_, err := machine.Parse("m.json", []byte(text))
		d, ok := errors.AsType[*diag.Diagnostic](err)
		if !ok {
			t.Errorf("%s instead of %s: %v", c.new, c.old, err)
			continue
		}
		if string(d.Code) != c.code || d.Span.String() != "m.json:"+c.place ||
			!strings.Contains(d.Message, c.message) {
			t.Errorf("%s instead of %s: %v: %s [%s]", c.new, c.old, d.Span, d.Message, d.Code)
		}
	}
	if _, err := machine.Parse("m.json", []byte(small+" {}")); err == nil {
		t.Error("two descriptions in a file are no error")
	}
}

// No description makes the reader fail otherwise than by an error with a place.
func FuzzParse(f *testing.F) {
	f.Add([]byte(small))
	for _, s := range []string{"", "[]", "{}", `{"memories": [{}]}`, "{\"name\": \"\\u00",
		`{"costs": {"": -1}}`, `{"links": [null, 3]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		m, err := machine.Parse("m.json", content)
		if err == nil {
			if len(m.Processors) == 0 || len(m.Memories) == 0 {
				t.Fatal("a machine without processor or memory")
			}
			return
		}
		var l diag.List
		if d, ok := errors.AsType[*diag.Diagnostic](err); ok {
			l.Add(d)
		}
		if len(l) == 0 || !l[0].Span.IsKnown() || l[0].Code == "" {
			t.Fatalf("an error without a place or code: %v", err)
		}
	})
}

// A byte order mark in front of a description is no part of it.
func TestByteOrderMark(t *testing.T) {
	content, err := os.ReadFile("builtin/h100.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := machine.Parse("m.json", append([]byte("\ufeff"), content...)); err != nil {
		t.Error(err)
	}
}
