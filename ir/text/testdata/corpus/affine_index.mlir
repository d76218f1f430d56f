// Covers affine.delinearize_index and affine.linearize_index with static, dynamic and mixed bases, with and without outer bound.

func.func @delinearize(%i: index, %a: index, %b: index) {
  %0:3 = affine.delinearize_index %i into (16, 224, 224) : index, index, index
  %1:3 = affine.delinearize_index %i into (224, 224) : index, index, index
  %2:2 = affine.delinearize_index %i into (%a, %b) : index, index
  %3:3 = affine.delinearize_index %i into (%a, 8, %b) : index, index, index
  %4:2 = affine.delinearize_index %i into (%a) {doc.note} : index, index
  %5 = affine.delinearize_index %i into () : index
  return
}

func.func @linearize(%i: index, %j: index, %k: index, %a: index, %b: index) {
  %0 = affine.linearize_index [%i, %j, %k] by (2, 3, 5) : index
  %1 = affine.linearize_index [%i, %j, %k] by (3, 5) : index
  %2 = affine.linearize_index disjoint [%i, %j] by (%a, %b) : index
  %3 = affine.linearize_index [%i, %j, %k] by (%a, 4) : index
  %4 = affine.linearize_index disjoint [%i, %j] by (8) {doc.note} : index
  %5 = affine.linearize_index [%i] by () : index
  return
}
