package machine

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

var (
	codeSyntax = diag.Register("machine-syntax", "a description of a machine is not JSON",
		"A machine is one object of JSON. docs/machines.md documents its fields; inflight sim --machine "+
			"laptop uses one that comes with the program.")
	codeField = diag.Register("machine-field",
		"a description of a machine has a field that it should not have, or lacks one",
		"Each object has the fields that docs/machines.md lists for it, each once.")
	codeValue = diag.Register("machine-value",
		"a value in a description of a machine is of the wrong kind or size",
		"Times and rates are numbers that are not negative, in nanoseconds and per second; names are "+
			"strings.")
	codeName = diag.Register("machine-name",
		"two parts of a machine have one name, or a name stands for nothing",
		"Engines have different names, so do memories; links name memories and DMA engines of the machine.")
)

// Parse reads a description. The error is a diag.List with everything that is wrong.
func Parse(name string, content []byte) (*Machine, error) {
	root, d := parseTree(diag.NewFile(name, content))
	if d != nil {
		return nil, d
	}
	r := &reader{}
	m := r.machine(root)
	if !r.errs.HasErrors() {
		r.check(m)
	}
	if err := r.errs.Err(); err != nil {
		return nil, err
	}
	return m, nil
}

// reader makes a machine of a tree.
type reader struct {
	errs diag.List
	// engines, memories and links are where these are described, by name and in order.
	engines, memories map[string]diag.Span
	links             []*node
}

// object calls the function for each field of an object, and reports required fields that are not there, and
// fields that no function is for.
func (r *reader) object(n *node, what string, required []string, fields map[string]func(*node)) {
	members, ok := n.value.([]field)
	if !ok {
		r.errs.Add(diag.Errorf(codeValue, n.span, "%s is an object", what))
		return
	}
	given := map[string]bool{}
	for _, f := range members {
		given[f.name] = true
		if read := fields[f.name]; read != nil {
			read(f.node)
			continue
		}
		d := diag.Errorf(codeField, f.span, "%s has no field %q", what, f.name)
		if near := diag.Nearest(f.name, sortedKeys(fields)); near != "" {
			d.Suggest("did you mean %q?", near)
		}
		r.errs.Add(d)
	}
	for _, name := range required {
		if !given[name] {
			r.errs.Add(diag.Errorf(codeField, n.span, "%s needs a field %q", what, name))
		}
	}
}

// list calls a function for each element of an array.
func (r *reader) list(n *node, what string, each func(*node)) {
	elements, ok := n.value.([]*node)
	if !ok {
		r.errs.Add(diag.Errorf(codeValue, n.span, "%s is an array", what))
		return
	}
	for _, e := range elements {
		each(e)
	}
}

func (r *reader) text(to *string) func(*node) {
	return func(n *node) {
		s, ok := n.value.(string)
		if !ok {
			r.errs.Add(diag.Errorf(codeValue, n.span, "this is a string"))
		}
		*to = s
	}
}

func (r *reader) texts(to *[]string) func(*node) {
	return func(n *node) {
		r.list(n, "this", func(e *node) {
			var s string
			r.text(&s)(e)
			*to = append(*to, s)
		})
	}
}

// numbers reads a list of whole numbers from 0.
func (r *reader) numbers(to *[]int) func(*node) {
	return func(n *node) {
		r.list(n, "this", func(e *node) {
			var x int
			whole(r, &x, 0)(e)
			*to = append(*to, x)
		})
	}
}

// maxNumber is the largest number in a description: some exabytes, some years in nanoseconds.
const maxNumber = 1e18

// number reads a number that is not below a least one.
func (r *reader) number(to *float64, least float64) func(*node) {
	return func(n *node) {
		text, isNumber := n.value.(json.Number)
		x, err := text.Float64()
		switch {
		case !isNumber:
			r.errs.Add(diag.Errorf(codeValue, n.span, "this is a number"))
		case err != nil || x > maxNumber:
			r.errs.Add(diag.Errorf(codeValue, n.span, "%s is more than %g", text, maxNumber))
		case x < least:
			r.errs.Add(diag.Errorf(codeValue, n.span, "%s is less than %g", text, least))
		default:
			*to = x
		}
	}
}

// rate reads a number that is more than zero.
func (r *reader) rate(to *float64) func(*node) {
	return func(n *node) {
		before := len(r.errs)
		if r.number(to, 0)(n); *to == 0 && len(r.errs) == before {
			r.errs.Add(diag.Errorf(codeValue, n.span, "a rate is more than 0"))
		}
	}
}

