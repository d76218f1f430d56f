// Has mlir-opt make of operations that none of its passes lowers what one of its transforms makes of them:
// mlir-opt --transform-preload-library=transform-library-paths=decompose.mlir --transform-interpreter
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %packs = transform.structured.match ops{["linalg.pack"]} in %module : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.foreach %packs : !transform.op<"linalg.pack"> {
    ^bb0(%pack: !transform.op<"linalg.pack">):
      transform.structured.lower_pack %pack {lowerPadLikeWithInsertSlice = false} : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    }
    %unpacks = transform.structured.match ops{["linalg.unpack"]} in %module : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.foreach %unpacks : !transform.op<"linalg.unpack"> {
    ^bb0(%unpack: !transform.op<"linalg.unpack">):
      transform.structured.lower_unpack %unpack {lowerUnpadLikeWithExtractSlice = false} : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    }
    %softmaxes = transform.structured.match ops{["linalg.softmax"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %softmaxes : !transform.any_op {
    ^bb0(%softmax: !transform.any_op):
      transform.structured.decompose_interface %softmax : (!transform.any_op) -> !transform.any_op
    }
    %winograd = transform.structured.match ops{["linalg.winograd_filter_transform", "linalg.winograd_input_transform", "linalg.winograd_output_transform"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %winograd : !transform.any_op {
    ^bb0(%transformed: !transform.any_op):
      transform.structured.decompose_winograd_op %transformed : (!transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}
