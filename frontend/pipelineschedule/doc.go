// Package pipelineschedule reads and prints PyTorch's schedules of pipeline parallelism as CSV, and makes
// programs of ranks of them.
//
// A table has a line for each rank, and in its cells the actions of the rank in order: 0F0, 0SEND_F0,
// 2RECV_F0, (0F7;7B3)OVERLAP_F_B, 0UNSHARD, 7I0, 7W0. The grammar is that of _Action.from_str in
// torch/distributed/pipelining/schedules.py, whose _PipelineScheduleRuntime loads and dumps such tables: the
// number of a stage, the kind of the action and the number of a microbatch. An empty cell is a step in which
// the rank idles. (0SEND_F0;2RECV_F0)BATCH_P2P is a batch, as in pytorch #175572. Two things are read
// otherwise than PyTorch reads them: what follows an action in its cell is an error, while PyTorch ignores
// it; and tables of before 2025 are recognized, in which BW is the full backward pass and B the one of the
// input (a table with BW, or with W and without I).
//
// Start reading at table.go (the table, its reader and printer), then derive.go, which adds sends and
// receives to a table that only computes, and system.go, which makes programs of ranks.
//
// # What a table means
//
// A rank has two queues, as on a GPU: one that computes in order, and the stream of its communicator, which
// sends and receives in order, each behind the computations that were issued before it. A forward of a stage
// waits for its receive; a backward for its receive, or for the loss. Messages from one rank to another have
// no tag (NCCL), and meet in order; what they hold must agree. A stage that follows another one on its own
// rank takes its input from there. UNSHARD, RESHARD and REDUCE_GRAD concern other ranks than those of the
// pipeline, and are computations here. Sends and receives that no computation separates are one batch, which
// only the transport batched executes together.
package pipelineschedule
