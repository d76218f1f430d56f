package machine

import (
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
)

// FindingsOf returns what a launch finds, in words, where words share histories or each has its own.
func FindingsOf(t *testing.T, k *Kernel, config Config, never bool) string {
	t.Helper()
	config, _ = config.WithCopies()
	config.OpenMaps = &OpenMaps{}
	for again := true; again; {
		g := newLaunch(t.Context(), k, config, true)
		g.alike.never = never
		if err := g.prepare(); err != nil {
			t.Fatal(err)
		}
		g.run()
		if again = g.unsized && g.measureMaps(); again {
			continue
		}
		var b strings.Builder
		list := g.found.list
		if g.err != nil {
			list = append(slices.Clone(list), g.err)
		}
		if err := (diag.Text{W: &b}).Render(list); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	return ""
}

// Products returns the products of a warpgroup, and whether each is computed.
func Products(k *Kernel) map[string]bool {
	all := map[string]bool{}
	for n := range k.products {
		all[k.sites[n].Span.String()] = !k.ops[n].needless
	}
	return all
}
