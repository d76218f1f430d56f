// Package fromhlo makes programs of ranks of scheduled modules of HLO: a module for each rank, or one for
// all, in which partition-id and replica-id tell the ranks apart.
//
// Start reading at fromhlo.go. execution.go follows the schedule of a module, messages.go makes actions of
// its communication, devices.go says which ranks meet, and integer.go evaluates conditions.
//
// # What the actions are
//
// The order of the instructions of a scheduled module is that of its device. A collective that is not
// asynchronous blocks the device. A start hands its operation to a stream, whose operations run one behind
// the other: that of async_execution_thread, or one for collectives and one for the sends and receives of
// each _xla_send_recv_pipeline, as XLA has them on GPUs (xla/service/gpu). A done waits for its operation.
// Sends and receives that stand next to each other on a stream are a batch. What the host receives and sends
// (is_host_transfer) is left out.
//
// Sends and receives of one channel_id meet, and collectives of one channel_id and one group. Where a channel
// has sends only or receives only, as in modules for GPUs, transfers meet by their ranks and their order. The
// devices of source_target_pairs and replica_groups are numbered as XLA's operation semantics say: by
// replicas, by partitions or by both, after channel_id and use_global_device_ids; rank r is partition r mod
// num_partitions of replica r / num_partitions. A send without pairs goes to the one other rank whose module
// receives on its channel. A collective-permute ends when all devices that its pairs connect have started it,
// as the verdict may not depend on a transport that does without.
//
// Loops of known length are executed as often as they iterate, conditionals where the condition follows from
// constants and the number of the rank. Loops and conditionals beside these are an error (ranks-incomplete)
// if instructions in them communicate, because the verdict would be one on another program.
package fromhlo
