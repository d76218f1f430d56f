// Package judge says of a scheduled module of HLO whether its asynchronous operations race with anything, and
// whether its communication can end.
//
// An asynchronous operation reads its operands and writes its result, and the contexts beside it, at any
// moment between its start and its done. Everything else happens where it stands: the order of the text is
// the schedule. The judge executes the schedule without data. It keeps the operations in flight, and holds
// each access of each instruction against what they access: a read of what one of them writes, and a write of
// what one of them reads or writes, are hazards.
//
// What an instruction accesses are ranges of bytes. With a buffer assignment they are those that XLA gave to
// the values. Without one, each value has memory of its own, but for those that must share: the parts of
// tuples that loops and conditionals carry, operands that dynamic-update-slice, scatter, all-reduce-start,
// fusions of them and output_to_operand_aliasing overwrite, and parameters that input_output_alias donates.
// XLA's copy insertion puts copies where such memory is still needed; the judge finds where one is missing.
//
//   - Tuples, bitcasts, barriers and the dones of operations hand on memory and access nothing.
//   - A fusion is one access; what it calls is not looked into, but for what it writes in place. So is an
//     asynchronous computation, which in an assignment has its intermediate results as well.
//   - A loop is executed until the operations in flight at its head are those of an iteration before. It may
//     end after any iteration, or before the first one if its trip count is unknown.
//   - Each branch of a conditional begins with what is in flight in front of it; what is in flight behind any
//     branch is in flight behind the conditional. What one branch overwrites, another one still finds.
//   - Operations with is_sync in their configuration have completed when they have started.
//
// With or without operations in flight, a value that is read must not have been overwritten since it was
// defined. With an assignment that is an error. Without one it is a warning, because the module may be one of
// which XLA has not inserted the copies yet.
//
// Two collectives in flight at once on different streams (async_execution_thread, _xla_stream_annotation,
// operation_queue_id) may start in another order on each device. If a circle of devices shares their groups,
// each of them may wait for the other. Sends and receives are executed on all devices that the module names,
// with transports that hold nothing back: a send has completed when its receive has been posted. If the
// devices stop, the circle of their waits is reported. What an async-start with _collectives_group begins is
// begun together.
//
// Branches of conditionals that communicate are taken in all ways: by the numbers of the devices where the
// predicate follows from them, by all devices alike where it is the same on all of them (choices.go says
// when), and apart where nothing says so. If communication ends wherever devices take the same branch, but
// may not where they take branches apart, there is no verdict. A module that has no sends is taken to have
// collectives in branches that all devices take, as XLA demands, unless the numbers of the devices decide.
//
// Not judged are modules that are not scheduled: neither their order nor their memory is decided. Where
// loops, collectives, branches or devices are so many that the judge would take minutes, it says from which
// instruction on it has not judged.
//
// Start reading at judge.go, which has the steps in order: parts.go numbers what instructions return,
// memory.go says which of it shares memory, places.go where it lies, walk.go executes.
package judge