// whole reads a whole number that is not below a least one.
func whole[T int | int64](r *reader, to *T, least float64) func(*node) {
	return func(n *node) {
		x := least
		r.number(&x, least)(n)
		if x != math.Trunc(x) {
			r.errs.Add(diag.Errorf(codeValue, n.span, "%g is not a whole number", x))
		}
		*to = T(x)
	}
}

func (r *reader) machine(n *node) *Machine {
	m := &Machine{Costs: map[string]float64{}, Queues: Queues{Order: Orders[0]}}
	r.engines, r.memories = map[string]diag.Span{}, map[string]diag.Span{}
	r.object(n, "a machine", []string{"name", "memories", "processors"}, map[string]func(*node){
		"name": r.text(&m.Name), "about": r.text(&m.About),
		"memories": func(n *node) {
			r.list(n, "memories", func(e *node) { m.Memories = append(m.Memories, r.memory(e)) })
		},
		"processors": func(n *node) {
			r.list(n, "processors", func(e *node) { m.Processors = append(m.Processors, r.processor(e)) })
		},
		"dma": func(n *node) { r.list(n, "dma", func(e *node) { m.DMAs = append(m.DMAs, r.dma(e)) }) },
		"links": func(n *node) {
			r.list(n, "links", func(e *node) { m.Links = append(m.Links, r.link(e)) })
		},
		"interconnect": func(n *node) { m.Interconnect = r.interconnect(n) },
		"queues":       func(n *node) { r.queues(n, &m.Queues) },
		"costs": func(n *node) {
			r.numbersByName(n, "costs", func(to *float64) func(*node) { return r.number(to, 0) }, m.Costs)
		},
	})
	if !r.errs.HasErrors() && (len(m.Memories) == 0 || len(m.Processors) == 0) {
		r.errs.Add(diag.Errorf(codeValue, n.span, "a machine has a memory and a processor at least"))
	}
	return m
}

func (r *reader) memory(n *node) Memory {
	var m Memory
	r.object(n, "a memory", []string{"name"}, map[string]func(*node){
		"name": r.text(&m.Name), "devices": r.numbers(&m.Devices), "spaces": r.texts(&m.Spaces),
		"allocated_by": r.texts(&m.AllocatedBy),
		"capacity":     whole(r, &m.Capacity, 1), "bandwidth": r.rate(&m.Bandwidth),
	})
	r.named(n, r.memories, "memories", m.Name)
	return m
}

// engineFields returns the fields that all engines have, with others.
func (r *reader) engineFields(e *Engine, others map[string]func(*node)) map[string]func(*node) {
	others["name"], others["executes"] = r.text(&e.Name), r.texts(&e.Executes)
	others["devices"] = r.numbers(&e.Devices)
	others["units"], others["start_ns"] = whole(r, &e.Units, 1), r.number(&e.Start, 0)
	return others
}

func (r *reader) processor(n *node) Processor {
	p := Processor{Engine: Engine{Units: 1}, Lanes: 1, Matrix: map[string]float64{}}
	r.object(n, "a processor", []string{"name", "float", "integer", "other"},
		r.engineFields(&p.Engine, map[string]func(*node){
			"lanes": whole(r, &p.Lanes, 1), "float": r.rate(&p.Float), "integer": r.rate(&p.Integer),
			"other":    r.rate(&p.Other),
			"matrix":   func(n *node) { r.numbersByName(n, "matrix", r.rate, p.Matrix) },
			"spawn_ns": r.number(&p.Spawn, 0), "wait_ns": r.number(&p.Wait, 0),
		}))
	r.named(n, r.engines, "engines", p.Name)
	return p
}

func (r *reader) dma(n *node) DMA {
	d := DMA{Engine{Units: 1}}
	r.object(n, "a DMA engine", []string{"name"}, r.engineFields(&d.Engine, map[string]func(*node){}))
	r.named(n, r.engines, "engines", d.Name)
	return d
}

func (r *reader) link(n *node) Link {
	var l Link
	r.object(n, "a link", []string{"from", "to", "bandwidth"}, map[string]func(*node){
		"from": r.text(&l.From), "to": r.text(&l.To), "bandwidth": r.rate(&l.Bandwidth),
		"latency_ns": r.number(&l.Latency, 0), "engines": r.texts(&l.Engines),
	})
	r.links = append(r.links, n)
	return l
}

