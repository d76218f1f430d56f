// Package all links every pass into a program: importing it fills the registry of package pass.
package all

import (
	_ "github.com/inflight-compiler/inflight/transform/asynccorosplit"
	_ "github.com/inflight-compiler/inflight/transform/asyncdma"
	_ "github.com/inflight-compiler/inflight/transform/asyncrefcounting"
	_ "github.com/inflight-compiler/inflight/transform/asyncregions"
	_ "github.com/inflight-compiler/inflight/transform/asynctollvm"
	_ "github.com/inflight-compiler/inflight/transform/asynctoruntime"
	_ "github.com/inflight-compiler/inflight/transform/canonicalize"
	_ "github.com/inflight-compiler/inflight/transform/countstotokens"
	_ "github.com/inflight-compiler/inflight/transform/cse"
	_ "github.com/inflight-compiler/inflight/transform/elidewaits"
	_ "github.com/inflight-compiler/inflight/transform/hoistcommits"
	_ "github.com/inflight-compiler/inflight/transform/licm"
	_ "github.com/inflight-compiler/inflight/transform/loweraffine"
	_ "github.com/inflight-compiler/inflight/transform/pipelinequeues"
	_ "github.com/inflight-compiler/inflight/transform/ptxasynccopy"
	_ "github.com/inflight-compiler/inflight/transform/scftocf"
	_ "github.com/inflight-compiler/inflight/transform/softpipe"
	_ "github.com/inflight-compiler/inflight/transform/symboldce"
	_ "github.com/inflight-compiler/inflight/transform/tokenstocounts"
)
