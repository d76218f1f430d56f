// Covers gpu.warp_execute_on_lane_0 with every optional part present and absent.
func.func @warp(%l: index, %v: vector<4xi32>, %x: vector<4xf32>) -> vector<1xf32> {
  gpu.warp_execute_on_lane_0(%l)[32] {
    "test.x"() : () -> ()
  }
  gpu.warp_execute_on_lane_0(%l)[32] {
    "test.x"() : () -> ()
    gpu.yield
  } {foo}
  %0 = gpu.warp_execute_on_lane_0(%l)[32] args(%v : vector<4xi32>) -> (vector<1xf32>) {
  ^bb0(%a: vector<128xi32>):
    %1 = "test.y"(%a) : (vector<128xi32>) -> vector<32xf32>
    gpu.yield %1 : vector<32xf32>
  }
  %2:2 = gpu.warp_execute_on_lane_0(%l)[32] args(%v, %x : vector<4xi32>, vector<4xf32>) -> (vector<1xf32>, f32) {
  ^bb0(%a: vector<128xi32>, %b: vector<128xf32>):
    %1 = "test.y"(%a) : (vector<128xi32>) -> vector<32xf32>
    %3 = "test.y"(%a) : (vector<128xi32>) -> f32
    gpu.yield %1, %3 : vector<32xf32>, f32
  }
  return %0 : vector<1xf32>
}
