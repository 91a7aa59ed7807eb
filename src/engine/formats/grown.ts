/** Requests of one conversation repeat what was said before: the longest of them stands for all. */
import { jsonText } from './json.ts';

/** Which of the requests go into the next ones: their messages are the beginning of (or all of) those of a later one. */
export function grown<T>(requests: readonly T[], messagesOf: (request: T) => readonly unknown[]): { readonly kept: T[]; readonly joined: number } {
  const numbers = new Map<string, number>();
  const nodes = new Map<string, number>();
  const numbered = (map: Map<string, number>, key: string): number => {
    const known = map.get(key) ?? map.size + 1;
    map.set(key, known);
    return known;
  };
  const paths = requests.map((request) => {
    let at = 0;
    return messagesOf(request).map((message) => {
      at = numbered(nodes, `${at} ${numbered(numbers, jsonText(message))}`);
      return at;
    });
  });
  const passed = new Set<number>();
  const kept: T[] = [];
  for (let i = requests.length - 1; i >= 0; i--) {
    const end = paths[i]!.at(-1);
    if (end !== undefined && passed.has(end)) continue;
    for (const node of paths[i]!) passed.add(node);
    kept.unshift(requests[i]!);
  }
  return { kept, joined: requests.length - kept.length };
}
