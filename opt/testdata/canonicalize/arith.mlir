// PASSES: --canonicalize

func.func @add_add(%x: i32) -> i32 { 
  %a = arith.constant 3 : i32
  %b = arith.constant 4 : i32
  %0 = arith.addi %x, %a : i32
  %1 = arith.addi %0, %b : i32
  return %1 : i32
}

func.func @lin(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 9 : i32
  %0 = arith.addi %x, %a : i32
  %1 = arith.addi %0, %b : i32
  return %1 : i32
}

func.func @lin_2(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 9 : i32
  %0 = arith.addi %x, %a : i32
  %1 = arith.subi %0, %b : i32
  return %1 : i32
}

func.func @lin_3(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 9 : i32
  %0 = arith.addi %x, %a : i32
  %1 = arith.subi %b, %0 : i32
  return %1 : i32
}

func.func @lin_4(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 9 : i32
  %0 = arith.subi %x, %a : i32
  %1 = arith.addi %0, %b : i32
  return %1 : i32
}

func.func @lin_5(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 9 : i32
  %0 = arith.subi %x, %a : i32
  %1 = arith.subi %0, %b : i32
  return %1 : i32
}

func.func @lin_6(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 9 : i32
  %0 = arith.subi %x, %a : i32
  %1 = arith.subi %b, %0 : i32
  return %1 : i32
}

func.func @lin_7(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 9 : i32
  %0 = arith.subi %a, %x : i32
  %1 = arith.addi %0, %b : i32
  return %1 : i32
}

func.func @lin_8(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 9 : i32
  %0 = arith.subi %a, %x : i32
  %1 = arith.subi %0, %b : i32
  return %1 : i32
}

func.func @lin_9(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 9 : i32
  %0 = arith.subi %a, %x : i32
  %1 = arith.subi %b, %0 : i32
  return %1 : i32
}

func.func @mul_mul(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 4 : i32
  %0 = arith.muli %x, %a : i32
  %1 = arith.muli %0, %b : i32
  return %1 : i32
}

func.func @addsub(%x: i32, %y: i32) -> (i32,i32,i32,i32) {
  %0 = arith.addi %x, %y : i32
  %1 = arith.subi %0, %x : i32
  %2 = arith.subi %0, %y : i32
  %3 = arith.subi %x, %y : i32
  %4 = arith.addi %3, %y : i32
  %5 = arith.addi %y, %3 : i32
  return %1, %2, %4, %5 : i32,i32,i32,i32
}

func.func @mulneg(%x: i32, %y: i32) -> (i32,i32) {
  %m = arith.constant -1 : i32
  %0 = arith.muli %y, %m : i32
  %1 = arith.addi %x, %0 : i32
  %2 = arith.addi %0, %x : i32
  return %1, %2 : i32,i32
}

func.func @self_andi(%x: i32) -> i32 {
  %0 = arith.andi %x, %x : i32
  return %0 : i32
}

func.func @self_ori(%x: i32) -> i32 {
  %0 = arith.ori %x, %x : i32
  return %0 : i32
}

func.func @self_xori(%x: i32) -> i32 {
  %0 = arith.xori %x, %x : i32
  return %0 : i32
}

func.func @self_subi(%x: i32) -> i32 {
  %0 = arith.subi %x, %x : i32
  return %0 : i32
}

func.func @self_divsi(%x: i32) -> i32 {
  %0 = arith.divsi %x, %x : i32
  return %0 : i32
}

func.func @self_divui(%x: i32) -> i32 {
  %0 = arith.divui %x, %x : i32
  return %0 : i32
}

func.func @self_remsi(%x: i32) -> i32 {
  %0 = arith.remsi %x, %x : i32
  return %0 : i32
}

func.func @self_remui(%x: i32) -> i32 {
  %0 = arith.remui %x, %x : i32
  return %0 : i32
}

func.func @self_minsi(%x: i32) -> i32 {
  %0 = arith.minsi %x, %x : i32
  return %0 : i32
}

func.func @self_maxsi(%x: i32) -> i32 {
  %0 = arith.maxsi %x, %x : i32
  return %0 : i32
}

func.func @self_minui(%x: i32) -> i32 {
  %0 = arith.minui %x, %x : i32
  return %0 : i32
}

func.func @self_maxui(%x: i32) -> i32 {
  %0 = arith.maxui %x, %x : i32
  return %0 : i32
}

func.func @c_addi(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.addi %x, %c : i32
  return %0 : i32
}

func.func @c_subi(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.subi %x, %c : i32
  return %0 : i32
}

func.func @c_muli(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.muli %x, %c : i32
  return %0 : i32
}

func.func @c_andi(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.andi %x, %c : i32
  return %0 : i32
}

func.func @c_ori(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.ori %x, %c : i32
  return %0 : i32
}

func.func @c_xori(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.xori %x, %c : i32
  return %0 : i32
}

func.func @c_minsi(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.minsi %x, %c : i32
  return %0 : i32
}

func.func @c_maxsi(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.maxsi %x, %c : i32
  return %0 : i32
}

func.func @c_minui(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.minui %x, %c : i32
  return %0 : i32
}

func.func @c_maxui(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.maxui %x, %c : i32
  return %0 : i32
}

func.func @c_shli(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.shli %x, %c : i32
  return %0 : i32
}

func.func @c_shrsi(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.shrsi %x, %c : i32
  return %0 : i32
}

func.func @c_shrui(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.shrui %x, %c : i32
  return %0 : i32
}

func.func @cl_subi(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.subi %c, %x : i32
  return %0 : i32
}

func.func @cl_shli(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.shli %c, %x : i32
  return %0 : i32
}

func.func @cl_shrsi(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.shrsi %c, %x : i32
  return %0 : i32
}

func.func @cl_shrui(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.shrui %c, %x : i32
  return %0 : i32
}

func.func @cl_divsi(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.divsi %c, %x : i32
  return %0 : i32
}

func.func @cl_remsi(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.remsi %c, %x : i32
  return %0 : i32
}

func.func @c_addi_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.addi %x, %c : i32
  return %0 : i32
}

func.func @c_subi_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.subi %x, %c : i32
  return %0 : i32
}

func.func @c_muli_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.muli %x, %c : i32
  return %0 : i32
}

func.func @c_andi_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.andi %x, %c : i32
  return %0 : i32
}

func.func @c_ori_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.ori %x, %c : i32
  return %0 : i32
}

func.func @c_xori_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.xori %x, %c : i32
  return %0 : i32
}

func.func @c_divsi(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.divsi %x, %c : i32
  return %0 : i32
}

func.func @c_divui(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.divui %x, %c : i32
  return %0 : i32
}

func.func @c_remsi(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.remsi %x, %c : i32
  return %0 : i32
}

