package tokengraph

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// PlaceTasks assigns a queue to each task.queue on which tasks complete in order, and puts the tasks of the
// task.queue on it. These queues come before those that assign-queues gave all other tasks.
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

// turnsOf returns the task.queue on which a task waits for the completion of the one before. It returns nil
// if there is none, or if the order of the queue is not known.
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

// nameOfQueue returns the name of a queue: that of the task.queue if all of its tasks are on one, else its
// number and, if there are several devices, its device.
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
