package hlo_test

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// grouped returns an instruction with these groups.
func grouped(t *testing.T, groups string) *hlo.Instruction {
	t.Helper()
	m := parse(t, "HloModule m\n\nENTRY e {\n  x = f32[4] parameter(0)\n  ROOT r = f32[4] all-to-all(x), "+
		"dimensions={0}, replica_groups="+groups+"\n}\n")
	return m.Entry.Root
}

// TestGroups holds which devices are in the groups of a text.
func TestGroups(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{{0,1},{2,3}}", "[[0 1] [2 3]]"},
		{"{}", "[]"},
		{"[2,4]<=[8]", "[[0 1 2 3] [4 5 6 7]]"},
		{"[2,4]<=[4,2]T(1,0)", "[[0 2 4 6] [1 3 5 7]]"},
		{"[4,2]<=[2,2,2]T(1,2,0)", "[[0 4] [1 5] [2 6] [3 7]]"},
		{"mesh['x'=2,'y'=4] {'y'}", "[[0 1 2 3] [4 5 6 7]]"},
		{"mesh['x'=2,'y'=4] {'x'}", "[[0 4] [1 5] [2 6] [3 7]]"},
		{"mesh['x'=2,'y'=2] {'x','y'}", "[[0 1 2 3]]"},
		{"mesh['x'=2,'y'=2] {'y','x'}", "[[0 2 1 3]]"},
		{"mesh['x'=8] {'x':(1)2}", "[[0 4] [1 5] [2 6] [3 7]]"},
		{"mesh['x'=8] {'x':(2)2}", "[[0 2] [1 3] [4 6] [5 7]]"},
		{"mesh['x'=8] {'x':(1)2,'x':(4)2}", "[[0 1 4 5] [2 3 6 7]]"},
		{"mesh['x'=8] {'x':(4)2,'x':(1)2}", "[[0 4 1 5] [2 6 3 7]]"},
		{"mesh['x'=2,'y'=2], device_ids=(3,2,1,0) {'y'}", "[[3 2] [1 0]]"},
		{"mesh['x'=4,'y'=2], device_ids=([2,4]T(1,0)) {'y'}", "[[0 4] [1 5] [2 6] [3 7]]"},
		{"[4194305,1]<=[4194305]", "replica_groups: more than 4194304 devices are not listed"},
	} {
		in := grouped(t, c.text)
		groups, err := in.ReplicaGroups()
		got := fmt.Sprint(groups)
		if err != nil {
			got = err.Message
		}
		if got != c.want || hlo.IsTooLarge(err) != (err != nil) {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
		largest := 0
		for _, g := range groups {
			largest = max(largest, len(g))
		}
		if n, sizeErr := in.GroupSize(); sizeErr != nil || err == nil && n != int64(largest) {
			t.Errorf("%s: groups of %d devices (%v)", c.text, n, sizeErr)
		}
	}
}

// TestPropertyMesh compares the groups of random meshes with their definition: two devices are in a group
// exactly if their coordinates differ in what is grouped only.
func TestPropertyMesh(t *testing.T) {
	for seed := range int64(passtest.Programs(200)) {
		r := rand.New(rand.NewSource(seed))
		var axes, refs []string
		var sizes []int  // of the finest parts of axes
		var isRow []bool // whether a part is grouped
		devices := 1
		for i := range 1 + r.Intn(3) {
			pre, parts := 1, 1+r.Intn(3)
			for range parts {
				size := 2 + r.Intn(2)
				sizes, isRow = append(sizes, size), append(isRow, r.Intn(2) == 0)
				if isRow[len(isRow)-1] {
					refs = append(refs, fmt.Sprintf("'a%d':(%d)%d", i, pre, size))
				}
				pre *= size
			}
			axes = append(axes, fmt.Sprintf("'a%d'=%d", i, pre))
			devices *= pre
		}
		r.Shuffle(len(refs), func(i, j int) { refs[i], refs[j] = refs[j], refs[i] })
		ids := r.Perm(devices)
		text := fmt.Sprintf("mesh[%s], device_ids=(%s) {%s}", strings.Join(axes, ","),
			strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", ","), "[]"), strings.Join(refs, ","))
		want := map[string][]int64{} // by the coordinates that are not grouped
		for at, id := range ids {
			key, rest := "", at
			for d := len(sizes) - 1; d >= 0; d-- {
				if !isRow[d] {
					key += fmt.Sprint(rest%sizes[d], " ")
				}
				rest /= sizes[d]
			}
			want[key] = append(want[key], int64(id))
		}
		groups, err := grouped(t, text).ReplicaGroups()
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, text, err)
		}
		if a, b := sortedGroups(groups), sortedGroups(slices.Collect(maps.Values(want))); a != b {
			t.Fatalf("seed %d: %s: got %s, want %s", seed, text, a, b)
		}
	}
}

// sortedGroups is the text of groups in order.
func sortedGroups(groups [][]int64) string {
	var all []string
	for _, g := range groups {
		all = append(all, fmt.Sprint(slices.Sorted(slices.Values(g))))
	}
	slices.Sort(all)
	return fmt.Sprint(all)
}
