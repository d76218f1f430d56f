// Package lowerpipelinequeues is the pass lower-pipeline-queues: it converts commits and waits from scopes to
// the intrinsic form of an earlier draft of RFC 77, in which async_commit_stage and async_wait_stage are
// operations without a region.
package lowerpipelinequeues
