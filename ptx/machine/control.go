package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

func init() {
	register(map[string]decoder{
		"bra": decodeBranch, "ret": decodeReturn, "exit": decodeExit, "trap": decodeTrap,
	})
}

func decodeBranch(c *compiler, in *ptx.Instruction) bool {
	n, ok := in.Operands[0].(*ptx.Name)
	if !ok {
		return false
	}
	sym := c.scope.Lookup(n.Name)
	if sym == nil || sym.Label == nil {
		c.bad(n, "expected a label")
		return true
	}
	c.branches[len(c.k.ops)] = sym
	c.emit(op{flow: branch})
	return true
}

func decodeExit(c *compiler, _ *ptx.Instruction) bool {
	c.emit(op{flow: leave})
	return true
}

// decodeReturn decodes the end of a kernel, or of a function that is called: a branch to where its body ends.
func decodeReturn(c *compiler, in *ptx.Instruction) bool {
	if len(c.calling) == 1 {
		return decodeExit(c, in)
	}
	last := &c.returns[len(c.returns)-1]
	*last = append(*last, len(c.k.ops))
	c.emit(op{flow: branch})
	return true
}

func decodeTrap(c *compiler, _ *ptx.Instruction) bool {
	return c.emitPlain(func(w *warp, mask uint32) {
		w.b.g.fail(codeTrap, "%s executes a trap", w.threads[firstLane(mask)].name())
	})
}

// ---- where lanes meet again ----

// reconverge gives every branch the place where the lanes that it separates meet: its immediate
// post-dominator.
func reconverge(ops []op) {
	end := len(ops)
	order, number := reverseOrder(ops)
	after := make([]int, end+1) // the immediate post-dominator, -1 while unknown
	for i := range after {
		after[i] = -1
	}
	after[end] = end
	for changed := true; changed; {
		changed = false
		for _, n := range order {
			meet := -1
			for _, s := range successors(ops, n) {
				switch {
				case after[s] < 0:
				case meet < 0:
					meet = s
				default:
					meet = intersect(after, number, meet, s)
				}
			}
			if meet >= 0 && after[n] != meet {
				after[n], changed = meet, true
			}
		}
	}
	for i := range ops {
		if ops[i].flow != branch {
			continue
		}
		ops[i].meet = int32(end)
		if after[i] >= 0 {
			ops[i].meet = int32(after[i])
		}
	}
}

// successors returns what may follow an operation; the end of the kernel is behind the last.
func successors(ops []op, n int) []int {
	o := &ops[n]
	switch {
	case o.flow == branch && o.guard < 0:
		return []int{int(o.target)}
	case o.flow == branch:
		return []int{n + 1, int(o.target)}
	case o.flow == leave && o.guard < 0:
		return []int{len(ops)}
	case o.flow == leave:
		return []int{n + 1, len(ops)}
	}
	return []int{n + 1}
}

// reverseOrder returns the operations from which the end can be reached, those nearer to it first, and the
// number of each.
func reverseOrder(ops []op) (order []int, number []int) {
	end := len(ops)
	before := make([][]int, end+1)
	for n := range ops {
		for _, s := range successors(ops, n) {
			before[s] = append(before[s], n)
		}
	}
	number = make([]int, end+1)
	var postorder []int
	type visit struct{ n, next int }
	seen := make([]bool, end+1)
	seen[end] = true
	for stack := []visit{{end, 0}}; len(stack) > 0; {
		top := &stack[len(stack)-1]
		if top.next == len(before[top.n]) {
			postorder = append(postorder, top.n)
			stack = stack[:len(stack)-1]
			continue
		}
		n := before[top.n][top.next]
		top.next++
		if !seen[n] {
			seen[n] = true
			stack = append(stack, visit{n, 0})
		}
	}
	for i, n := range postorder {
		number[n] = i
	}
	slices.Reverse(postorder)
	return postorder[1:], number
}

// intersect returns the nearest operation that both a and b lead to.
func intersect(after, number []int, a, b int) int {
	for a != b {
		for number[a] < number[b] {
			a = after[a]
		}
		for number[b] < number[a] {
			b = after[b]
		}
	}
	return a
}
