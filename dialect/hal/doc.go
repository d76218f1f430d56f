// Package hal is the part of IREE's hal dialect that programs of its stream dialect mention: fences, the
// barrier on a queue that signals one, and the attributes that say on which queues of which devices work
// runs.
//
// It imports packages ir, ir/constraint, ir/text and diag. dialect.go has the table's list, affinity.go the
// attributes, and fence.go the operations.
package hal
