/** crc32 returns the CRC-32 of bytes, as PNG, gzip and Go's hash/crc32 have it. */
export function crc32(bytes: Uint8Array): number {
  let sum = -1
  for (const b of bytes) {
    sum ^= b
    for (let i = 0; i < 8; i++) sum = (sum >>> 1) ^ (sum & 1 && 0xedb88320)
  }
  return ~sum >>> 0
}
