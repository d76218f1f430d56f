// Covers the attributes of the dlti dialect: data layouts, devices and systems, maps, with entries of both spellings.

module @layout attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32 : i32>, "dlti.endianness" = "little",
    i64 = dense<[32, 64]> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>,
    !llvm.ptr<270> = dense<[32, 32, 32, 32]> : vector<4xi64>, "dlti.stack_alignment" = 128 : i64, "dlti.mangling_mode" = "e",
    "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.alloca_memory_space" = 0 : ui64, "foo.bar" = [1, unit]>} {
}

module @empty attributes {dlti.dl_spec = #dlti.dl_spec<>, dlti.map = #dlti.map<"a" = 1, i32 = "b", "c" = #dlti.map<"d" = #dlti.dl_entry<f32, 2.0>>>} {
}

module @system attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : i32, #dlti.dl_entry<"max_vector_op_width", 64>>,
    "GPU" = #dlti.target_device_spec<"tile_size" = 32 : i32>>} {
}

module @others attributes {doc.a = #dlti.function_pointer_alignment<32, function_dependent = true>, doc.b = #dlti.function_pointer_alignment<8, function_dependent = false>,
    doc.c = #dlti.dl_entry<"a", 1 : i8>, doc.d = #dlti.dl_spec<memref<4xf32> = #dlti.map<>>} {
}
