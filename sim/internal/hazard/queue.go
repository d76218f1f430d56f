package hazard

import "fmt"

// The numbers of queues that no program can give another.
const (
	DMAQueue     = -1 // that holds transfers
	CpAsyncQueue = -2 // of cp.async
	BulkQueue    = -3 // of bulk copies from shared memory
)

// QueueName returns what reports call a queue.
func QueueName(id int64) string {
	switch id {
	case CpAsyncQueue:
		return "the cp.async queue"
	case BulkQueue:
		return "the queue of bulk copies"
	}
	return fmt.Sprintf("queue %d", id)
}
