package importer

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// callStatements are the calls that have a meaning as statements.
var callStatements map[string]func(f *function, call *syntax.Call) error

// valueCalls are the calls with a value that package expr leaves to this package.
var valueCalls map[string]func(f *function, call *syntax.Call) (expr.Value, error)

// contexts are the calls that can stand in the head of a `with`.
var contexts map[string]withHead

// fullNames has the names of these functions with "T.", by the names without it.
var fullNames = map[string]string{}

// knownNames are the names with a meaning here, without "T.", for suggestions.
var knownNames []string

func init() {
	callStatements = map[string]func(f *function, call *syntax.Call) error{
		"T.evaluate": (*function).evaluate, "T.reads": (*function).reads, "T.writes": (*function).writes,
		"T.where":      (*function).where,
		"T.block_attr": (*function).blockAttr, "T.sblock_attr": (*function).blockAttr,
		"T.func_attr": (*function).funcAttr,
		"T.Assert":    (*function).assertCall, "T.buffer_store": (*function).bufferStore,
		"T.realize": (*function).realize,
		"T.let":     (*function).letCall, "T.preflattened_buffer": (*function).preflattened,
		"T.ret":        (*function).returnCall,
		"T.break_loop": jumpCall("break"), "T.continue_loop": jumpCall("continue"),
	}
	valueCalls = map[string]func(f *function, call *syntax.Call) (expr.Value, error){
		"T.match_buffer": (*function).matchBuffer, "T.Buffer": (*function).allocBuffer,
		"T.buffer":      (*function).allocBuffer,
		"T.buffer_decl": (*function).allocBuffer, "T.decl_buffer": (*function).allocBuffer,
		"T.alloc_buffer":        (*function).allocBuffer,
		"T.sblock_alloc_buffer": (*function).allocBuffer, "T.block_alloc_buffer": (*function).allocBuffer,
		"T.alloc_shared": inScope("shared"), "T.alloc_local": inScope("local"),
		"T.allocate": (*function).allocate,
		"T.Tensor":   (*function).allocBuffer, "T.allocate_const": (*function).allocateConst,
		"T.comm_reducer": (*function).commReducer,
		"T.ptx.cp_async": (*function).cpAsyncPointers, "T.ptx.cp_async.commit_group": (*function).commitGroup,
		"T.ptx.cp_async.wait_group": (*function).waitGroup, "T.ptx.cp_async.wait_all": (*function).waitAll,
		"T.ptx.cp.async_.commit_group":           (*function).commitGroup,
		"T.ptx.cp.async_.wait_group":             (*function).waitGroup,
		"T.ptx.cp.async_.wait_all":               (*function).waitAll,
		"T.ptx.cp.async_.ca.shared.global_":      cpAsyncInstruction(false),
		"T.ptx.cp.async_.cg.shared.global_":      cpAsyncInstruction(true),
		"T.ptx.cp.async_.ca.shared__cta.global_": cpAsyncInstruction(false),
		"T.ptx.cp.async_.cg.shared__cta.global_": cpAsyncInstruction(true),
		"T.s_tir.cp_async_raw":                   (*function).cpAsync,
		"T.s_tir.cp_async_raw.legacy":            (*function).cpAsyncLegacy,
		"T.handle":                               (*function).newPointer, "T.Ptr": (*function).newPointer,
		"T.var": (*function).newVariable, "T.env_thread": (*function).envThread,
		"T.target": (*function).target,
		"T.bind":   (*function).bindCall, "T.Bind": (*function).bindCall, "T.meta_var": (*function).bindCall,
		"T.ptx_cp_async": (*function).cpAsync, "T.ptx_commit_group": (*function).commitGroup,
		"T.ptx_wait_group": (*function).waitGroup,
		"T.dma_copy":       (*function).dmaCopy, "T.dma_wait": (*function).dmaWait,
		"T.axis.remap": (*function).remap, "T.axis.spatial": axisOf("spatial"), "T.axis.S": axisOf("spatial"),
		"T.axis.reduce": axisOf("reduce"), "T.axis.R": axisOf("reduce"), "T.axis.scan": axisOf("scan"),
		"T.axis.opaque": axisOf("opaque"),
	}
	contexts = map[string]withHead{
		"T.block": (*function).blockContext, "T.sblock": (*function).blockContext,
		"T.init": (*function).initContext,
		"T.attr": (*function).attrContext, "T.launch_thread": (*function).launch,
		"T.LetStmt": (*function).letContext,
		"T.let":     (*function).letContext, "T.Let": (*function).letContext,
		"T.Assert":  (*function).assertContext,
		"T.realize": (*function).realizeContext, "T.While": (*function).whileContext,
	}
	for name := range callStatements {
		fullNames[name[len("T."):]] = name
	}
	for name := range valueCalls {
		fullNames[name[len("T."):]] = name
	}
	for name := range contexts {
		fullNames[name[len("T."):]] = name
	}
	for name := range loopFunctions {
		if short, ok := cutT(name); ok {
			fullNames[short] = name
		}
	}
	knownNames = append(slices.Sorted(maps.Keys(fullNames)), "grid", "thread_binding", "prim_func", "macro",
		"attr")
}
