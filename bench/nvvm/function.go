package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// function calls an intrinsic with the constants that are given, and with parameters for its other operands.
type function struct {
	in      *intrinsic
	name    string
	types   int // which choice of types is taken
	numbers map[int]int64
}

// resolve returns the types of results and parameters: choice n of each that has several.
func (f *function) resolve() (results, params []string) {
	var chosen []string
	pick := func(t typ) string {
		if t.same >= 0 {
			return chosen[min(t.same, len(chosen)-1)]
		}
		c := t.choices[min(f.types, len(t.choices)-1)]
		if len(t.choices) > 1 {
			chosen = append(chosen, c)
		}
		return c
	}
	for _, t := range f.in.results {
		results = append(results, pick(t))
	}
	for _, t := range f.in.params {
		params = append(params, pick(t))
	}
	return results, params
}

// returned is the type of a call.
func returned(results []string) string {
	switch len(results) {
	case 0:
		return "void"
	case 1:
		return results[0]
	}
	return "{ " + strings.Join(results, ", ") + " }"
}

func (f *function) declaration() string {
	results, params := f.resolve()
	for i := range params {
		if f.in.constants[i] {
			params[i] += " immarg"
		}
	}
	return fmt.Sprintf("declare %s @%s(%s)\n", returned(results), f.in.name, strings.Join(params, ", "))
}

func (f *function) text() string {
	results, params := f.resolve()
	var formal, actual []string
	for i, t := range params {
		if !f.in.constants[i] {
			formal = append(formal, fmt.Sprintf("%s %%a%d", t, i))
			actual = append(actual, formal[len(formal)-1])
			continue
		}
		v := fmt.Sprint(f.numbers[i])
		if t == "i1" {
			v = map[string]string{"0": "false"}[v]
			if v == "" {
				v = "true"
			}
		}
		actual = append(actual, t+" "+v)
	}
	call := fmt.Sprintf("call %s @%s(%s)\n", returned(results), f.in.name, strings.Join(actual, ", "))
	if len(results) == 0 {
		return fmt.Sprintf("define void @%s(%s) {\n  %s  ret void\n}\n", f.name, strings.Join(formal, ", "),
			call)
	}
	formal = append(formal, "ptr %out")
	return fmt.Sprintf("define void @%s(%s) {\n  %%r = %s  store %s %%r, ptr %%out\n  ret void\n}\n", f.name,
		strings.Join(formal, ", "), call, returned(results))
}

// constant are the numbers to try for a constant operand: those of its range; without one the first that is
// given with others.
func (in *intrinsic) constant(i int, others ...int64) []int64 {
	if t := in.params[i]; len(t.choices) > 0 && t.choices[0] == "i1" {
		return []int64{0, 1}
	}
	r, ok := in.ranges[i]
	if !ok {
		return append([]int64{0}, others...)
	}
	var all []int64
	for n := r[0]; n < r[1] && len(all) < maxNumbers; n++ {
		all = append(all, n)
	}
	return all
}

// maxNumbers is how many numbers of a range are tried.
const maxNumbers = 9

// base is the function that most intrinsics are accepted with; nil for one that has no such form.
func (in *intrinsic) base() *function {
	if in.hasMetadata {
		return nil
	}
	f := &function{in: in, numbers: map[int]int64{}}
	for i := range in.constants {
		f.numbers[i] = in.constant(i)[0]
	}
	return f
}

// otherBases differ from the base in all types that may be other ones, or in one constant.
func (in *intrinsic) otherBases() []*function {
	f := in.base()
	if f == nil {
		return nil
	}
	types := 1
	for _, t := range append(slices.Clone(in.results), in.params...) {
		types = max(types, len(t.choices))
	}
	var all []*function
	for n := 1; n < types; n++ {
		all = append(all, &function{in: in, types: n, numbers: f.numbers})
	}
	// cache lines, vectors, and fields of tensor maps
	return append(all, f.variants(1, 4, 16, 32, 64, 128)[1:]...)
}

// variants are the functions that differ from one in one constant, itself first.
func (f *function) variants(others ...int64) []*function {
	all := []*function{f}
	for i := range f.in.params {
		if !f.in.constants[i] {
			continue
		}
		for _, n := range f.in.constant(i, others...) {
			if n == f.numbers[i] {
				continue
			}
			numbers := maps.Clone(f.numbers)
			numbers[i] = n
			all = append(all, &function{in: f.in, types: f.types, numbers: numbers})
		}
	}
	return all
}
