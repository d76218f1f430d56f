// Calls the functions of a module that `inflight build --emit wasm` wrote, under node and in browsers.
//
//   const module = await load(bytes);
//   module.call("saxpy", 4n, 2, array(Float32Array.of(1, 2, 3, 4), [4]), array(new Float32Array(4), [4]));
//
// Numbers of 64 bits and indices are BigInts (numbers are converted). Memory is {data, shape}: a typed array of the elements in
// row-major order, and the extents. Arguments are copied into the module's memory, and back when the function returns; memory
// that a function returns is copied out. f16 and bf16 are Uint16Arrays of their representations.
//
// The binary interface: the module exports its memory, its functions, and inflight_allocate(bytes, alignment) and
// inflight_free(address). A memref is its address, then, as far as its type leaves them open, its offset, its extents and its
// strides, in elements, as i64. Its custom section "inflight" describes the functions and the sites, as JSON. It imports from
// the module "inflight": trap(site), which must not return, poll(), which may do nothing, functions of mathematics, and, where the program
// prints, print_number(bits, code), print_char(byte), print_hex(number), print_notes(on) and print_flops(count), and clock(), the time in seconds. The lowest 8 bits of a code
// are how many bits the number has; the others say integer (0), unsigned integer (1), float (2) or bf16 (3).

const elements = {
  i1: Uint8Array, i8: Int8Array, i16: Int16Array, i32: Int32Array, i64: BigInt64Array, index: BigInt64Array,
  f16: Uint16Array, bf16: Uint16Array, f32: Float32Array, f64: Float64Array,
};

const math = {
  acos: Math.acos, acosh: Math.acosh, asin: Math.asin, asinh: Math.asinh, atan: Math.atan, atanh: Math.atanh, cbrt: Math.cbrt,
  cos: Math.cos, cosh: Math.cosh, exp: Math.exp, exp2: (x) => 2 ** x, expm1: Math.expm1, log: Math.log, log10: Math.log10,
  log1p: Math.log1p, log2: Math.log2, sin: Math.sin, sinh: Math.sinh, tan: Math.tan, tanh: Math.tanh, atan2: Math.atan2,
  powf: Math.pow, fmod: (x, y) => x % y,
};

// general is a number as %g of C's printf.
function general(x) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "nan" : x < 0 ? "-inf" : "inf";
  let [digits, exponent] = Math.abs(x).toExponential(5).split("e");
  const [exact, scale] = Math.abs(x).toExponential(60).split("e");
  if (/^50*$/.test(exact.slice(7)) && "02468".includes(exact[6])) [digits, exponent] = [exact.slice(0, 7), scale]; // a tie goes to the even digit
  const strip = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  const n = Number(exponent);
  const text = n < -4 || n >= 6 ? `${strip(digits)}e${n < 0 ? "-" : "+"}${String(Math.abs(n)).padStart(2, "0")}` : strip(Number(`${digits}e${n}`).toFixed(5 - n));
  return x < 0 || Object.is(x, -0) ? `-${text}` : text;
}

// numberText is the text of a number with a code, by its bits.
function numberText(bits, code) {
  const width = code & 255, kind = code >> 8;
  const view = new DataView(new ArrayBuffer(8));
  if (kind === 0) return BigInt.asIntN(width, bits).toString();
  if (kind === 1) return BigInt.asUintN(width, bits).toString();
  const negative = (bits >> BigInt(width - 1)) & 1n;
  let x;
  if (kind === 3) view.setUint32(0, Number(BigInt.asUintN(16, bits)) << 16 >>> 0), x = view.getFloat32(0);
  else if (width === 64) view.setBigUint64(0, BigInt.asUintN(64, bits)), x = view.getFloat64(0);
  else if (width === 32) view.setUint32(0, Number(BigInt.asUintN(32, bits))), x = view.getFloat32(0);
  else {
    const half = Number(BigInt.asUintN(16, bits)), exponent = (half >> 10) & 31, fraction = half & 1023;
    x = exponent === 31 ? (fraction ? NaN : Infinity) : exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : fraction * 2 ** -24;
    if (negative) x = -x;
  }
  return Number.isNaN(x) && negative ? "-nan" : general(x);
}

/** Memory for an argument: elements in row-major order, and extents. */
export function array(data, shape) {
  return { data, shape };
}

