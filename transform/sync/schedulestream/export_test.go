package schedulestream

import "github.com/inflight-compiler/inflight/ir"

// OnePerOperation divides unscheduled work as the pass does, but into an execution for each operation.
func OnePerOperation(m *ir.Op) {
	done := map[*ir.Block]bool{}
	for op := range m.Walk() {
		if !isWork(op) || done[op.Block()] {
			continue
		}
		done[op.Block()] = true
		for _, s := range segments(op.Block()) {
			s.copyOverwritten()
			s.depend()
			kinds := s.kinds()
			var parts []*part
			for i, before := range reduced(s.before) {
				parts = append(parts, &part{waves: [][]int{{i}}, before: before, kind: kinds[i]})
			}
			(&emitter{Builder: ir.NewBuilder(m.Context()), segment: s, parts: parts}).emit()
		}
	}
}