func.func @c_remui(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.remui %x, %c : i32
  return %0 : i32
}

func.func @c_minsi_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.minsi %x, %c : i32
  return %0 : i32
}

func.func @c_maxsi_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.maxsi %x, %c : i32
  return %0 : i32
}

func.func @c_minui_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.minui %x, %c : i32
  return %0 : i32
}

func.func @c_maxui_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.maxui %x, %c : i32
  return %0 : i32
}

func.func @c_shli_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.shli %x, %c : i32
  return %0 : i32
}

func.func @c_shrsi_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.shrsi %x, %c : i32
  return %0 : i32
}

func.func @c_shrui_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.shrui %x, %c : i32
  return %0 : i32
}

func.func @c_floordivsi(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.floordivsi %x, %c : i32
  return %0 : i32
}

func.func @c_ceildivsi(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.ceildivsi %x, %c : i32
  return %0 : i32
}

func.func @c_ceildivui(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.ceildivui %x, %c : i32
  return %0 : i32
}

func.func @cl_subi_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.subi %c, %x : i32
  return %0 : i32
}

func.func @cl_shli_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.shli %c, %x : i32
  return %0 : i32
}

func.func @cl_shrsi_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.shrsi %c, %x : i32
  return %0 : i32
}

func.func @cl_shrui_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.shrui %c, %x : i32
  return %0 : i32
}

func.func @cl_divsi_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.divsi %c, %x : i32
  return %0 : i32
}

func.func @cl_remsi_2(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.remsi %c, %x : i32
  return %0 : i32
}

func.func @c_addi_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.addi %x, %c : i32
  return %0 : i32
}

func.func @c_subi_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.subi %x, %c : i32
  return %0 : i32
}

func.func @c_muli_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.muli %x, %c : i32
  return %0 : i32
}

func.func @c_andi_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.andi %x, %c : i32
  return %0 : i32
}

func.func @c_ori_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.ori %x, %c : i32
  return %0 : i32
}

func.func @c_xori_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.xori %x, %c : i32
  return %0 : i32
}

func.func @c_divsi_2(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.divsi %x, %c : i32
  return %0 : i32
}

func.func @c_divui_2(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.divui %x, %c : i32
  return %0 : i32
}

func.func @c_remsi_2(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.remsi %x, %c : i32
  return %0 : i32
}

func.func @c_remui_2(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.remui %x, %c : i32
  return %0 : i32
}

func.func @c_minsi_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.minsi %x, %c : i32
  return %0 : i32
}

func.func @c_maxsi_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.maxsi %x, %c : i32
  return %0 : i32
}

func.func @c_minui_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.minui %x, %c : i32
  return %0 : i32
}

func.func @c_maxui_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.maxui %x, %c : i32
  return %0 : i32
}

func.func @c_shli_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.shli %x, %c : i32
  return %0 : i32
}

func.func @c_shrsi_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.shrsi %x, %c : i32
  return %0 : i32
}

func.func @c_shrui_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.shrui %x, %c : i32
  return %0 : i32
}

func.func @c_floordivsi_2(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.floordivsi %x, %c : i32
  return %0 : i32
}

func.func @c_ceildivsi_2(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.ceildivsi %x, %c : i32
  return %0 : i32
}

func.func @c_ceildivui_2(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.ceildivui %x, %c : i32
  return %0 : i32
}

func.func @cl_subi_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.subi %c, %x : i32
  return %0 : i32
}

func.func @cl_shli_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.shli %c, %x : i32
  return %0 : i32
}

func.func @cl_shrsi_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.shrsi %c, %x : i32
  return %0 : i32
}

func.func @cl_shrui_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.shrui %c, %x : i32
  return %0 : i32
}

func.func @cl_divsi_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.divsi %c, %x : i32
  return %0 : i32
}

func.func @cl_remsi_3(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.remsi %c, %x : i32
  return %0 : i32
}

func.func @c_addi_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.addi %x, %c : i32
  return %0 : i32
}

func.func @c_subi_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.subi %x, %c : i32
  return %0 : i32
}

func.func @c_muli_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.muli %x, %c : i32
  return %0 : i32
}

func.func @c_andi_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.andi %x, %c : i32
  return %0 : i32
}

func.func @c_ori_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.ori %x, %c : i32
  return %0 : i32
}

func.func @c_xori_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.xori %x, %c : i32
  return %0 : i32
}

func.func @c_divsi_3(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.divsi %x, %c : i32
  return %0 : i32
}

func.func @c_divui_3(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.divui %x, %c : i32
  return %0 : i32
}

func.func @c_remsi_3(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.remsi %x, %c : i32
  return %0 : i32
}

func.func @c_remui_3(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.remui %x, %c : i32
  return %0 : i32
}

func.func @c_minsi_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.minsi %x, %c : i32
  return %0 : i32
}

func.func @c_maxsi_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.maxsi %x, %c : i32
  return %0 : i32
}

func.func @c_minui_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.minui %x, %c : i32
  return %0 : i32
}

func.func @c_maxui_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.maxui %x, %c : i32
  return %0 : i32
}

func.func @c_shli_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.shli %x, %c : i32
  return %0 : i32
}

func.func @c_shrsi_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.shrsi %x, %c : i32
  return %0 : i32
}

func.func @c_shrui_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.shrui %x, %c : i32
  return %0 : i32
}

func.func @c_floordivsi_3(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.floordivsi %x, %c : i32
  return %0 : i32
}

func.func @c_ceildivsi_3(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.ceildivsi %x, %c : i32
  return %0 : i32
}

func.func @c_ceildivui_3(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.ceildivui %x, %c : i32
  return %0 : i32
}

func.func @cl_subi_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.subi %c, %x : i32
  return %0 : i32
}

func.func @cl_shli_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.shli %c, %x : i32
  return %0 : i32
}

func.func @cl_shrsi_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.shrsi %c, %x : i32
  return %0 : i32
}

func.func @cl_shrui_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.shrui %c, %x : i32
  return %0 : i32
}

func.func @cl_divsi_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.divsi %c, %x : i32
  return %0 : i32
}

func.func @cl_remsi_4(%x: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %0 = arith.remsi %c, %x : i32
  return %0 : i32
}

func.func @c_addi_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.addi %x, %c : i32
  return %0 : i32
}

func.func @c_subi_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.subi %x, %c : i32
  return %0 : i32
}

func.func @c_muli_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.muli %x, %c : i32
  return %0 : i32
}

func.func @c_andi_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.andi %x, %c : i32
  return %0 : i32
}

func.func @c_ori_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.ori %x, %c : i32
  return %0 : i32
}

func.func @c_xori_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.xori %x, %c : i32
  return %0 : i32
}

func.func @c_divsi_4(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.divsi %x, %c : i32
  return %0 : i32
}

