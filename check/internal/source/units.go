package source

import (
	"math"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// ForgetWait as the extra count of a wait stands for leaving the wait out.
const ForgetWait = math.MaxInt64

// CpAsyncQueue is the number that reports give the queue of cp.async, which no program can give another. A
// thread has one.
const CpAsyncQueue = -2

// NoQueue is the number that reports give where there is no queue, or not only one: operations with tokens of
// their own.
const NoQueue = -1

// otherEngine is the number of the queue of an engine that is not told apart from others.
const otherEngine = -3

// QueueNumber returns the number that the checker and its reports give a queue.
func QueueNumber(q ir.Queue) int64 {
	switch q.Engine {
	case "":
		return q.Number
	case "cp.async":
		return CpAsyncQueue
	}
	return otherEngine
}

// QueueName returns what messages call a queue.
func QueueName(id int64) string {
	switch id {
	case CpAsyncQueue:
		return "the cp.async queue"
	case otherEngine:
		return "the queue of its engine"
	}
	return "queue " + strconv.FormatInt(id, 10)
}
