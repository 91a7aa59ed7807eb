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
