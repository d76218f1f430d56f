package formasyncregions

import "slices"

// maxJudged is the number of parts up to which every merge is judged; where there are more, chains alone are
// merged.
const maxJudged = 300

// improver changes a plan as long as the judge does not find it worse.
type improver struct {
	*plan
	*judge
	added                    int // dependences for memory
	chains, siblings, splits int
}

// improve merges chains, merges what costs less than to issue it with something beside it, and splits off
// what somebody needs early.
func (m *improver) improve() {
	m.mergeChains()
	if len(m.nodes) > maxJudged {
		return
	}
	for m.mergeSmall() {
	}
	m.mergeChains()
	m.split()
}

// mergeChains merges each part with the one that it depends on, if that is the only one and nothing else
// depends on that.
func (m *improver) mergeChains() {
	users := make([]int, len(m.parts))
	for i := range m.parts {
		for _, b := range m.before(int32(i)) {
			users[b]++
		}
	}
	for i := range m.parts {
		part := int32(i)
		before := m.before(part)
		if len(before) != 1 || users[before[0]] != 1 || m.segment(part) != m.segment(before[0]) {
			continue
		}
		if m.accept(before[0], part, len(m.nodes) <= maxJudged) {
			m.chains++
			users[before[0]] = users[part]
		}
	}
}

// accept joins two parts unless the result is worse.
func (m *improver) accept(a, b int32, judged bool) bool {
	if !judged {
		m.join(a, b)
		return true
	}
	was, _ := m.of(m.plan)
	undo := m.join(a, b)
	if now, ok := m.of(m.plan); ok && now.score <= was.score {
		return true
	}
	undo()
	return false
}

// mergeSmall merges every part that costs less than to issue it with one that it depends on, that depends on
// it, or that depends on the same; it reports whether there was one.
func (m *improver) mergeSmall() (merged bool) {
	for i := range m.parts {
		a := int32(i)
		if m.parts[a] == nil || m.cost(m.plan, a) >= m.spawn {
			continue
		}
		for _, b := range m.partners(a) {
			if m.parts[a] != nil && m.parts[b] != nil && m.segment(a) == m.segment(b) &&
				m.accept(min(a, b), max(a, b), true) {
				m.siblings++
				merged = true
				break
			}
		}
	}
	return merged
}

// partners returns the parts that a part can be merged with, the nearest first.
func (m *improver) partners(a int32) []int32 {
	own := m.before(a)
	list := slices.Clone(own)
	for i := range m.parts {
		b := int32(i)
		if b == a || m.parts[b] == nil {
			continue
		}
		theirs := m.before(b)
		if slices.Contains(theirs, a) || slices.Equal(own, theirs) {
			list = append(list, b)
		}
	}
	distance := func(b int32) int32 { return max(m.parts[b][0]-m.parts[a][0], m.parts[a][0]-m.parts[b][0]) }
	slices.SortStableFunc(list, func(b, c int32) int { return int(distance(b) - distance(c)) })
	return slices.Compact(list)
}

// split takes parts apart where somebody waits for the first operations alone, if that makes the program
// faster.
func (m *improver) split() {
	for part := 0; part < len(m.parts); part++ {
		for at := 1; at < len(m.parts[part]); at++ {
			was, _ := m.of(m.plan)
			undo := m.cut(int32(part), at)
			if now, ok := m.of(m.plan); ok && now.score < was.score {
				m.splits++
				break
			}
			undo()
		}
	}
}
