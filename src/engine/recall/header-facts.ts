/** Facts that need no memory: the header states them in every request, whatever is compacted. */
import type { TranscriptInput } from '../signals/remember.ts';
import { factIndexOf, recallFacts } from '../signals/facts/index.ts';
import { readJson } from '../transcript/transcript-json.ts';
import type { Transcript } from '../transcript/types.ts';

/** By fact of the recall index: 1 where system text, a memory, the name of a tool or a key of its arguments contains it. */
export const headerFacts = ({ transcript, header }: TranscriptInput): Uint8Array => {
  const index = factIndexOf(transcript, 'recall');
  const found = new Uint8Array(index.count);
  transcript.messages.forEach(({ role }, i) => {
    if (i < header || role === 'system') for (let at = index.from[i]!; at < index.from[i + 1]!; at++) found[index.ids[at]!] = 1;
  });
  for (const name of namesOfTools(transcript)) {
    for (const { key } of recallFacts(name)) {
      const id = index.idOf(key);
      if (id >= 0) found[id] = 1;
    }
  }
  return found;
};

/** Names of tools and keys of their arguments, as defined and as called. */
function namesOfTools({ tools, messages }: Transcript): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name, schema } of tools) {
    names.add(name);
    addKeys(schema, names);
  }
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.type !== 'tool-call') continue;
      names.add(part.name);
      // Free-form tools have arguments that are not JSON, without keys.
      addKeys(readJson(part.args), names);
    }
  }
  return names;
}

/** Deeper keys are data of the call rather than the tool's names. */
const DEEP = 8;

function addKeys(value: unknown, into: Set<string>, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > DEEP) return;
  if (Array.isArray(value)) {
    for (const item of value) addKeys(item, into, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    into.add(key);
    addKeys(item, into, depth + 1);
  }
}
