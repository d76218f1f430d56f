package main

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// generator asks LLVM's code generator which functions it takes.
type generator struct {
	llc      string
	accepted map[string]bool // texts with their target
}

// functions returns for each intrinsic the functions that a target takes: its base and variants of that, or
// what differs more.
func (g *generator) functions(target string, all []*intrinsic, others bool) [][]*function {
	bases := make([][]*function, len(all))
	var tried []*function
	for i, in := range all {
		switch f := in.base(); {
		case others:
			bases[i] = in.otherBases()
		case f != nil:
			bases[i] = []*function{f}
		}
		tried = append(tried, bases[i]...)
	}
	g.try(target, tried)
	found := make([][]*function, len(all))
	var variants []*function
	for i := range all {
		for _, f := range bases[i] {
			if g.takes(target, f) {
				found[i] = f.variants()
				variants = append(variants, found[i]...)
				break
			}
		}
	}
	g.try(target, variants)
	for i := range found {
		found[i] = slices.DeleteFunc(found[i], func(f *function) bool { return !g.takes(target, f) })
	}
	return found
}

// key is a function under a name that all have.
func key(target string, f *function) string {
	same := *f
	same.name = "f"
	return target + "\n" + same.text()
}

func (g *generator) takes(target string, f *function) bool { return g.accepted[key(target, f)] }

// try finds out which of some functions a target takes: all together, or in halves.
func (g *generator) try(target string, fs []*function) {
	fs = slices.DeleteFunc(slices.Clone(fs), func(f *function) bool { return g.takes(target, f) })
	if len(fs) == 0 {
		return
	}
	for i, f := range fs {
		f.name = fmt.Sprintf("f%d", i)
	}
	cpu, version, _ := strings.Cut(target, " ")
	cmd := exec.Command(g.llc, "-O1", "-march=nvptx64", "-mcpu="+cpu, "-mattr=+"+version, "-o", "-", "-")
	cmd.Stdin = strings.NewReader(module(fs))
	switch err := cmd.Run(); {
	case err == nil:
		for _, f := range fs {
			g.accepted[key(target, f)] = true
		}
	case len(fs) > 1:
		g.try(target, fs[:len(fs)/2])
		g.try(target, fs[len(fs)/2:])
	}
}
