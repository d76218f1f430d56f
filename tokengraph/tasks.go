package tokengraph

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// PlaceTasks puts tasks that take their turns on a task.queue, each of which starts when the one before is
// complete, on a queue of their own for each of those, in front of the queues that assign-queues gave all
// others.
func PlaceTasks(program *ir.Op) {
	for _, b := range queues.In(program, queues.Tasks) {
		var turns []*ir.Value
		for _, op := range b.Ops {
			if q := turnsOf(op); q != nil && !slices.Contains(turns, q) {
				turns = append(turns, q)
			}
		}
		for _, op := range b.Ops {
			number, _ := pipeline.OnQueue(op)
			if q := turnsOf(op); q != nil {
				number = int64(slices.Index(turns, q))
			} else {
				number += int64(len(turns))
			}
			op.SetAttr(pipeline.QueueAttr, op.Context().Int(op.Context().I64, number))
		}
	}
}

// turnsOf returns the task.queue on which a task waits for the one before to be complete, nil if there is
// none, or if its order is not known.
func turnsOf(op *ir.Op) *ir.Value {
	if !op.Is(task.Execute) || task.Queue(op) == nil {
		return nil
	}
	q := task.Queue(op)
	if made := q.DefinedBy(task.NewQueue); made == nil || task.Order(made) != ir.InOrder {
		return nil
	}
	return q
}

// nameOfQueue names a queue of a block: by the task.queue whose turns all of its operations take, else by its
// number and, where there are several, its device.
func nameOfQueue(b *queues.Block, a queues.Assignment, queue int) string {
	number := fmt.Sprintf("queue %d", queue)
	var q *ir.Value
	for i, op := range b.Ops {
		if int(a.Queue[i]) != queue {
			continue
		}
		if b.Devices != nil {
			return number + ", " + b.Devices[i].String()
		}
		if q = turnsOf(op); q == nil {
			return number
		}
	}
	if q == nil || q.Name() == "" {
		return number
	}
	return q.Name()
}
