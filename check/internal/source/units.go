package source

import (
	"math"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// ForgetWait, as the number by which the count of a wait is raised, stands for omitting the wait.
const ForgetWait = math.MaxInt64

// CpAsyncQueue is the number of the queue of cp.async in reports. No program can use this number. Each thread
// has one such queue.
const CpAsyncQueue = -2

// NoQueue is the number in reports for operations with tokens of their own, and for waits on no queue or on
// several.
const NoQueue = -1

// otherEngine is the number of the queues of all other engines.
const otherEngine = -3

// QueueNumber returns the number of a queue in the checker and in its reports.
func QueueNumber(q ir.Queue) int64 {
	switch q.Engine {
	case "":
		return q.Number
	case "cp.async":
		return CpAsyncQueue
	}
	return otherEngine
}

// QueueName returns the name of a queue in messages.
func QueueName(id int64) string {
	switch id {
	case CpAsyncQueue:
		return "the cp.async queue"
	case otherEngine:
		return "the queue of its engine"
	}
	return "queue " + strconv.FormatInt(id, 10)
}
