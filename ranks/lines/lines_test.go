package lines

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ranks"
)

// Comments in front of an operation belong to it, operations of one line are one item that stays where it is,
// and the last item ends where the list does.
func TestBlock(t *testing.T) {
	file := diag.NewFile("a.mlir", []byte("f {\n// of b\na\n// of c\nb\nc; d\ne\n}\n"))
	items, of := Block(file, []int{3, 5, 6, 6, 7}, []bool{true, true, true, true, true}, 8)
	want := []Item{{3, 3, true}, {4, 5, true}, {6, 6, false}, {7, 7, true}}
	if !slices.Equal(items, want) || !slices.Equal(of, []int{0, 1, 2, 2, 3}) {
		t.Errorf("the items are %v of %v, want %v", items, of, want)
	}
}

// nested is a random text: a list of items of one to three lines, of which some have a list of items within.
func nested(r *rand.Rand) *Text {
	text := &Text{}
	var all []string
	outer := List{}
	add := func(n int) Item {
		first := len(all) + 1
		for range n {
			all = append(all, fmt.Sprintf("line %d", len(all)+1))
		}
		return Item{First: first, Last: len(all), Movable: true}
	}
	add(r.IntN(3))
	var inner []List
	for range 1 + r.IntN(5) {
		item := add(1 + r.IntN(3))
		if r.IntN(3) == 0 {
			item.Movable = false
			list := List{}
			for range 1 + r.IntN(4) {
				list.Items = append(list.Items, add(1+r.IntN(2)))
			}
			inner = append(inner, list)
			item.Last = add(1).Last
		}
		outer.Items = append(outer.Items, item)
	}
	add(r.IntN(3))
	text.Lists = append([]List{outer}, inner...)
	text.Files = []*diag.File{diag.NewFile("a", []byte(strings.Join(all, "\n")+"\n"))}
	return text
}

// In puts items in the order that it is given, within items as well, loses no line, and says of each line
// which one it was.
func TestPropertyIn(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 1))
		text := nested(r)
		order := text.Order()
		files, _ := text.In(order)
		if string(files[0].Content) != string(text.Files[0].Content) {
			t.Fatalf("seed %d: the order of the text gives\n%s", seed, files[0].Content)
		}
		for l := range order {
			if l > 0 || len(order) == 1 { // items with lists stay where they are
				r.Shuffle(len(order[l]), func(i, j int) {
					order[l][i], order[l][j] = order[l][j], order[l][i]
				})
			}
		}
		files, was := text.In(order)
		got := strings.Split(strings.TrimSuffix(string(files[0].Content), "\n"), "\n")
		want := expected(text, order)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: the lines are %v, want %v", seed, got, want)
		}
		for i, line := range got {
			if line != fmt.Sprintf("line %d", was[0][i]) {
				t.Fatalf("seed %d: line %d was %d, and is %q", seed, i+1, was[0][i], line)
			}
		}
	}
}

// expected writes the lines of a text with one list, or of one whose outer list stays, in an order.
func expected(text *Text, order ranks.Order) []string {
	lines := strings.Split(strings.TrimSuffix(string(text.Files[0].Content), "\n"), "\n")
	all := slices.Clone(lines)
	for l, list := range text.Lists {
		var moved []string
		for _, i := range order[l] {
			moved = append(moved, lines[list.Items[i].First-1:list.Items[i].Last]...)
		}
		if l > 0 || len(text.Lists) == 1 {
			copy(all[list.Items[0].First-1:], moved)
		}
	}
	return all
}

// Items change places only if each pair that does may.
func TestAllowed(t *testing.T) {
	text := &Text{Lists: []List{{Items: make([]Item, 4),
		MayPass: func(item, later int) bool { return item != 1 || later != 2 }}}}
	for _, c := range []struct {
		order []int
		want  bool
	}{{[]int{0, 1, 2, 3}, true}, {[]int{1, 0, 3, 2}, true}, {[]int{0, 2, 1, 3}, false},
		{[]int{3, 1, 0, 2}, true}, {[]int{2, 3, 0, 1}, false}} {
		if got := text.allowed(ranks.Order{c.order}); got != c.want {
			t.Errorf("%v: %v, want %v", c.order, got, c.want)
		}
	}
}
