/** Facts of a long list: its lines are searched one by one and remembered, because the same lines stand in the lists of other cuts. */
import { factsOfParts, type TextFacts } from '../signals/facts/index.ts';

/** Characters of lines that are remembered. */
const REMEMBERED = 4_000_000;
const known = new Map<string, TextFacts>();
let characters = 0;

function factsOfLine(line: string): TextFacts {
  const found = known.get(line);
  if (found) return found;
  if (characters > REMEMBERED) {
    known.clear();
    characters = 0;
  }
  const [read] = factsOfParts([{ type: 'text', text: line }], 'recall');
  known.set(line, read!.facts);
  characters += line.length;
  return read!.facts;
}

/** As the facts of the text, but for those that span lines. */
export function factsByLines(text: string): TextFacts {
  const kinds: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const keys: (string | null)[] = [];
  for (let at = 0; at < text.length; ) {
    const stop = text.indexOf('\n', at);
    const end = stop < 0 ? text.length : stop;
    if (end > at) {
      const facts = factsOfLine(text.slice(at, end));
      for (let k = 0; k < facts.keys.length; k++) {
        if (facts.keys[k] === null) continue;
        kinds.push(facts.kinds[k]!);
        starts.push(at + facts.starts[k]!);
        ends.push(at + facts.ends[k]!);
        keys.push(facts.keys[k]!);
      }
    }
    at = end + 1;
  }
  return { text, kinds: Uint8Array.from(kinds), starts: Int32Array.from(starts), ends: Int32Array.from(ends), keys };
}
