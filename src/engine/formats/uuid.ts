/** FNV-1a over UTF-16 units, 32 bits, from a given start. */
function hash32(text: string, start: number): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The id itself if it is a UUID, else a UUID derived from seed and id, without a clock. */
export function uuidOf(seed: string, id: string): string {
  if (UUID.test(id)) return id;
  const hex = [0x811c9dc5, 0x1b873593, 0xcc9e2d51, 0x85ebca6b].map((start) => hash32(`${seed}\n${id}`, start).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
