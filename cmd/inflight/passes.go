package main

// The passes that the command knows: importing a package registers its pass.
import (
	_ "github.com/inflight-compiler/inflight/transform/all"
	_ "github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
	_ "github.com/inflight-compiler/inflight/transform/pipeline/lowerpipelinequeues"
)
