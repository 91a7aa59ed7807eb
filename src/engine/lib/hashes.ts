/** CRC-32 (ISO 3309), which gzip (RFC 1952) and zip state of what they pack. */

const POLYNOMIAL = 0xedb88320;

/** By the lowest byte of the remainder. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  for (let i = 0; i < bytes.length; i++) value = TABLE[(value ^ bytes[i]!) & 255]! ^ (value >>> 8);
  return ~value >>> 0;
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);

function constants(): { readonly start: readonly number[]; readonly rounds: Int32Array } {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  return { start: primes.slice(0, 8).map((p) => fraction(Math.sqrt(p))), rounds: Int32Array.from(primes, (p) => fraction(Math.cbrt(p))) };
}

const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

export function sha256Plain(bytes: Uint8Array): Uint8Array {
  const { start, rounds } = constants();
  const state = Int32Array.from(start);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!;
      const b = w[i - 2]!;
      w[i] = w[i - 16]! + w[i - 7]! + (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) + (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10));
    }
    // The state has eight words; a typed array has no fixed length in types.
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i]! + w[i]!) | 0;
      const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] = state[i]! + value;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => {
    out.setInt32(4 * i, value);
  });
  return new Uint8Array(out.buffer);
}
