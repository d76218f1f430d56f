package lines

import (
	"bytes"
	"fmt"
	"slices"
	"sort"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ranks"
)

// mostBuilt is the number of orders that Repair reads again as programs.
const mostBuilt = 3000

// Text is the programs of ranks as files.
type Text struct {
	Files []*diag.File
	Lists []List
}

// List is items that stand one behind the other in a file. Lists of one file are apart, or one is within an
// item of the other that is not Movable.
type List struct {
	File  int
	Items []Item
	// MayPass reports whether an item and a later one may change places.
	MayPass func(item, later int) bool
}

// Item is the lines of an operation, counted from 1.
type Item struct {
	First, Last int
	Movable     bool
}

// Block makes a list of operations that stand one behind the other, from the lines in which they begin. The
// comments in front of an operation belong to it. Operations of one line are one item that does not move.
// end is the line behind the list. It returns the item of each operation, too.
func Block(file *diag.File, begins []int, movable []bool, end int) (items []Item, of []int) {
	for i, line := range begins {
		if n := len(items); n > 0 && items[n-1].First >= line {
			items[n-1].Movable = false
			of = append(of, n-1)
			continue
		}
		first := line
		for first > 1 && (i > 0 && first > begins[i-1]+1) && isComment(file.Line(first-1)) {
			first--
		}
		if n := len(items); n > 0 {
			items[n-1].Last = first - 1
		}
		items = append(items, Item{First: first, Movable: movable[i]})
		of = append(of, len(items)-1)
	}
	if n := len(items); n > 0 {
		items[n-1].Last = max(items[n-1].First, end-1)
	}
	return items, of
}

func isComment(line string) bool {
	return bytes.HasPrefix(bytes.TrimSpace([]byte(line)), []byte("//"))
}

// Order is the order in which the items stand.
func (t *Text) Order() ranks.Order {
	order := make(ranks.Order, len(t.Lists))
	for l := range t.Lists {
		for i := range t.Lists[l].Items {
			order[l] = append(order[l], i)
		}
	}
	return order
}

// In returns the files in an order, and for each line of each the line that it was.
func (t *Text) In(order ranks.Order) (files []*diag.File, was [][]int) {
	content := make([][][]byte, len(t.Files))
	for f, file := range t.Files {
		content[f] = bytes.SplitAfter(file.Content, []byte("\n"))
		numbers := make([]int, len(content[f]))
		for i := range numbers {
			numbers[i] = i + 1
		}
		was = append(was, numbers)
	}
	lists := make([]int, len(t.Lists))
	for l := range lists {
		lists[l] = l
	}
	// An inner list begins behind the outer one, and is put in order first.
	sort.SliceStable(lists, func(a, b int) bool {
		return t.Lists[lists[a]].Items[0].First > t.Lists[lists[b]].Items[0].First
	})
	for _, l := range lists {
		list := &t.Lists[l]
		old := slices.Clone(was[list.File])
		to := list.Items[0].First - 1
		for _, i := range order[l] {
			it := list.Items[i]
			to += copy(was[list.File][to:], old[it.First-1:it.Last])
		}
	}
	for f, file := range t.Files {
		var b []byte
		for _, n := range was[f] {
			b = append(b, content[f][n-1]...)
		}
		files = append(files, diag.NewFile(file.Name, b))
	}
	return files, was
}

// allowed reports whether all items that changed places may.
func (t *Text) allowed(order ranks.Order) bool {
	for l, list := range order {
		from, to := 0, len(list)
		for from < to && list[from] == from {
			from++
		}
		for to > from && list[to-1] == to-1 {
			to--
		}
		for i := from; i < to; i++ {
			for j := i + 1; j < to; j++ {
				if list[i] > list[j] && !t.Lists[l].MayPass(list[j], list[i]) {
					return false
				}
			}
		}
	}
	return true
}

// Repair returns the files in an order in which the programs do not block, nil if it finds none. build makes
// programs of files, and returns nil if they are not right.
func (t *Text) Repair(transport ranks.Transport, build func([]*diag.File) *ranks.System) ([]*diag.File,
	*ranks.Repaired) {
	whole := build(t.Files)
	if whole == nil {
		return nil, nil
	}
	want := t.messages(whole, nil)
	places := make([]map[int]ranks.Place, len(t.Files)) // of the lines of each file, innermost lists last
	for f := range places {
		places[f] = map[int]ranks.Place{}
	}
	for l, list := range t.Lists {
		for i, it := range list.Items {
			for n := it.First; n <= it.Last; n++ {
				old, ok := places[list.File][n]
				if !ok || t.Lists[old.List].Items[0].First < list.Items[0].First {
					places[list.File][n] = ranks.Place{List: l, At: i}
				}
			}
		}
	}
	type built struct {
		s      *ranks.System
		places [][]ranks.Place
	}
	known := map[string]built{}
	p := &ranks.Repairer{
		Transport: transport,
		Most:      mostBuilt,
		Movable:   func(l, i int) bool { return t.Lists[l].Items[i].Movable },
		Allowed:   t.allowed,
		Build: func(order ranks.Order) (*ranks.System, [][]ranks.Place) {
			key := fmt.Sprint(order)
			if x, ok := known[key]; ok {
				return x.s, x.places
			}
			var x built
			if t.allowed(order) {
				files, was := t.In(order)
				if s := build(files); s != nil && same(want, t.messages(s, was)) {
					x = built{s, t.placesOf(s, order, was, places)}
				}
			}
			known[key] = x
			return x.s, x.places
		},
	}
	found := p.Repair(t.Order())
	if found == nil {
		return nil, nil
	}
	files, _ := t.In(found.Order)
	return files, found
}

// line returns the file of an action and the line that it had, by the name of its file.
func (t *Text) line(a *ranks.Action, was [][]int) (file, line int) {
	line, _ = a.At.File.Position(a.At.Start)
	for f := range t.Files {
		if t.Files[f].Name == a.At.File.Name {
			if was != nil {
				line = was[f][line-1]
			}
			return f, line
		}
	}
	return 0, line
}

// placesOf returns the place of each action.
func (t *Text) placesOf(s *ranks.System, order ranks.Order, was [][]int,
	items []map[int]ranks.Place) [][]ranks.Place {
	at := make([][]int, len(order)) // where each item stands now
	for l, list := range order {
		at[l] = make([]int, len(list))
		for i, item := range list {
			at[l][item] = i
		}
	}
	all := make([][]ranks.Place, len(s.Ranks))
	for r := range s.Ranks {
		for i := range s.Ranks[r].Actions {
			f, line := t.line(&s.Ranks[r].Actions[i], was)
			p := items[f][line]
			all[r] = append(all[r], ranks.Place{List: p.List, At: at[p.List][p.At]})
		}
	}
	return all
}

// channel is what has an order that a repair keeps: the messages of one rank to another, the collectives of
// a communicator.
type channel struct {
	rank, peer int32
	kind       ranks.Kind
	name       string
}

// messages returns the lines of the messages of each channel.
func (t *Text) messages(s *ranks.System, was [][]int) map[channel][]int {
	all := map[channel][]int{}
	for r := range s.Ranks {
		for i := range s.Ranks[r].Actions {
			a := &s.Ranks[r].Actions[i]
			if a.Transfers() || a.Kind == ranks.Collective {
				c := channel{int32(r), a.Peer, a.Kind, a.Channel}
				_, line := t.line(a, was)
				all[c] = append(all[c], line)
			}
		}
	}
	return all
}

func same(a, b map[channel][]int) bool {
	for c, list := range a {
		if !slices.Equal(list, b[c]) {
			return false
		}
	}
	return len(a) == len(b)
}
