// Covers vector types (fixed, scalable, scalar) and tensor types (ranked, dynamic, empty, unranked, with an encoding).

func.func private @vectors(vector<4xf32>, vector<1xi1>, vector<2x3x4xi8>, vector<f32>, vector<i64>, vector<8xindex>, vector<16xf8E4M3FN>, vector<3xi5>, vector<4xbf16>)
func.func private @scalable(vector<[4]xf32>, vector<[2]x[8]xi16>, vector<4x[4]xf64>, vector<2x[4]x8xi1>, vector<[1]xindex>)
func.func private @tensors(tensor<f32>, tensor<4xf32>, tensor<4x8xi1>, tensor<1x1x1x1xindex>, tensor<0xf32>, tensor<0x42xf32>, tensor<2x0x3xi8>)
func.func private @dynamic(tensor<?xf32>, tensor<?x?xi8>, tensor<4x?x8x?xbf16>)
func.func private @unranked(tensor<*xf32>, tensor<*xi1>, tensor<*xcomplex<f64>>)
// Elements that are types of their own. Zero followed by an x is a dimension, not a hexadecimal number.
func.func private @elements(tensor<2xcomplex<f32>>, tensor<?xvector<4xf32>>, tensor<0x0xi32>, tensor<10x0x10xf32>, tensor<2xindex>)
// Encodings: any attribute.
func.func private @encoded(tensor<4xf32, "string">, tensor<?x8xi32, 42 : i32>, tensor<2xf32, {layout = "nhwc", pad = [1, 1]}>, tensor<8xi8, unit>, tensor<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, tensor<4xf64, #arith.fastmath<fast>>)
// Spaces are allowed around the x of a tensor.
func.func private @spaces(tensor< 4 x 8 x f32 >, vector< 2 x 3 x i1 >, memref< ? x 4 x f32 >, tensor<* x f32>, complex< f32 >, tuple< i1 , i2 >)