func (r *reader) queues(n *node, q *Queues) {
	r.object(n, "queues", nil, map[string]func(*node){
		"count": whole(r, &q.Count, 0), "depth": whole(r, &q.Depth, 0),
		"order": func(n *node) {
			r.text(&q.Order)(n)
			if q.Order != Orders[0] && q.Order != Orders[1] && q.Order != Orders[2] {
				r.errs.Add(diag.Errorf(codeValue, n.span, "an order is one of %s",
					strings.Join(Orders, ", ")))
			}
		},
	})
}

func (r *reader) interconnect(n *node) *Interconnect {
	x := &Interconnect{}
	r.object(n, "an interconnect", []string{"name", "devices", "bandwidth"}, map[string]func(*node){
		"name": r.text(&x.Name), "devices": whole(r, &x.Devices, 2), "bandwidth": r.rate(&x.Bandwidth),
		"latency_ns": r.number(&x.Latency, 0),
	})
	return x
}

// numbersByName reads an object of numbers, each with the function for numbers of that kind.
func (r *reader) numbersByName(n *node, what string, number func(*float64) func(*node),
	to map[string]float64) {
	fields, ok := n.value.([]field)
	if !ok {
		r.errs.Add(diag.Errorf(codeValue, n.span, "%s is an object of numbers", what))
	}
	for _, f := range fields {
		var x float64
		number(&x)(f.node)
		to[f.name] = x
	}
}

// named keeps where something is described, and reports a second one of its name.
func (r *reader) named(n *node, known map[string]diag.Span, what, name string) {
	if first, again := known[name]; again {
		r.errs.Add(diag.Errorf(codeName, n.span, "two %s are called %q", what, name).Note(first,
			"the first one is here"))
	}
	known[name] = n.span
}

// check reports names that stand for nothing, and operations that two engines claim alone.
func (r *reader) check(m *Machine) {
	pairs := map[[2]string]diag.Span{}
	for i, l := range m.Links {
		at := r.links[i].span
		for _, name := range []string{l.From, l.To} {
			if m.MemoryNamed(name) < 0 {
				r.errs.Add(diag.Errorf(codeName, at, "there is no memory %q", name))
			}
		}
		for _, name := range l.Engines {
			if !m.hasDMA(name) {
				r.errs.Add(diag.Errorf(codeName, at, "there is no DMA engine %q", name))
			}
		}
		pair := [2]string{l.From, l.To}
		if first, again := pairs[pair]; again {
			r.errs.Add(diag.Errorf(codeName, at, "two links go from %q to %q", l.From, l.To).Note(first,
				"the first one is here"))
		}
		pairs[pair] = at
	}
	r.checkSpaces(m)
}

func (m *Machine) hasDMA(name string) bool {
	for _, d := range m.DMAs {
		if d.Name == name {
			return true
		}
	}
	return false
}

// meet reports whether two lists of devices have one in common.
func meet(a, b []int) bool {
	return len(a) == 0 || len(b) == 0 ||
		slices.ContainsFunc(a, func(d int) bool { return slices.Contains(b, d) })
}

// checkSpaces reports for one device a memory space, or an operation that allocates, that two memories stand
// for, and an operation that two processors execute.
func (r *reader) checkSpaces(m *Machine) {
	type claimed struct {
		by      string
		devices []int
	}
	owners := map[string][]claimed{}
	claim := func(at diag.Span, by string, devices []int, what, name string) {
		key := fmt.Sprintf("%s %q", what, name)
		for _, other := range owners[key] {
			if meet(other.devices, devices) {
				r.errs.Add(diag.Errorf(codeName, at, "%s is of both %q and %q", key, other.by, by))
			}
		}
		owners[key] = append(owners[key], claimed{by, devices})
	}
	for _, x := range m.Memories {
		for _, s := range x.Spaces {
			claim(r.memories[x.Name], x.Name, x.Devices, "memory space", s)
		}
		for _, s := range x.AllocatedBy {
			claim(r.memories[x.Name], x.Name, x.Devices, "what is allocated by", s)
		}
	}
	for _, p := range m.Processors {
		for _, s := range p.Executes {
			claim(r.engines[p.Name], p.Name, p.Devices, "operation", s)
		}
	}
}
