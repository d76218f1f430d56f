package gpukerneloutlining

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// Pass is gpu-kernel-outlining.
var Pass = pass.Register(&pass.Pass{
	Name:    "gpu-kernel-outlining",
	Title:   "GpuKernelOutliningPass",
	Summary: "Outline gpu.launch bodies to kernel functions",
	Doc: "The body of each gpu.launch becomes a kernel in a gpu.module of its own, behind the function " +
		"with the launch; what it uses from " +
		"outside become parameters. A launch with the attributes module and function says how these are " +
		"called. Sizes that are constant are promised by the kernel " +
		"(known_block_size, known_grid_size), and functions and globals that it refers to are copied into " +
		"its module. " +
		"Run gpu-launch-sink-index-computations before, so that constants are no parameters.",
	Anchor: "builtin.module",
	Options: []pass.Option{
		{Name: "data-layout-str", Type: pass.String, Default: "",
			Help: "String description of the data layout"}},
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @f(%m: memref<8xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    memref.store %x, %m[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}
`

const after = `module attributes {gpu.container_module} {
  func.func @f(%arg0: memref<8xf32>, %arg1: f32) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    gpu.launch_func  @f_kernel::@f_kernel blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)  args(%arg1 : f32, %arg0 : memref<8xf32>)
    return
  }
  gpu.module @f_kernel {
    gpu.func @f_kernel(%arg0: f32, %arg1: memref<8xf32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
      %block_id_x = gpu.block_id  x
      %block_id_y = gpu.block_id  y
      %block_id_z = gpu.block_id  z
      %thread_id_x = gpu.thread_id  x
      %thread_id_y = gpu.thread_id  y
      %thread_id_z = gpu.thread_id  z
      %grid_dim_x = gpu.grid_dim  x
      %grid_dim_y = gpu.grid_dim  y
      %grid_dim_z = gpu.grid_dim  z
      %block_dim_x = gpu.block_dim  x
      %block_dim_y = gpu.block_dim  y
      %block_dim_z = gpu.block_dim  z
      memref.store %arg0, %arg1[%thread_id_x] : memref<8xf32>
      gpu.return
    }
  }
}
`

var codeOutlining = diag.Register("outline-kernel", "a launch cannot become a kernel",
	"Functions and globals that a kernel refers to are copied into its module, so they must stand in the "+
		"module around the launch. A data layout "+
		"is an attribute of the dialect dlti.")

func run(r *pass.Run) error {
	layout, err := parseLayout(r.Context(), r.String("data-layout-str"))
	if err != nil {
		return err
	}
	o := &outliner{module: r.Op, tables: ir.NewSymbolTables(), names: names.New(), made: map[string]*ir.Op{},
		layout: layout}
	for _, fn := range symbols(r.Op) {
		o.at = fn.Next()
		for _, launch := range launches(fn) {
			if err := o.outline(fn, launch); err != nil {
				return err
			}
			r.Count("kernels outlined", 1)
		}
	}
	if r.Stats() == nil {
		r.Unchanged()
		return nil
	}
	gpu.MarkContainer(r.Op)
	return nil
}

// symbols returns what defines a symbol in a module.
func symbols(module *ir.Op) (list []*ir.Op) {
	for op := range module.Body().Ops() {
		if op.Has(ir.IsSymbol) && op.SymbolName() != "" {
			list = append(list, op)
		}
	}
	return list
}

// launches returns the launches in a function, inner ones first.
func launches(fn *ir.Op) (list []*ir.Op) {
	for op := range fn.WalkPost() {
		if op.Is(gpu.Launch) {
			list = append(list, op)
		}
	}
	return list
}

// parseLayout reads a data layout, as it stands in the attributes of a module.
func parseLayout(c *ir.Context, layout string) (ir.Attr, error) {
	if layout == "" {
		return nil, nil
	}
	file := diag.NewFile("data-layout-str", []byte("module attributes {"+layoutAttr+" = "+layout+"} {\n}\n"))
	m, diags := text.Parse(c, file, text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(m) // it is a data layout
	}
	if diags.HasErrors() {
		return nil, diags.Err()
	}
	return m.Attr(layoutAttr), nil
}

const layoutAttr = "dlti.dl_spec"