/** Compiles a module, and returns an object that calls its functions. */
export async function load(bytes) {
  const compiled = await WebAssembly.compile(bytes);
  const [section] = WebAssembly.Module.customSections(compiled, "inflight");
  if (!section) throw new Error("this is no module of inflight build --emit wasm");
  const description = JSON.parse(new TextDecoder().decode(section));
  let line = "", note = null; // what is printed goes to a note meanwhile
  const print = (text) => {
    if (note !== null) {
      note += text;
      return;
    }
    const lines = (line + text).split("\n");
    line = lines.pop();
    lines.forEach((whole) => console.log(whole));
  };
  const host = {
    trap(site) {
      const { reason, at } = description.sites[site];
      throw new Error(`${at}: ${reason}`);
    },
    poll() {},
    print_number: (bits, code) => print(numberText(bits, code)),
    print_char: (byte) => print(String.fromCharCode(byte)),
    print_hex: (number) => print(BigInt.asUintN(64, number).toString(16)),
    print_notes(on) {
      if (note) console.error(note.replace(/\n$/, ""));
      note = on ? "" : null;
    },
    print_flops: (count) => print(`${(count / 1e9).toFixed(6)} GFLOPS\n`),
    clock: () => Date.now() / 1000,
  };
  for (const { name } of WebAssembly.Module.imports(compiled)) {
    const known = /^math_(\w+)_f64$/.exec(name);
    host[name] ??= math[known?.[1]] ?? (() => { throw new Error(`this host has no function ${name}`); });
  }
  const { exports } = await WebAssembly.instantiate(compiled, { inflight: host });
  return { functions: description.functions, call: (name, ...args) => call(exports, description.functions[name], name, args) };
}

function call(exports, fn, name, args) {
  if (!fn) throw new Error(`there is no function ${name}`);
  if (args.length !== fn.inputs.length) throw new Error(`${name} takes ${fn.inputs.length} arguments`);
  const words = [], copied = [];
  try {
    fn.inputs.forEach((type, i) => pass(exports, type, args[i], words, copied));
    const returned = exports[name](...words);
    for (const { view, data } of copied) data.set(view());
    return take(exports, fn.results, returned);
  } finally {
    for (const { at } of copied) exports.inflight_free(at);
  }
}

// pass appends what stands for an argument to words.
function pass(exports, type, value, words, copied) {
  if (!type.memory) {
    words.push(/^i(64|ndex)$/.test(type.element) ? BigInt(value) : Number(value));
    return;
  }
  const { data, shape } = value;
  const Elements = elements[type.element];
  if (!(data instanceof Elements)) throw new Error(`argument ${type.name} must be a ${Elements.name}`);
  if (shape.length !== type.shape.length || shape.some((n, d) => type.shape[d] !== null && type.shape[d] !== n)) {
    throw new Error(`argument ${type.name} has the wrong shape`);
  }
  if (data.length < shape.reduce((n, extent) => n * extent, 1)) throw new Error(`argument ${type.name} has too few elements`);
  const at = exports.inflight_allocate(data.byteLength, 64) >>> 0;
  if (at === 0) throw new Error("there is no memory left");
  const view = () => new Elements(exports.memory.buffer, at, data.length); // made anew, as memory may have grown
  view().set(data);
  copied.push({ at, view, data });
  words.push(at);
  if (type.offset === null) words.push(0n);
  shape.forEach((n, d) => type.shape[d] === null && words.push(BigInt(n)));
  rowMajor(shape).forEach((n, d) => type.strides?.[d] === null && words.push(BigInt(n)));
}

function rowMajor(shape) {
  return shape.map((_, d) => shape.slice(d + 1).reduce((n, extent) => n * extent, 1));
}

// take returns the results: undefined for none, the value for one, a list of several.
function take(exports, types, returned) {
  const words = Array.isArray(returned) ? [...returned] : [returned];
  const values = types.map((type) => {
    if (!type.memory) return words.shift();
    const at = words.shift() >>> 0;
    const known = (n) => (n === null ? Number(words.shift()) : n);
    const offset = known(type.offset), shape = (type.shape ?? []).map(known);
    const strides = type.strides ? type.strides.map(known) : rowMajor(shape);
    const Elements = elements[type.element];
    const data = new Elements(shape.reduce((n, extent) => n * extent, 1));
    const memory = new DataView(exports.memory.buffer);
    const source = (n) => at + (offset + rowMajor(shape).reduce((sum, size, d) => sum + (Math.floor(n / size) % shape[d]) * strides[d], 0)) * Elements.BYTES_PER_ELEMENT;
    for (let n = 0; n < data.length; n++) {
      data[n] = new Elements(memory.buffer.slice(source(n), source(n) + Elements.BYTES_PER_ELEMENT))[0];
    }
    return { data, shape };
  });
  return values.length > 1 ? values : values[0];
}
