// The runtime of compiled programs, in the IR that the package compiles. A function becomes part of a module if it is called.
//
// Memory: address 16 holds the address behind all memory that was ever allocated, address 20 the address that it may grow up
// to (0: no limit), address 24 the lock of the allocator, address 28 that of atomic operations, and from address 64 on there is one
// list of free blocks per size class. A block begins at a multiple of 16; its class, its address and a mark of what is allocated
// stand in the 16 bytes before what is handed out. Without tasks, nothing takes a lock.

func.func private @inflight_memory_size() -> i32
func.func private @inflight_memory_grow(i32) -> i32
func.func private @inflight_lock(!ptr.ptr<#ptr.generic_space>)
func.func private @inflight_unlock(!ptr.ptr<#ptr.generic_space>)
func.func private @inflight_poll(i32)
func.func private @inflight_copy_piece(!ptr.ptr<#ptr.generic_space>, !ptr.ptr<#ptr.generic_space>, i32)

// Blocks have four sizes between powers of two. The class of one that holds bytes, and its size.
func.func private @inflight_class(%bytes: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %c5 = arith.constant 5 : i32
  %c31 = arith.constant 31 : i32
  %c64 = arith.constant 64 : i32
  %least = arith.maxui %bytes, %c64 : i32
  %last = arith.subi %least, %c1 : i32
  %zeros = math.ctlz %last : i32
  %log = arith.subi %c31, %zeros : i32
  %shift = arith.subi %log, %c2 : i32
  %step = arith.shrui %last, %shift : i32
  %next = arith.addi %step, %c1 : i32
  %size = arith.shli %next, %shift : i32
  %row = arith.subi %log, %c5 : i32
  %rows = arith.muli %row, %c4 : i32
  %column = arith.subi %step, %c4 : i32
  %class = arith.addi %rows, %column : i32
  return %class, %size : i32, i32
}

// The list of free blocks of a class.
func.func private @inflight_list(%class: i32) -> !ptr.ptr<#ptr.generic_space> {
  %c2 = arith.constant 2 : i32
  %lists = ptr.constant #ptr.address<64> : !ptr.ptr<#ptr.generic_space>
  %offset = arith.shli %class, %c2 : i32
  %list = ptr.ptr_add %lists, %offset : !ptr.ptr<#ptr.generic_space>, i32
  return %list : !ptr.ptr<#ptr.generic_space>
}

// Memory of that many bytes behind all that was ever allocated, 0 if there is none left.
func.func private @inflight_extend(%size: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %minus1 = arith.constant -1 : i32
  %topcell = ptr.constant #ptr.address<16> : !ptr.ptr<#ptr.generic_space>
  %limitcell = ptr.constant #ptr.address<20> : !ptr.ptr<#ptr.generic_space>
  %top = ptr.load %topcell : !ptr.ptr<#ptr.generic_space> -> i32
  %limit = ptr.load %limitcell : !ptr.ptr<#ptr.generic_space> -> i32
  %end = arith.addi %top, %size : i32
  %wraps = arith.cmpi ult, %end, %top : i32
  %last = arith.subi %limit, %c1 : i32
  %endlast = arith.subi %end, %c1 : i32
  %above = arith.cmpi ugt, %endlast, %last : i32
  %bad = arith.ori %wraps, %above : i1
  %result = scf.if %bad -> i32 {
    scf.yield %zero : i32
  } else {
    %pages = func.call @inflight_memory_size() : () -> i32
    %lastpage = arith.shrui %endlast, %c16 : i32
    %needed = arith.addi %lastpage, %c1 : i32
    %short = arith.cmpi ugt, %needed, %pages : i32
    %failed = scf.if %short -> i1 {
      %more = arith.subi %needed, %pages : i32
      %before = func.call @inflight_memory_grow(%more) : (i32) -> i32
      %none = arith.cmpi eq, %before, %minus1 : i32
      scf.yield %none : i1
    } else {
      %no = arith.constant false
      scf.yield %no : i1
    }
    %start = scf.if %failed -> i32 {
      scf.yield %zero : i32
    } else {
      ptr.store %end, %topcell : i32, !ptr.ptr<#ptr.generic_space>
      scf.yield %top : i32
    }
    scf.yield %start : i32
  }
  return %result : i32
}

// Memory of that many bytes at a multiple of a power of two, null if there is none left.
func.func private @inflight_allocate(%bytes: i32, %alignment: i32) -> !ptr.ptr<#ptr.generic_space> {
  %zero = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %c16 = arith.constant 16 : i32
  %most = arith.constant 0xc0000000 : i32
  %mostalign = arith.constant 0x10000000 : i32
  %null = ptr.constant #ptr.address<0> : !ptr.ptr<#ptr.generic_space>
  %align = arith.maxui %alignment, %c16 : i32
  %toolarge = arith.cmpi ugt, %bytes, %most : i32
  %tooaligned = arith.cmpi ugt, %align, %mostalign : i32
  %bad = arith.ori %toolarge, %tooaligned : i1
  %result = scf.if %bad -> !ptr.ptr<#ptr.generic_space> {
    scf.yield %null : !ptr.ptr<#ptr.generic_space>
  } else {
    %whole = arith.addi %bytes, %align : i32
    %class, %size = func.call @inflight_class(%whole) : (i32) -> (i32, i32)
    %list = func.call @inflight_list(%class) : (i32) -> !ptr.ptr<#ptr.generic_space>
    %lock = ptr.constant #ptr.address<24> : !ptr.ptr<#ptr.generic_space>
    func.call @inflight_lock(%lock) : (!ptr.ptr<#ptr.generic_space>) -> ()
    %head = ptr.load %list : !ptr.ptr<#ptr.generic_space> -> i32
    %empty = arith.cmpi eq, %head, %zero : i32
    %block = scf.if %empty -> i32 {
      %new = func.call @inflight_extend(%size) : (i32) -> i32
      scf.yield %new : i32
    } else {
      %at = ptr.ptr_add %null, %head : !ptr.ptr<#ptr.generic_space>, i32
      %next = ptr.load %at : !ptr.ptr<#ptr.generic_space> -> i32
      ptr.store %next, %list : i32, !ptr.ptr<#ptr.generic_space>
      scf.yield %head : i32
    }
    func.call @inflight_unlock(%lock) : (!ptr.ptr<#ptr.generic_space>) -> ()
    %none = arith.cmpi eq, %block, %zero : i32
    %pointer = scf.if %none -> !ptr.ptr<#ptr.generic_space> {
      scf.yield %null : !ptr.ptr<#ptr.generic_space>
    } else {
      %behind = arith.addi %block, %align : i32
      %mask = arith.subi %zero, %align : i32
      %payload = arith.andi %behind, %mask : i32
      %head0 = arith.subi %payload, %c16 : i32
      %at = ptr.ptr_add %null, %head0 : !ptr.ptr<#ptr.generic_space>, i32
      ptr.store %class, %at : i32, !ptr.ptr<#ptr.generic_space>
      %at4 = ptr.ptr_add %at, %c4 : !ptr.ptr<#ptr.generic_space>, i32
      ptr.store %block, %at4 : i32, !ptr.ptr<#ptr.generic_space>
      %at8 = ptr.ptr_add %at, %c8 : !ptr.ptr<#ptr.generic_space>, i32
      %mark = func.call @inflight_mark(%payload, %class) : (i32, i32) -> i32
      ptr.store %mark, %at8 : i32, !ptr.ptr<#ptr.generic_space>
      %p = ptr.ptr_add %null, %payload : !ptr.ptr<#ptr.generic_space>, i32
      scf.yield %p : !ptr.ptr<#ptr.generic_space>
    }
    scf.yield %pointer : !ptr.ptr<#ptr.generic_space>
  }
  return %result : !ptr.ptr<#ptr.generic_space>
}

// What marks the memory at an address as allocated, with its class. Nothing else is likely to stand there.
func.func private @inflight_mark(%address: i32, %class: i32) -> i32 {
  %odd = arith.constant 0x9e3779b1 : i32
  %c1 = arith.constant 1 : i32
  %sum = arith.addi %address, %class : i32
  %next = arith.addi %sum, %c1 : i32
  %mark = arith.muli %next, %odd : i32
  return %mark : i32
}

// Gives memory back, and says whether it was allocated: null is, as memory of no bytes.
func.func private @inflight_release(%p: !ptr.ptr<#ptr.generic_space>) -> i1 {
  %zero = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %c15 = arith.constant 15 : i32
  %minus16 = arith.constant -16 : i32
  %true = arith.constant true
  %false = arith.constant false
  %null = ptr.constant #ptr.address<0> : !ptr.ptr<#ptr.generic_space>
  %address = ptr.ptr_diff %p, %null : !ptr.ptr<#ptr.generic_space> -> i32
  %none = arith.cmpi eq, %address, %zero : i32
  %freed = scf.if %none -> i1 {
    scf.yield %true : i1
  } else {
    %rest = arith.andi %address, %c15 : i32
    %aligned = arith.cmpi eq, %rest, %zero : i32
    %known = scf.if %aligned -> i1 {
      %at = ptr.ptr_add %p, %minus16 : !ptr.ptr<#ptr.generic_space>, i32
      %class = ptr.load %at : !ptr.ptr<#ptr.generic_space> -> i32
      %lock = ptr.constant #ptr.address<24> : !ptr.ptr<#ptr.generic_space>
      func.call @inflight_lock(%lock) : (!ptr.ptr<#ptr.generic_space>) -> ()
      %want = func.call @inflight_mark(%address, %class) : (i32, i32) -> i32
      %at8 = ptr.ptr_add %at, %c8 : !ptr.ptr<#ptr.generic_space>, i32
      %mark = ptr.load %at8 : !ptr.ptr<#ptr.generic_space> -> i32
      %ours = arith.cmpi eq, %mark, %want : i32
      scf.if %ours {
        ptr.store %zero, %at8 : i32, !ptr.ptr<#ptr.generic_space>
        %at4 = ptr.ptr_add %at, %c4 : !ptr.ptr<#ptr.generic_space>, i32
        %block = ptr.load %at4 : !ptr.ptr<#ptr.generic_space> -> i32
        %list = func.call @inflight_list(%class) : (i32) -> !ptr.ptr<#ptr.generic_space>
        %head = ptr.load %list : !ptr.ptr<#ptr.generic_space> -> i32
        %start = ptr.ptr_add %null, %block : !ptr.ptr<#ptr.generic_space>, i32
        ptr.store %head, %start : i32, !ptr.ptr<#ptr.generic_space>
        ptr.store %block, %list : i32, !ptr.ptr<#ptr.generic_space>
      }
      func.call @inflight_unlock(%lock) : (!ptr.ptr<#ptr.generic_space>) -> ()
      scf.yield %ours : i1
    } else {
      scf.yield %false : i1
    }
    scf.yield %known : i1
  }
  return %freed : i1
}

// Gives memory back that a host has allocated.
func.func private @inflight_free(%p: !ptr.ptr<#ptr.generic_space>) {
  %known = func.call @inflight_release(%p) : (!ptr.ptr<#ptr.generic_space>) -> i1
  return
}

// Copies bytes, which may overlap, piece by piece, and tells the host what each costs. Where the target begins within the source, the
// last piece comes first.
func.func private @inflight_copy(%to: !ptr.ptr<#ptr.generic_space>, %from: !ptr.ptr<#ptr.generic_space>, %bytes: i32) {
  %zero = arith.constant 0 : i32
  %piece = arith.constant 0x40000 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %distance = ptr.ptr_diff %to, %from : !ptr.ptr<#ptr.generic_space> -> i32
  %within = arith.cmpi ult, %distance, %bytes : i32
  %end = scf.while (%left = %bytes) : (i32) -> i32 {
    %more = arith.cmpi ne, %left, %zero : i32
    scf.condition(%more) %left : i32
  } do {
  ^bb0(%left: i32):
    %n = arith.minui %left, %piece : i32
    %rest = arith.subi %left, %n : i32
    %done = arith.subi %bytes, %left : i32
    %offset = arith.select %within, %rest, %done : i32
    %words = arith.shrui %n, %four : i32
    %cost = arith.addi %words, %one : i32
    func.call @inflight_poll(%cost) : (i32) -> ()
    %target = ptr.ptr_add %to, %offset : !ptr.ptr<#ptr.generic_space>, i32
    %source = ptr.ptr_add %from, %offset : !ptr.ptr<#ptr.generic_space>, i32
    func.call @inflight_copy_piece(%target, %source, %n) : (!ptr.ptr<#ptr.generic_space>, !ptr.ptr<#ptr.generic_space>, i32) -> ()
    scf.yield %rest : i32
  }
  return
}

// The number that a representation of f16 stands for. Its exponent counts from another point, which a product mends, also for
// subnormal numbers.
func.func private @inflight_f16_to_f32(%h: i32) -> f32 {
  %signbit = arith.constant 0x8000 : i32
  %rest = arith.constant 0x7fff : i32
  %ones = arith.constant 0x7c00 : i32
  %c13 = arith.constant 13 : i32
  %c16 = arith.constant 16 : i32
  %scale = arith.constant 0x77800000 : f32
  %infinite = arith.constant 0x7f800000 : i32
  %s = arith.andi %h, %signbit : i32
  %sign = arith.shli %s, %c16 : i32
  %magnitude = arith.andi %h, %rest : i32
  %m = arith.shli %magnitude, %c13 : i32
  %special = arith.cmpi uge, %magnitude, %ones : i32
  %f = arith.bitcast %m : i32 to f32
  %scaled = arith.mulf %f, %scale : f32
  %finite = arith.bitcast %scaled : f32 to i32
  %notfinite = arith.ori %m, %infinite : i32
  %absolute = arith.select %special, %notfinite, %finite : i32
  %bits = arith.ori %absolute, %sign : i32
  %r = arith.bitcast %bits : i32 to f32
  return %r : f32
}

// The representation of a number in a format with 16 bits, to nearest, ties to even. %cut are the bits of the mantissa that go,
// %bias what the exponent has less, shifted to its place; below %least, a subnormal number is a multiple of 1 / %unit; %most and
// above is infinite.
func.func private @inflight_round16(%v: f64, %cut: i64, %bias: i64, %least: f64, %unit: f64, %most: f64, %infinite: i64, %nan: i64) -> i32 {
  %c1 = arith.constant 1 : i64
  %c48 = arith.constant 48 : i64
  %signbit = arith.constant 0x8000 : i64
  %magnitude = math.absf %v : f64
  %bits = arith.bitcast %magnitude : f64 to i64
  %odd0 = arith.shrui %bits, %cut : i64
  %odd = arith.andi %odd0, %c1 : i64
  %cut1 = arith.subi %cut, %c1 : i64
  %half = arith.shli %c1, %cut1 : i64
  %below = arith.subi %half, %c1 : i64
  %plus = arith.addi %bits, %below : i64
  %rounded = arith.addi %plus, %odd : i64
  %shifted = arith.shrui %rounded, %cut : i64
  %normal = arith.subi %shifted, %bias : i64
  %units0 = arith.mulf %magnitude, %unit : f64
  %units1 = math.roundeven %units0 : f64
  %units = arith.fptosi %units1 : f64 to i64
  %small = arith.cmpf olt, %magnitude, %least : f64
  %large = arith.cmpf oge, %magnitude, %most : f64
  %finite = arith.select %small, %units, %normal : i64
  %absolute = arith.select %large, %infinite, %finite : i64
  %all = arith.bitcast %v : f64 to i64
  %sign0 = arith.shrui %all, %c48 : i64
  %sign = arith.andi %sign0, %signbit : i64
  %number = arith.ori %absolute, %sign : i64
  %isnan = arith.cmpf uno, %v, %v : f64
  %r = arith.select %isnan, %nan, %number : i64
  %r32 = arith.trunci %r : i64 to i32
  return %r32 : i32
}

func.func private @inflight_f64_to_f16(%v: f64) -> i32 {
  %cut = arith.constant 42 : i64
  %bias = arith.constant 0xfc000 : i64
  %least = arith.constant 6.103515625e-05 : f64
  %unit = arith.constant 16777216.0 : f64
  %most = arith.constant 65520.0 : f64
  %infinite = arith.constant 0x7c00 : i64
  %nan = arith.constant 0x7e00 : i64
  %r = func.call @inflight_round16(%v, %cut, %bias, %least, %unit, %most, %infinite, %nan) : (f64, i64, i64, f64, f64, f64, i64, i64) -> i32
  return %r : i32
}

func.func private @inflight_f64_to_bf16(%v: f64) -> i32 {
  %cut = arith.constant 45 : i64
  %bias = arith.constant 0x1c000 : i64
  %least = arith.constant 0x3810000000000000 : f64
  %unit = arith.constant 0x4840000000000000 : f64
  %most = arith.constant 0x47EFF00000000000 : f64
  %infinite = arith.constant 0x7f80 : i64
  %nan = arith.constant 0x7fc0 : i64
  %r = func.call @inflight_round16(%v, %cut, %bias, %least, %unit, %most, %infinite, %nan) : (f64, i64, i64, f64, f64, f64, i64, i64) -> i32
  return %r : i32
}

// An integer of 64 bits as an f64, rounded to odd, so that rounding it again to a format of 16 bits is as good as rounding once.
func.func private @inflight_u64_to_odd(%v: i64) -> f64 {
  %low = arith.constant 0x7ff : i64
  %lowest = arith.constant 0x800 : i64
  %high = arith.constant -2048 : i64
  %zero = arith.constant 0 : i64
  %digits = arith.constant 0x20000000000000 : i64
  %kept = arith.andi %v, %high : i64
  %lost = arith.andi %v, %low : i64
  %some = arith.cmpi ne, %lost, %zero : i64
  %sticky = arith.select %some, %lowest, %zero : i64
  %odd = arith.ori %kept, %sticky : i64
  %fits = arith.cmpi ult, %v, %digits : i64
  %chosen = arith.select %fits, %v, %odd : i64
  %r = arith.uitofp %chosen : i64 to f64
  return %r : f64
}

func.func private @inflight_i64_to_odd(%v: i64) -> f64 {
  %zero = arith.constant 0 : i64
  %negative = arith.cmpi slt, %v, %zero : i64
  %opposite = arith.subi %zero, %v : i64
  %magnitude = arith.select %negative, %opposite, %v : i64
  %f = func.call @inflight_u64_to_odd(%magnitude) : (i64) -> f64
  %n = arith.negf %f : f64
  %r = arith.select %negative, %n, %f : f64
  return %r : f64
}

// The upper half of a product of 128 bits, from four products of 64 bits.
func.func private @inflight_mulhi_u(%a: i64, %b: i64) -> i64 {
  %c32 = arith.constant 32 : i64
  %low = arith.constant 0xffffffff : i64
  %a0 = arith.andi %a, %low : i64
  %a1 = arith.shrui %a, %c32 : i64
  %b0 = arith.andi %b, %low : i64
  %b1 = arith.shrui %b, %c32 : i64
  %p00 = arith.muli %a0, %b0 : i64
  %p10 = arith.muli %a1, %b0 : i64
  %p01 = arith.muli %a0, %b1 : i64
  %p11 = arith.muli %a1, %b1 : i64
  %carry0 = arith.shrui %p00, %c32 : i64
  %middle0 = arith.addi %p10, %carry0 : i64
  %middle0low = arith.andi %middle0, %low : i64
  %middle0high = arith.shrui %middle0, %c32 : i64
  %middle1 = arith.addi %p01, %middle0low : i64
  %middle1high = arith.shrui %middle1, %c32 : i64
  %sum = arith.addi %p11, %middle0high : i64
  %r = arith.addi %sum, %middle1high : i64
  return %r : i64
}

func.func private @inflight_mulhi_s(%a: i64, %b: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %u = func.call @inflight_mulhi_u(%a, %b) : (i64, i64) -> i64
  %an = arith.cmpi slt, %a, %zero : i64
  %bn = arith.cmpi slt, %b, %zero : i64
  %x = arith.select %an, %b, %zero : i64
  %y = arith.select %bn, %a, %zero : i64
  %v = arith.subi %u, %x : i64
  %r = arith.subi %v, %y : i64
  return %r : i64
}

// x to the power n, by squaring; 1 divided by that for a negative n, toward zero.
func.func private @inflight_power(%x: i64, %n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %minus1 = arith.constant -1 : i64
  %negative = arith.cmpi slt, %n, %zero : i64
  %result = scf.if %negative -> i64 {
    %is1 = arith.cmpi eq, %x, %one : i64
    %isminus1 = arith.cmpi eq, %x, %minus1 : i64
    %odd = arith.andi %n, %one : i64
    %isodd = arith.cmpi eq, %odd, %one : i64
    %sign = arith.select %isodd, %minus1, %one : i64
    %other = arith.select %isminus1, %sign, %zero : i64
    %r = arith.select %is1, %one, %other : i64
    scf.yield %r : i64
  } else {
    %p, %rest, %square = scf.while (%product = %one, %left = %n, %power = %x) : (i64, i64, i64) -> (i64, i64, i64) {
      %more = arith.cmpi ne, %left, %zero : i64
      scf.condition(%more) %product, %left, %power : i64, i64, i64
    } do {
    ^bb0(%product: i64, %left: i64, %power: i64):
      %odd = arith.andi %left, %one : i64
      %isodd = arith.cmpi eq, %odd, %one : i64
      %with = arith.muli %product, %power : i64
      %next = arith.select %isodd, %with, %product : i64
      %half = arith.shrui %left, %one : i64
      %squared = arith.muli %power, %power : i64
      scf.yield %next, %half, %squared : i64, i64, i64
    }
    scf.yield %p : i64
  }
  return %result : i64
}

func.func private @inflight_rsqrt(%v: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %s = math.sqrt %v : f64
  %r = arith.divf %one, %s : f64
  return %r : f64
}

// The nearest integer, ties away from zero.
func.func private @inflight_round(%v: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %t = math.trunc %v : f64
  %d = arith.subf %v, %t : f64
  %rest = math.absf %d : f64
  %up = arith.cmpf oge, %rest, %half : f64
  %step = math.copysign %one, %v : f64
  %away = arith.addf %t, %step : f64
  %r = arith.select %up, %away, %t : f64
  return %r : f64
}

// x*y + z, of numbers whose product is exact, rounded to odd: rounding it again to a format of fewer digits is as good as
// rounding once.
func.func private @inflight_fma_odd(%x: f64, %y: f64, %z: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1 : i64
  %none = arith.constant 0 : i64
  %minus1 = arith.constant -1 : i64
  %p = arith.mulf %x, %y : f64
  %s = arith.addf %p, %z : f64
  %back = arith.subf %s, %p : f64
  %s1 = arith.subf %s, %back : f64
  %d0 = arith.subf %p, %s1 : f64
  %d1 = arith.subf %z, %back : f64
  %rest = arith.addf %d0, %d1 : f64
  %exact = arith.cmpf ueq, %rest, %zero : f64
  %bits = arith.bitcast %s : f64 to i64
  %last = arith.andi %bits, %one : i64
  %odd = arith.cmpi ne, %last, %none : i64
  %done0 = arith.ori %exact, %odd : i1
  %difference = arith.subf %s, %s : f64
  %finite = arith.cmpf oeq, %difference, %zero : f64
  %true = arith.constant true
  %special = arith.xori %finite, %true : i1
  %done = arith.ori %done0, %special : i1
  %restpositive = arith.cmpf ogt, %rest, %zero : f64
  %positive = arith.cmpf ogt, %s, %zero : f64
  %same = arith.cmpi eq, %restpositive, %positive : i1
  %step = arith.select %same, %one, %minus1 : i64
  %moved0 = arith.addi %bits, %step : i64
  %moved = arith.bitcast %moved0 : i64 to f64
  %r = arith.select %done, %s, %moved : f64
  return %r : f64
}

func.func private @inflight_isnan(%v: f64) -> i1 {
  %r = arith.cmpf uno, %v, %v : f64
  return %r : i1
}

func.func private @inflight_isinf(%v: f64) -> i1 {
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %m = math.absf %v : f64
  %r = arith.cmpf oeq, %m, %infinity : f64
  return %r : i1
}

func.func private @inflight_isfinite(%v: f64) -> i1 {
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %m = math.absf %v : f64
  %r = arith.cmpf olt, %m, %infinity : f64
  return %r : i1
}

func.func private @inflight_isnormal(%v: f64, %least: f64) -> i1 {
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %m = math.absf %v : f64
  %large = arith.cmpf oge, %m, %least : f64
  %finite = arith.cmpf olt, %m, %infinity : f64
  %r = arith.andi %large, %finite : i1
  return %r : i1
}
