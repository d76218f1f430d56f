package check

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// CpAsyncQueue is the number that reports give the queue of cp.async, which no program can give another. A thread has one.
const CpAsyncQueue = -2

// NoQueue is the number that reports give where there is no queue, or not only one: operations with tokens of their own.
const NoQueue = -1

// otherEngine is the number of the queue of an engine that is not told apart from others.
const otherEngine = -3

// queueNumber returns the number that the checker and its reports give a queue.
func queueNumber(q ir.Queue) int64 {
	switch q.Engine {
	case "":
		return q.Number
	case "cp.async":
		return CpAsyncQueue
	}
	return otherEngine
}

// queueName returns what messages call a queue.
func queueName(id int64) string {
	switch id {
	case CpAsyncQueue:
		return "the cp.async queue"
	case otherEngine:
		return "the queue of its engine"
	}
	return "queue " + strconv.FormatInt(id, 10)
}

// QueueName returns the queue for the column of a table: its number, "cp.async", or "-" where there is none.
func (w *WaitVerdict) QueueName() string {
	switch w.Queue {
	case CpAsyncQueue:
		return "cp.async"
	case NoQueue:
		return "-"
	}
	return strconv.FormatInt(w.Queue, 10)
}

// waitName returns what messages call a wait: that of a stage waits for a queue as well.
func (n *node) waitName() string {
	_, name, _ := strings.Cut(n.op.Name(), ".")
	if name == "async_wait_stage" {
		name = "wait_queue"
	}
	if n.queue >= 0 {
		name += " " + strconv.FormatInt(n.queue, 10)
	}
	return name
}
