package exec_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/tools"
)

// productsOfVectors prints the bits of 1.000244140625 * 1.000244140625 - 1. They are those of 0x1p-11 if the
// product is rounded, and of 0x1p-11 + 0x1p-24 if it is not. The program computes it as a product of
// matrices, of a matrix and a vector, and of vectors, as an outer product, and as a vector.fma.
const productsOfVectors = `func.func @main() {
  %f = arith.constant -1.0 : f32
  %c1 = arith.constant dense<-1.0> : vector<2xf32>
  %c2 = arith.constant dense<-1.0> : vector<2x2xf32>
  %x = arith.constant dense<1.000244140625> : vector<2xf32>
  %row = arith.constant dense<1.000244140625> : vector<1x2xf32>
  %column = arith.constant dense<1.000244140625> : vector<2x1xf32>
  %one = arith.constant dense<1.000244140625> : vector<1xf32>
  %first = arith.constant dense<[1.000244140625, 0.0]> : vector<2xf32>

  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %column, %row, %c2 : vector<2x1xf32>, vector<1x2xf32> into vector<2x2xf32>
  %1 = vector.bitcast %0 : vector<2x2xf32> to vector<2x2xi32>
  vector.print %1 : vector<2x2xi32>
  %2 = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %column, %one, %c1 : vector<2x1xf32>, vector<1xf32> into vector<2xf32>
  %3 = vector.bitcast %2 : vector<2xf32> to vector<2xi32>
  vector.print %3 : vector<2xi32>
  %4 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %first, %first, %f : vector<2xf32>, vector<2xf32> into f32
  %5 = arith.bitcast %4 : f32 to i32
  vector.print %5 : i32
  %6 = vector.outerproduct %x, %x, %c2 {kind = #vector.kind<add>} : vector<2xf32>, vector<2xf32>
  %7 = vector.bitcast %6 : vector<2x2xf32> to vector<2x2xi32>
  vector.print %7 : vector<2x2xi32>
  %8 = vector.fma %x, %x, %c1 : vector<2xf32>
  %9 = vector.bitcast %8 : vector<2xf32> to vector<2xi32>
  vector.print %9 : vector<2xi32>
  return
}
`

// roundedProducts is the text that mlir-runner prints for it: contractions round products and sums, outer
// products round once.
const roundedProducts = `( ( 973078528, 973078528 ), ( 973078528, 973078528 ) )
( 973078528, 973078528 )
973078528
( ( 973079552, 973079552 ), ( 973079552, 973079552 ) )
( 973079552, 973079552 )
`

// Every engine rounds products of vectors as mlir-opt's code does.
func TestProductsOfVectorsRoundAlike(t *testing.T) {
	for _, engine := range printers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			if text, _ := printedBy(t, engine, productsOfVectors); text != roundedProducts {
				t.Errorf("printed\n%sinstead of\n%s", text, roundedProducts)
			}
		})
	}
	t.Run("mlir-runner", func(t *testing.T) {
		opt, runner := tools.Require(t, "mlir-opt"), tools.Require(t, "mlir-runner")
		if text, _ := upstreamPrints(t, opt, runner, productsOfVectors); text != roundedProducts {
			t.Errorf("printed\n%sinstead of\n%s", text, roundedProducts)
		}
	})
}