func.func @c_divui_4(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.divui %x, %c : i32
  return %0 : i32
}

func.func @c_remsi_4(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.remsi %x, %c : i32
  return %0 : i32
}

func.func @c_remui_4(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.remui %x, %c : i32
  return %0 : i32
}

func.func @c_minsi_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.minsi %x, %c : i32
  return %0 : i32
}

func.func @c_maxsi_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.maxsi %x, %c : i32
  return %0 : i32
}

func.func @c_minui_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.minui %x, %c : i32
  return %0 : i32
}

func.func @c_maxui_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.maxui %x, %c : i32
  return %0 : i32
}

func.func @c_shli_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.shli %x, %c : i32
  return %0 : i32
}

func.func @c_shrsi_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.shrsi %x, %c : i32
  return %0 : i32
}

func.func @c_shrui_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.shrui %x, %c : i32
  return %0 : i32
}

func.func @c_floordivsi_4(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.floordivsi %x, %c : i32
  return %0 : i32
}

func.func @c_ceildivsi_4(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.ceildivsi %x, %c : i32
  return %0 : i32
}

func.func @c_ceildivui_4(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.ceildivui %x, %c : i32
  return %0 : i32
}

func.func @cl_subi_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.subi %c, %x : i32
  return %0 : i32
}

func.func @cl_shli_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.shli %c, %x : i32
  return %0 : i32
}

func.func @cl_shrsi_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.shrsi %c, %x : i32
  return %0 : i32
}

func.func @cl_shrui_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.shrui %c, %x : i32
  return %0 : i32
}

func.func @cl_divsi_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.divsi %c, %x : i32
  return %0 : i32
}

func.func @cl_remsi_5(%x: i32) -> i32 {
  %c = arith.constant -2147483648 : i32
  %0 = arith.remsi %c, %x : i32
  return %0 : i32
}

func.func @assoc_andi(%x: i32) -> i32 {
  %a = arith.constant 12 : i32
  %b = arith.constant 10 : i32
  %0 = arith.andi %a, %x : i32
  %1 = arith.andi %b, %0 : i32
  return %1 : i32
}

func.func @assoc_ori(%x: i32) -> i32 {
  %a = arith.constant 12 : i32
  %b = arith.constant 10 : i32
  %0 = arith.ori %a, %x : i32
  %1 = arith.ori %b, %0 : i32
  return %1 : i32
}

func.func @assoc_xori(%x: i32) -> i32 {
  %a = arith.constant 12 : i32
  %b = arith.constant 10 : i32
  %0 = arith.xori %a, %x : i32
  %1 = arith.xori %b, %0 : i32
  return %1 : i32
}

func.func @assoc_addi(%x: i32) -> i32 {
  %a = arith.constant 12 : i32
  %b = arith.constant 10 : i32
  %0 = arith.addi %a, %x : i32
  %1 = arith.addi %b, %0 : i32
  return %1 : i32
}

func.func @assoc_maxsi(%x: i32) -> i32 {
  %a = arith.constant 12 : i32
  %b = arith.constant 10 : i32
  %0 = arith.maxsi %a, %x : i32
  %1 = arith.maxsi %b, %0 : i32
  return %1 : i32
}

func.func @andnot(%x: i32, %y: i32) -> (i32,i32) {
  %m = arith.constant -1 : i32
  %0 = arith.xori %x, %m : i32
  %1 = arith.andi %x, %0 : i32
  %2 = arith.ori %0, %x : i32
  return %1,%2 : i32,i32
}

func.func @xor2(%x: i32, %y: i32) -> (i32,i32) {
  %0 = arith.xori %x, %y : i32
  %1 = arith.xori %0, %x : i32
  %2 = arith.xori %y, %0 : i32
  return %1,%2 : i32,i32
}

func.func @notcmp(%x: i32, %y: i32) -> i1 {
  %t = arith.constant true
  %0 = arith.cmpi slt, %x, %y : i32
  %1 = arith.xori %0, %t : i1
  return %1 : i1
}

func.func @notcmpf(%x: f32, %y: f32) -> i1 {
  %t = arith.constant true
  %0 = arith.cmpf olt, %x, %y : f32
  %1 = arith.xori %0, %t : i1
  return %1 : i1
}

func.func @cmpself_eq(%x: i32) -> i1 {
  %0 = arith.cmpi eq, %x, %x : i32
  return %0 : i1
}

func.func @cmpc_eq(%x: i32) -> (i1,i1) {
  %c = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.cmpi eq, %c, %x : i32
  %1 = arith.cmpi eq, %x, %m : i32
  return %0,%1 : i1,i1
}

func.func @cmpi1_eq(%x: i1) -> (i1,i1) {
  %f = arith.constant false
  %t = arith.constant true
  %0 = arith.cmpi eq, %x, %f : i1
  %1 = arith.cmpi eq, %x, %t : i1
  return %0,%1 : i1,i1
}

