// Covers sparse elements, dense_resource elements, and the metadata section that holds the resources.

module attributes {
  // Indices as a list of lists, a single index, one list; values as a list or a splat; of several element kinds.
  doc.a0 = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>,
  doc.a1 = sparse<[[0, 0]], [1.5]> : tensor<2x2xf32>,
  doc.a2 = sparse<0, 1> : tensor<5xi32>,
  doc.a3 = sparse<[[0], [3]], 7> : tensor<8xi64>,
  doc.a4 = sparse<[0, 1, 4], [true, true, true]> : vector<5xi1>,
  doc.a5 = sparse<[[1, 1, 1]], [(1.0, 2.0)]> : tensor<2x2x2xcomplex<f32>>,
  doc.a6 = sparse<[], []> : tensor<3xi32>,
  // Resources: bytes are kept in the section at the end of the file. One is not defined there.
  doc.b0 = dense_resource<blob_i64> : tensor<2xi64>,
  doc.b1 = dense_resource<blob_f32> : tensor<2x1xf32>,
  doc.b2 = dense_resource<undefined_blob> : tensor<4xi8>,
  doc.b3 = dense_resource<"quoted name"> : tensor<1xi8>
} {
  func.func @use() -> tensor<2xi64> {
    %0 = arith.constant dense_resource<blob_i64> : tensor<2xi64>
    return %0 : tensor<2xi64>
  }
}

{-#
  dialect_resources: {
    builtin: {
      // The first four bytes are the alignment, little-endian.
      blob_i64: "0x0800000001000000000000000200000000000000",
      blob_f32: "0x040000000000803F00000040",
      "quoted name": "0x01000000FF",
      unused_blob: "0x0400000001020304"
    }
  },
  external_resources: {
    doc_tool: {
      note: "any string",
      flag: true,
      data: "0x0400000041424344"
    }
  }
#-}
