// Package lowerpipelinequeues is the pass lower-pipeline-queues: it flattens the
// scope form of commits and waits to the intrinsic form of the earlier draft
// of RFC 77, in which async_commit_stage and async_wait_stage are operations
// without a region.
package lowerpipelinequeues