func.func @cmpext_eq(%x: i16, %y: i16) -> (i1,i1,i1) {
  %a = arith.extsi %x : i16 to i32
  %b = arith.extsi %y : i16 to i32
  %c = arith.extui %x : i16 to i32
  %d = arith.extui %y : i16 to i32
  %k = arith.constant 5 : i32
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi eq, %c, %d : i32
  %2 = arith.cmpi eq, %c, %k : i32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpcast_eq(%x: i32, %y: i32) -> (i1,i1) {
  %a = arith.index_cast %x : i32 to index
  %b = arith.index_cast %y : i32 to index
  %k = arith.constant 7 : index
  %0 = arith.cmpi eq, %a, %b : index
  %1 = arith.cmpi eq, %a, %k : index
  return %0,%1 : i1,i1
}

func.func @cmpself_ne(%x: i32) -> i1 {
  %0 = arith.cmpi ne, %x, %x : i32
  return %0 : i1
}

func.func @cmpc_ne(%x: i32) -> (i1,i1) {
  %c = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.cmpi ne, %c, %x : i32
  %1 = arith.cmpi ne, %x, %m : i32
  return %0,%1 : i1,i1
}

func.func @cmpi1_ne(%x: i1) -> (i1,i1) {
  %f = arith.constant false
  %t = arith.constant true
  %0 = arith.cmpi ne, %x, %f : i1
  %1 = arith.cmpi ne, %x, %t : i1
  return %0,%1 : i1,i1
}

func.func @cmpext_ne(%x: i16, %y: i16) -> (i1,i1,i1) {
  %a = arith.extsi %x : i16 to i32
  %b = arith.extsi %y : i16 to i32
  %c = arith.extui %x : i16 to i32
  %d = arith.extui %y : i16 to i32
  %k = arith.constant 5 : i32
  %0 = arith.cmpi ne, %a, %b : i32
  %1 = arith.cmpi ne, %c, %d : i32
  %2 = arith.cmpi ne, %c, %k : i32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpcast_ne(%x: i32, %y: i32) -> (i1,i1) {
  %a = arith.index_cast %x : i32 to index
  %b = arith.index_cast %y : i32 to index
  %k = arith.constant 7 : index
  %0 = arith.cmpi ne, %a, %b : index
  %1 = arith.cmpi ne, %a, %k : index
  return %0,%1 : i1,i1
}

func.func @cmpself_slt(%x: i32) -> i1 {
  %0 = arith.cmpi slt, %x, %x : i32
  return %0 : i1
}

func.func @cmpc_slt(%x: i32) -> (i1,i1) {
  %c = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.cmpi slt, %c, %x : i32
  %1 = arith.cmpi slt, %x, %m : i32
  return %0,%1 : i1,i1
}

func.func @cmpi1_slt(%x: i1) -> (i1,i1) {
  %f = arith.constant false
  %t = arith.constant true
  %0 = arith.cmpi slt, %x, %f : i1
  %1 = arith.cmpi slt, %x, %t : i1
  return %0,%1 : i1,i1
}

func.func @cmpext_slt(%x: i16, %y: i16) -> (i1,i1,i1) {
  %a = arith.extsi %x : i16 to i32
  %b = arith.extsi %y : i16 to i32
  %c = arith.extui %x : i16 to i32
  %d = arith.extui %y : i16 to i32
  %k = arith.constant 5 : i32
  %0 = arith.cmpi slt, %a, %b : i32
  %1 = arith.cmpi slt, %c, %d : i32
  %2 = arith.cmpi slt, %c, %k : i32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpcast_slt(%x: i32, %y: i32) -> (i1,i1) {
  %a = arith.index_cast %x : i32 to index
  %b = arith.index_cast %y : i32 to index
  %k = arith.constant 7 : index
  %0 = arith.cmpi slt, %a, %b : index
  %1 = arith.cmpi slt, %a, %k : index
  return %0,%1 : i1,i1
}

func.func @cmpself_sle(%x: i32) -> i1 {
  %0 = arith.cmpi sle, %x, %x : i32
  return %0 : i1
}

func.func @cmpc_sle(%x: i32) -> (i1,i1) {
  %c = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.cmpi sle, %c, %x : i32
  %1 = arith.cmpi sle, %x, %m : i32
  return %0,%1 : i1,i1
}

func.func @cmpi1_sle(%x: i1) -> (i1,i1) {
  %f = arith.constant false
  %t = arith.constant true
  %0 = arith.cmpi sle, %x, %f : i1
  %1 = arith.cmpi sle, %x, %t : i1
  return %0,%1 : i1,i1
}

func.func @cmpext_sle(%x: i16, %y: i16) -> (i1,i1,i1) {
  %a = arith.extsi %x : i16 to i32
  %b = arith.extsi %y : i16 to i32
  %c = arith.extui %x : i16 to i32
  %d = arith.extui %y : i16 to i32
  %k = arith.constant 5 : i32
  %0 = arith.cmpi sle, %a, %b : i32
  %1 = arith.cmpi sle, %c, %d : i32
  %2 = arith.cmpi sle, %c, %k : i32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpcast_sle(%x: i32, %y: i32) -> (i1,i1) {
  %a = arith.index_cast %x : i32 to index
  %b = arith.index_cast %y : i32 to index
  %k = arith.constant 7 : index
  %0 = arith.cmpi sle, %a, %b : index
  %1 = arith.cmpi sle, %a, %k : index
  return %0,%1 : i1,i1
}

func.func @cmpself_sgt(%x: i32) -> i1 {
  %0 = arith.cmpi sgt, %x, %x : i32
  return %0 : i1
}

func.func @cmpc_sgt(%x: i32) -> (i1,i1) {
  %c = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.cmpi sgt, %c, %x : i32
  %1 = arith.cmpi sgt, %x, %m : i32
  return %0,%1 : i1,i1
}

func.func @cmpi1_sgt(%x: i1) -> (i1,i1) {
  %f = arith.constant false
  %t = arith.constant true
  %0 = arith.cmpi sgt, %x, %f : i1
  %1 = arith.cmpi sgt, %x, %t : i1
  return %0,%1 : i1,i1
}

func.func @cmpext_sgt(%x: i16, %y: i16) -> (i1,i1,i1) {
  %a = arith.extsi %x : i16 to i32
  %b = arith.extsi %y : i16 to i32
  %c = arith.extui %x : i16 to i32
  %d = arith.extui %y : i16 to i32
  %k = arith.constant 5 : i32
  %0 = arith.cmpi sgt, %a, %b : i32
  %1 = arith.cmpi sgt, %c, %d : i32
  %2 = arith.cmpi sgt, %c, %k : i32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpcast_sgt(%x: i32, %y: i32) -> (i1,i1) {
  %a = arith.index_cast %x : i32 to index
  %b = arith.index_cast %y : i32 to index
  %k = arith.constant 7 : index
  %0 = arith.cmpi sgt, %a, %b : index
  %1 = arith.cmpi sgt, %a, %k : index
  return %0,%1 : i1,i1
}

func.func @cmpself_sge(%x: i32) -> i1 {
  %0 = arith.cmpi sge, %x, %x : i32
  return %0 : i1
}

func.func @cmpc_sge(%x: i32) -> (i1,i1) {
  %c = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.cmpi sge, %c, %x : i32
  %1 = arith.cmpi sge, %x, %m : i32
  return %0,%1 : i1,i1
}

func.func @cmpi1_sge(%x: i1) -> (i1,i1) {
  %f = arith.constant false
  %t = arith.constant true
  %0 = arith.cmpi sge, %x, %f : i1
  %1 = arith.cmpi sge, %x, %t : i1
  return %0,%1 : i1,i1
}

func.func @cmpext_sge(%x: i16, %y: i16) -> (i1,i1,i1) {
  %a = arith.extsi %x : i16 to i32
  %b = arith.extsi %y : i16 to i32
  %c = arith.extui %x : i16 to i32
  %d = arith.extui %y : i16 to i32
  %k = arith.constant 5 : i32
  %0 = arith.cmpi sge, %a, %b : i32
  %1 = arith.cmpi sge, %c, %d : i32
  %2 = arith.cmpi sge, %c, %k : i32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpcast_sge(%x: i32, %y: i32) -> (i1,i1) {
  %a = arith.index_cast %x : i32 to index
  %b = arith.index_cast %y : i32 to index
  %k = arith.constant 7 : index
  %0 = arith.cmpi sge, %a, %b : index
  %1 = arith.cmpi sge, %a, %k : index
  return %0,%1 : i1,i1
}

func.func @cmpself_ult(%x: i32) -> i1 {
  %0 = arith.cmpi ult, %x, %x : i32
  return %0 : i1
}

func.func @cmpc_ult(%x: i32) -> (i1,i1) {
  %c = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.cmpi ult, %c, %x : i32
  %1 = arith.cmpi ult, %x, %m : i32
  return %0,%1 : i1,i1
}

func.func @cmpi1_ult(%x: i1) -> (i1,i1) {
  %f = arith.constant false
  %t = arith.constant true
  %0 = arith.cmpi ult, %x, %f : i1
  %1 = arith.cmpi ult, %x, %t : i1
  return %0,%1 : i1,i1
}

func.func @cmpext_ult(%x: i16, %y: i16) -> (i1,i1,i1) {
  %a = arith.extsi %x : i16 to i32
  %b = arith.extsi %y : i16 to i32
  %c = arith.extui %x : i16 to i32
  %d = arith.extui %y : i16 to i32
  %k = arith.constant 5 : i32
  %0 = arith.cmpi ult, %a, %b : i32
  %1 = arith.cmpi ult, %c, %d : i32
  %2 = arith.cmpi ult, %c, %k : i32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpcast_ult(%x: i32, %y: i32) -> (i1,i1) {
  %a = arith.index_cast %x : i32 to index
  %b = arith.index_cast %y : i32 to index
  %k = arith.constant 7 : index
  %0 = arith.cmpi ult, %a, %b : index
  %1 = arith.cmpi ult, %a, %k : index
  return %0,%1 : i1,i1
}

func.func @cmpself_ule(%x: i32) -> i1 {
  %0 = arith.cmpi ule, %x, %x : i32
  return %0 : i1
}

func.func @cmpc_ule(%x: i32) -> (i1,i1) {
  %c = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.cmpi ule, %c, %x : i32
  %1 = arith.cmpi ule, %x, %m : i32
  return %0,%1 : i1,i1
}

func.func @cmpi1_ule(%x: i1) -> (i1,i1) {
  %f = arith.constant false
  %t = arith.constant true
  %0 = arith.cmpi ule, %x, %f : i1
  %1 = arith.cmpi ule, %x, %t : i1
  return %0,%1 : i1,i1
}

func.func @cmpext_ule(%x: i16, %y: i16) -> (i1,i1,i1) {
  %a = arith.extsi %x : i16 to i32
  %b = arith.extsi %y : i16 to i32
  %c = arith.extui %x : i16 to i32
  %d = arith.extui %y : i16 to i32
  %k = arith.constant 5 : i32
  %0 = arith.cmpi ule, %a, %b : i32
  %1 = arith.cmpi ule, %c, %d : i32
  %2 = arith.cmpi ule, %c, %k : i32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpcast_ule(%x: i32, %y: i32) -> (i1,i1) {
  %a = arith.index_cast %x : i32 to index
  %b = arith.index_cast %y : i32 to index
  %k = arith.constant 7 : index
  %0 = arith.cmpi ule, %a, %b : index
  %1 = arith.cmpi ule, %a, %k : index
  return %0,%1 : i1,i1
}

func.func @cmpself_ugt(%x: i32) -> i1 {
  %0 = arith.cmpi ugt, %x, %x : i32
  return %0 : i1
}

func.func @cmpc_ugt(%x: i32) -> (i1,i1) {
  %c = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.cmpi ugt, %c, %x : i32
  %1 = arith.cmpi ugt, %x, %m : i32
  return %0,%1 : i1,i1
}

func.func @cmpi1_ugt(%x: i1) -> (i1,i1) {
  %f = arith.constant false
  %t = arith.constant true
  %0 = arith.cmpi ugt, %x, %f : i1
  %1 = arith.cmpi ugt, %x, %t : i1
  return %0,%1 : i1,i1
}

func.func @cmpext_ugt(%x: i16, %y: i16) -> (i1,i1,i1) {
  %a = arith.extsi %x : i16 to i32
  %b = arith.extsi %y : i16 to i32
  %c = arith.extui %x : i16 to i32
  %d = arith.extui %y : i16 to i32
  %k = arith.constant 5 : i32
  %0 = arith.cmpi ugt, %a, %b : i32
  %1 = arith.cmpi ugt, %c, %d : i32
  %2 = arith.cmpi ugt, %c, %k : i32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpcast_ugt(%x: i32, %y: i32) -> (i1,i1) {
  %a = arith.index_cast %x : i32 to index
  %b = arith.index_cast %y : i32 to index
  %k = arith.constant 7 : index
  %0 = arith.cmpi ugt, %a, %b : index
  %1 = arith.cmpi ugt, %a, %k : index
  return %0,%1 : i1,i1
}

func.func @cmpself_uge(%x: i32) -> i1 {
  %0 = arith.cmpi uge, %x, %x : i32
  return %0 : i1
}

func.func @cmpc_uge(%x: i32) -> (i1,i1) {
  %c = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.cmpi uge, %c, %x : i32
  %1 = arith.cmpi uge, %x, %m : i32
  return %0,%1 : i1,i1
}

func.func @cmpi1_uge(%x: i1) -> (i1,i1) {
  %f = arith.constant false
  %t = arith.constant true
  %0 = arith.cmpi uge, %x, %f : i1
  %1 = arith.cmpi uge, %x, %t : i1
  return %0,%1 : i1,i1
}

func.func @cmpext_uge(%x: i16, %y: i16) -> (i1,i1,i1) {
  %a = arith.extsi %x : i16 to i32
  %b = arith.extsi %y : i16 to i32
  %c = arith.extui %x : i16 to i32
  %d = arith.extui %y : i16 to i32
  %k = arith.constant 5 : i32
  %0 = arith.cmpi uge, %a, %b : i32
  %1 = arith.cmpi uge, %c, %d : i32
  %2 = arith.cmpi uge, %c, %k : i32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpcast_uge(%x: i32, %y: i32) -> (i1,i1) {
  %a = arith.index_cast %x : i32 to index
  %b = arith.index_cast %y : i32 to index
  %k = arith.constant 7 : index
  %0 = arith.cmpi uge, %a, %b : index
  %1 = arith.cmpi uge, %a, %k : index
  return %0,%1 : i1,i1
}

func.func @exts(%x: i8) -> (i32,i32,i32,i32) {
  %a = arith.extsi %x : i8 to i16
  %b = arith.extui %x : i8 to i16
  %0 = arith.extsi %a : i16 to i32
  %1 = arith.extui %a : i16 to i32
  %2 = arith.extsi %b : i16 to i32
  %3 = arith.extui %b : i16 to i32
  return %0,%1,%2,%3 : i32,i32,i32,i32
}

func.func @truncs(%x: i32, %y: i8) -> (i8,i8,i16,i8,i16) {
  %a = arith.trunci %x : i32 to i16
  %0 = arith.trunci %a : i16 to i8
  %b = arith.extsi %y : i8 to i32
  %1 = arith.trunci %b : i32 to i8
  %2 = arith.trunci %b : i32 to i16
  %c = arith.extui %y : i8 to i32
  %3 = arith.trunci %c : i32 to i8
  %4 = arith.trunci %c : i32 to i16
  return %0,%1,%2,%3,%4 : i8,i8,i16,i8,i16
}

func.func @truncshr(%x: i32) -> (i16) {
  %s = arith.constant 16 : i32
  %e = arith.extsi %x : i32 to i64
  %c = arith.constant 16 : i64
  %a = arith.shrsi %e, %c : i64
  %b = arith.trunci %a : i64 to i32
  %0 = arith.trunci %b : i32 to i16
  return %0 : i16
}

func.func @ext_andi(%x: i8, %y: i8) -> (i32,i32,i8) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %c = arith.extui %x : i8 to i32
  %d = arith.extui %y : i8 to i32
  %0 = arith.andi %a, %b : i32
  %1 = arith.andi %c, %d : i32
  %2 = arith.trunci %0 : i32 to i8
  return %0, %1, %2 : i32,i32,i8
}

func.func @ext_ori(%x: i8, %y: i8) -> (i32,i32,i8) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %c = arith.extui %x : i8 to i32
  %d = arith.extui %y : i8 to i32
  %0 = arith.ori %a, %b : i32
  %1 = arith.ori %c, %d : i32
  %2 = arith.trunci %0 : i32 to i8
  return %0, %1, %2 : i32,i32,i8
}

func.func @ext_addi(%x: i8, %y: i8) -> (i32,i32,i8) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %c = arith.extui %x : i8 to i32
  %d = arith.extui %y : i8 to i32
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %c, %d : i32
  %2 = arith.trunci %0 : i32 to i8
  return %0, %1, %2 : i32,i32,i8
}

func.func @ext_muli(%x: i8, %y: i8) -> (i32,i32,i8) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %c = arith.extui %x : i8 to i32
  %d = arith.extui %y : i8 to i32
  %0 = arith.muli %a, %b : i32
  %1 = arith.muli %c, %d : i32
  %2 = arith.trunci %0 : i32 to i8
  return %0, %1, %2 : i32,i32,i8
}

func.func @ext_subi(%x: i8, %y: i8) -> (i32,i32,i8) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %c = arith.extui %x : i8 to i32
  %d = arith.extui %y : i8 to i32
  %0 = arith.subi %a, %b : i32
  %1 = arith.subi %c, %d : i32
  %2 = arith.trunci %0 : i32 to i8
  return %0, %1, %2 : i32,i32,i8
}

func.func @casts(%x: index, %y: i32) -> (index,i32,i64,index) {
  %a = arith.index_cast %x : index to i64
  %0 = arith.index_cast %a : i64 to index
  %b = arith.index_cast %y : i32 to index
  %1 = arith.index_cast %b : index to i32
  %2 = arith.index_cast %b : index to i64
  %c = arith.extsi %y : i32 to i64
  %3 = arith.index_cast %c : i64 to index
  return %0,%1,%2,%3 : index,i32,i64,index
}

func.func @bitcasts(%x: f32) -> (f32,i32) {
  %a = arith.bitcast %x : f32 to i32
  %0 = arith.bitcast %a : i32 to f32
  %c = arith.constant 1.0 : f32
  %1 = arith.bitcast %c : f32 to i32
  return %0,%1 : f32,i32
}

func.func @selects(%c: i1, %x: i32, %y: i32) -> (i32,i1,i1,i32,i32) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = arith.select %c, %x, %x : i32
  %1 = arith.select %c, %t, %f : i1
  %2 = arith.select %c, %f, %t : i1
  %3 = arith.select %t, %x, %y : i32
  %4 = arith.select %c, %x, %y : i32
  %5 = arith.select %c, %4, %y : i32
  return %0,%1,%2,%3,%5 : i32,i1,i1,i32,i32
}

func.func @selext(%c: i1) -> (i32,i32,i32) {
  %a = arith.constant 1 : i32
  %b = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.select %c, %a, %b : i32
  %1 = arith.select %c, %b, %a : i32
  %2 = arith.select %c, %m, %b : i32
  return %0,%1,%2 : i32,i32,i32
}

func.func @selnot(%c: i1, %x: i32, %y: i32) -> (i32) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  %0 = arith.select %n, %x, %y : i32
  return %0 : i32
}

func.func @selcmp(%x: i32, %y: i32) -> (i32,i32,i32) {
  %e = arith.cmpi eq, %x, %y : i32
  %n = arith.cmpi ne, %x, %y : i32
  %0 = arith.select %e, %x, %y : i32
  %1 = arith.select %n, %x, %y : i32
  %2 = arith.select %e, %y, %x : i32
  return %0,%1,%2 : i32,i32,i32
}

func.func @selsel(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) -> (i32,i32,i32,i32) {
  %a = arith.select %d, %x, %y : i32
  %0 = arith.select %c, %a, %y : i32
  %b = arith.select %c, %x, %y : i32
  %1 = arith.select %c, %z, %b : i32
  %e = arith.select %d, %y, %x : i32
  %2 = arith.select %c, %e, %y : i32
  %3 = arith.select %c, %y, %a : i32
  return %0,%1,%2,%3 : i32,i32,i32,i32
}

func.func @seli1(%c: i1, %x: i1, %y: i1) -> (i1,i1,i1,i1) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = arith.select %c, %x, %f : i1
  %1 = arith.select %c, %t, %x : i1
  %2 = arith.select %c, %f, %x : i1
  %3 = arith.select %c, %x, %t : i1
  return %0,%1,%2,%3 : i1,i1,i1,i1
}

func.func @negs(%x: f32, %y: f32) -> (f32,f32,f32,f32,f32) {
  %a = arith.negf %x : f32
  %b = arith.negf %y : f32
  %0 = arith.negf %a : f32
  %1 = arith.mulf %a, %b : f32
  %2 = arith.divf %a, %b : f32
  %3 = arith.addf %x, %b : f32
  %4 = arith.subf %x, %b : f32
  return %0,%1,%2,%3,%4 : f32,f32,f32,f32,f32
}

func.func @cf_addf(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %0 = arith.addf %x, %c : f32
  return %0 : f32
}

func.func @cf_subf(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %0 = arith.subf %x, %c : f32
  return %0 : f32
}

func.func @cf_mulf(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %0 = arith.mulf %x, %c : f32
  return %0 : f32
}

func.func @cf_divf(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %0 = arith.divf %x, %c : f32
  return %0 : f32
}

func.func @cf_maximumf(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %0 = arith.maximumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minimumf(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %0 = arith.minimumf %x, %c : f32
  return %0 : f32
}

func.func @cf_maxnumf(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %0 = arith.maxnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minnumf(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %0 = arith.minnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_remf(%x: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %0 = arith.remf %x, %c : f32
  return %0 : f32
}

func.func @cf_addf_2(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %0 = arith.addf %x, %c : f32
  return %0 : f32
}

func.func @cf_subf_2(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %0 = arith.subf %x, %c : f32
  return %0 : f32
}

func.func @cf_mulf_2(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %0 = arith.mulf %x, %c : f32
  return %0 : f32
}

func.func @cf_divf_2(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %0 = arith.divf %x, %c : f32
  return %0 : f32
}

func.func @cf_maximumf_2(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %0 = arith.maximumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minimumf_2(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %0 = arith.minimumf %x, %c : f32
  return %0 : f32
}

func.func @cf_maxnumf_2(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %0 = arith.maxnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minnumf_2(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %0 = arith.minnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_remf_2(%x: f32) -> f32 {
  %c = arith.constant -0.0 : f32
  %0 = arith.remf %x, %c : f32
  return %0 : f32
}

func.func @cf_addf_3(%x: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  %0 = arith.addf %x, %c : f32
  return %0 : f32
}

func.func @cf_subf_3(%x: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  %0 = arith.subf %x, %c : f32
  return %0 : f32
}

func.func @cf_mulf_3(%x: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  %0 = arith.mulf %x, %c : f32
  return %0 : f32
}

func.func @cf_divf_3(%x: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  %0 = arith.divf %x, %c : f32
  return %0 : f32
}

func.func @cf_maximumf_3(%x: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  %0 = arith.maximumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minimumf_3(%x: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  %0 = arith.minimumf %x, %c : f32
  return %0 : f32
}

func.func @cf_maxnumf_3(%x: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  %0 = arith.maxnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minnumf_3(%x: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  %0 = arith.minnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_remf_3(%x: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  %0 = arith.remf %x, %c : f32
  return %0 : f32
}

func.func @cf_addf_4(%x: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %0 = arith.addf %x, %c : f32
  return %0 : f32
}

func.func @cf_subf_4(%x: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %0 = arith.subf %x, %c : f32
  return %0 : f32
}

func.func @cf_mulf_4(%x: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %0 = arith.mulf %x, %c : f32
  return %0 : f32
}

func.func @cf_divf_4(%x: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %0 = arith.divf %x, %c : f32
  return %0 : f32
}

func.func @cf_maximumf_4(%x: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %0 = arith.maximumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minimumf_4(%x: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %0 = arith.minimumf %x, %c : f32
  return %0 : f32
}

func.func @cf_maxnumf_4(%x: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %0 = arith.maxnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minnumf_4(%x: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %0 = arith.minnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_remf_4(%x: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %0 = arith.remf %x, %c : f32
  return %0 : f32
}

func.func @cf_addf_5(%x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %0 = arith.addf %x, %c : f32
  return %0 : f32
}

func.func @cf_subf_5(%x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %0 = arith.subf %x, %c : f32
  return %0 : f32
}

func.func @cf_mulf_5(%x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %0 = arith.mulf %x, %c : f32
  return %0 : f32
}

func.func @cf_divf_5(%x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %0 = arith.divf %x, %c : f32
  return %0 : f32
}

func.func @cf_maximumf_5(%x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %0 = arith.maximumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minimumf_5(%x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %0 = arith.minimumf %x, %c : f32
  return %0 : f32
}

func.func @cf_maxnumf_5(%x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %0 = arith.maxnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minnumf_5(%x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %0 = arith.minnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_remf_5(%x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %0 = arith.remf %x, %c : f32
  return %0 : f32
}

func.func @cf_addf_6(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %0 = arith.addf %x, %c : f32
  return %0 : f32
}

func.func @cf_subf_6(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %0 = arith.subf %x, %c : f32
  return %0 : f32
}

func.func @cf_mulf_6(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %0 = arith.mulf %x, %c : f32
  return %0 : f32
}

func.func @cf_divf_6(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %0 = arith.divf %x, %c : f32
  return %0 : f32
}

func.func @cf_maximumf_6(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %0 = arith.maximumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minimumf_6(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %0 = arith.minimumf %x, %c : f32
  return %0 : f32
}

func.func @cf_maxnumf_6(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %0 = arith.maxnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minnumf_6(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %0 = arith.minnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_remf_6(%x: f32) -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %0 = arith.remf %x, %c : f32
  return %0 : f32
}

func.func @cf_addf_7(%x: f32) -> f32 {
  %c = arith.constant 0x7F800000 : f32
  %0 = arith.addf %x, %c : f32
  return %0 : f32
}

func.func @cf_subf_7(%x: f32) -> f32 {
  %c = arith.constant 0x7F800000 : f32
  %0 = arith.subf %x, %c : f32
  return %0 : f32
}

func.func @cf_mulf_7(%x: f32) -> f32 {
  %c = arith.constant 0x7F800000 : f32
  %0 = arith.mulf %x, %c : f32
  return %0 : f32
}

func.func @cf_divf_7(%x: f32) -> f32 {
  %c = arith.constant 0x7F800000 : f32
  %0 = arith.divf %x, %c : f32
  return %0 : f32
}

func.func @cf_maximumf_7(%x: f32) -> f32 {
  %c = arith.constant 0x7F800000 : f32
  %0 = arith.maximumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minimumf_7(%x: f32) -> f32 {
  %c = arith.constant 0x7F800000 : f32
  %0 = arith.minimumf %x, %c : f32
  return %0 : f32
}

func.func @cf_maxnumf_7(%x: f32) -> f32 {
  %c = arith.constant 0x7F800000 : f32
  %0 = arith.maxnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minnumf_7(%x: f32) -> f32 {
  %c = arith.constant 0x7F800000 : f32
  %0 = arith.minnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_remf_7(%x: f32) -> f32 {
  %c = arith.constant 0x7F800000 : f32
  %0 = arith.remf %x, %c : f32
  return %0 : f32
}

func.func @cf_addf_8(%x: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %0 = arith.addf %x, %c : f32
  return %0 : f32
}

func.func @cf_subf_8(%x: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %0 = arith.subf %x, %c : f32
  return %0 : f32
}

func.func @cf_mulf_8(%x: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %0 = arith.mulf %x, %c : f32
  return %0 : f32
}

func.func @cf_divf_8(%x: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %0 = arith.divf %x, %c : f32
  return %0 : f32
}

func.func @cf_maximumf_8(%x: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %0 = arith.maximumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minimumf_8(%x: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %0 = arith.minimumf %x, %c : f32
  return %0 : f32
}

func.func @cf_maxnumf_8(%x: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %0 = arith.maxnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_minnumf_8(%x: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %0 = arith.minnumf %x, %c : f32
  return %0 : f32
}

func.func @cf_remf_8(%x: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %0 = arith.remf %x, %c : f32
  return %0 : f32
}

func.func @selff_maximumf(%x: f32) -> f32 {
  %0 = arith.maximumf %x, %x : f32
  return %0 : f32
}

func.func @selff_minimumf(%x: f32) -> f32 {
  %0 = arith.minimumf %x, %x : f32
  return %0 : f32
}

func.func @selff_maxnumf(%x: f32) -> f32 {
  %0 = arith.maxnumf %x, %x : f32
  return %0 : f32
}

func.func @selff_minnumf(%x: f32) -> f32 {
  %0 = arith.minnumf %x, %x : f32
  return %0 : f32
}

func.func @selff_subf(%x: f32) -> f32 {
  %0 = arith.subf %x, %x : f32
  return %0 : f32
}

func.func @selff_divf(%x: f32) -> f32 {
  %0 = arith.divf %x, %x : f32
  return %0 : f32
}

func.func @fconv(%x: f16, %y: i32) -> (f64,f16,f32) {
  %a = arith.extf %x : f16 to f32
  %0 = arith.extf %a : f32 to f64
  %1 = arith.truncf %a : f32 to f16
  %c = arith.constant 3 : i32
  %2 = arith.sitofp %c : i32 to f32
  return %0,%1,%2 : f64,f16,f32
}

func.func @cmpfconv(%x: i32) -> (i1,i1,i1) {
  %c = arith.constant 1.5 : f32
  %d = arith.constant 2.0 : f32
  %a = arith.sitofp %x : i32 to f32
  %0 = arith.cmpf ogt, %a, %c : f32
  %1 = arith.cmpf oeq, %a, %c : f32
  %2 = arith.cmpf ole, %a, %d : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_false(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf false, %x, %x : f32
  %1 = arith.cmpf false, %x, %n : f32
  %2 = arith.cmpf false, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_oeq(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf oeq, %x, %x : f32
  %1 = arith.cmpf oeq, %x, %n : f32
  %2 = arith.cmpf oeq, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_ogt(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf ogt, %x, %x : f32
  %1 = arith.cmpf ogt, %x, %n : f32
  %2 = arith.cmpf ogt, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_oge(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf oge, %x, %x : f32
  %1 = arith.cmpf oge, %x, %n : f32
  %2 = arith.cmpf oge, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_olt(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf olt, %x, %x : f32
  %1 = arith.cmpf olt, %x, %n : f32
  %2 = arith.cmpf olt, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_ole(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf ole, %x, %x : f32
  %1 = arith.cmpf ole, %x, %n : f32
  %2 = arith.cmpf ole, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_one(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf one, %x, %x : f32
  %1 = arith.cmpf one, %x, %n : f32
  %2 = arith.cmpf one, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_ord(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf ord, %x, %x : f32
  %1 = arith.cmpf ord, %x, %n : f32
  %2 = arith.cmpf ord, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_ueq(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf ueq, %x, %x : f32
  %1 = arith.cmpf ueq, %x, %n : f32
  %2 = arith.cmpf ueq, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_ugt(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf ugt, %x, %x : f32
  %1 = arith.cmpf ugt, %x, %n : f32
  %2 = arith.cmpf ugt, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_uge(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf uge, %x, %x : f32
  %1 = arith.cmpf uge, %x, %n : f32
  %2 = arith.cmpf uge, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_ult(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf ult, %x, %x : f32
  %1 = arith.cmpf ult, %x, %n : f32
  %2 = arith.cmpf ult, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_ule(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf ule, %x, %x : f32
  %1 = arith.cmpf ule, %x, %n : f32
  %2 = arith.cmpf ule, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_une(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf une, %x, %x : f32
  %1 = arith.cmpf une, %x, %n : f32
  %2 = arith.cmpf une, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_uno(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf uno, %x, %x : f32
  %1 = arith.cmpf uno, %x, %n : f32
  %2 = arith.cmpf uno, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @cmpfs_true(%x: f32) -> (i1,i1,i1) {
  %n = arith.constant 0x7FC00000 : f32
  %c = arith.constant 1.0 : f32
  %0 = arith.cmpf true, %x, %x : f32
  %1 = arith.cmpf true, %x, %n : f32
  %2 = arith.cmpf true, %c, %x : f32
  return %0,%1,%2 : i1,i1,i1
}

func.func @ext_mul(%x: i32, %y: i32) -> (i32,i32,i32,i32) {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %0:2 = arith.mulsi_extended %x, %z : i32
  %1:2 = arith.mului_extended %x, %o : i32
  return %0#0,%0#1,%1#0,%1#1 : i32,i32,i32,i32
}

func.func @ext_mul2(%x: i32, %y: i32) -> (i32,i32,i32) {
  %0:2 = arith.mulsi_extended %x, %y : i32
  %1:2 = arith.mului_extended %x, %y : i32
  %o = arith.constant 1 : i32
  %2:2 = arith.mulsi_extended %x, %o : i32
  return %0#0,%1#0,%2#1 : i32,i32,i32
}

func.func @ext_mul3(%x: i32, %y: i32) -> (i32,i32) {
  %a = arith.extsi %x : i32 to i64
  %b = arith.extsi %y : i32 to i64
  %c32 = arith.constant 32 : i64
  %m = arith.muli %a, %b : i64
  %s = arith.shrui %m, %c32 : i64
  %h = arith.trunci %s : i64 to i32
  %0:2 = arith.mulsi_extended %x, %y : i32
  return %h,%0#1 : i32,i32
}

func.func @addui(%x: i32, %y: i32) -> (i32,i1,i32) {
  %z = arith.constant 0 : i32
  %0,%1 = arith.addui_extended %x, %z : i32, i1
  %2,%3 = arith.addui_extended %x, %y : i32, i1
  return %0,%1,%2 : i32,i1,i32
}

func.func @vec(%x: vector<4xi32>) -> (vector<4xi32>,vector<4xi32>,vector<4xi1>) {
  %z = arith.constant dense<0> : vector<4xi32>
  %o = arith.constant dense<1> : vector<4xi32>
  %0 = arith.addi %x, %z : vector<4xi32>
  %1 = arith.muli %o, %x : vector<4xi32>
  %2 = arith.cmpi ult, %x, %z : vector<4xi32>
  return %0,%1,%2 : vector<4xi32>,vector<4xi32>,vector<4xi1>
}

func.func @ori_cmp(%x: i32) -> (i1,i1) {
  %c = arith.constant 4 : i32
  %a = arith.cmpi slt, %x, %c : i32
  %b = arith.cmpi sge, %x, %c : i32
  %0 = arith.ori %a, %b : i1
  %1 = arith.andi %a, %b : i1
  return %0,%1 : i1,i1
}
