package hazard

import "fmt"

// The numbers of queues that have no number in programs.
const (
	DMAQueue     = -1 // of transfers by dma_start
	CpAsyncQueue = -2 // of cp.async
	BulkQueue    = -3 // of bulk copies from shared memory
)

// QueueName returns the name of a queue in reports.
func QueueName(id int64) string {
	switch id {
	case CpAsyncQueue:
		return "the cp.async queue"
	case BulkQueue:
		return "the queue of bulk copies"
	}
	return fmt.Sprintf("queue %d", id)
}
