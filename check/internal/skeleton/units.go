package skeleton

import (
	"strconv"
	"strings"
)

// WaitName returns the name of a wait in messages. A wait for a stage is named as a wait for its queue.
func (n *Node) WaitName() string {
	_, name, _ := strings.Cut(n.Op.Name(), ".")
	if name == "async_wait_stage" {
		name = "wait_queue"
	}
	if n.Queue >= 0 {
		name += " " + strconv.FormatInt(n.Queue, 10)
	}
	return name
}
