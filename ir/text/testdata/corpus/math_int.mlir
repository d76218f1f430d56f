// Covers the integer ops of math.

func.func @integers(%a: i32, %b: i32, %i: index, %v: vector<4xi8>, %t: tensor<?xi64>) {
  %0 = math.absi %a : i32
  %1 = math.ctlz %a : i32
  %2 = math.cttz %a : i32
  %3 = math.ctpop %a : i32
  %4 = math.ipowi %a, %b : i32
  %5 = math.absi %i : index
  %6 = math.ctlz %v : vector<4xi8>
  %7 = math.ctpop %t {doc.note} : tensor<?xi64>
  %8 = math.ipowi %v, %v : vector<4xi8>
  return
}
