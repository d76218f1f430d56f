package skeleton

import (
	"strconv"
	"strings"
)

// WaitName returns what messages call a wait: that of a stage waits for a queue as well.
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
