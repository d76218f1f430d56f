// Package stream is the part of IREE's stream dialect that schedules work on devices. A timepoint stands for
// the completion of work, a resource for memory of a device, an affinity for the queues that work may be on.
// Operations stream.async.* compute new values of resources, and are not scheduled outside of
// stream.async.execute. Operations stream.cmd.* change resources in place.
//
// It imports packages ir, ir/constraint, ir/text and diag, the dialect util, and the syntax of ties.
// dialect.go has the table's list, and types.go types and attributes. async.go, asyncregion.go, dispatch.go,
// cmd.go, resource.go, timepoint.go, executable.go and testop.go each have one family of operations.
// syntax.go and regionsyntax.go have syntax that assembly formats cannot express. verify.go has rules that
// several families share.
package stream
