import type { Format, Source } from '../contract.ts';
import { isObject } from '../json.ts';
import { readEntries } from './entries.ts';
import { parsePi } from './parse.ts';
import { PI_CARRIES, piLines } from './serialize.ts';
import { stated } from '../written.ts';

const SAMPLE = 50;
const ROLES = new Set(['user', 'assistant', 'toolResult', 'bashExecution', 'custom', 'hookMessage']);

/** The session header, or message entries in pi's wrapping (the header can be missing). */
function detect(source: Source): number {
  let best = 0;
  for (const entry of readEntries({ ...source, records: source.records.slice(0, SAMPLE) }).slice(0, SAMPLE)) {
    const { value, type } = entry;
    // Factory's Droid wraps Anthropic's messages in the same way.
    if (type === 'session_start') return 0;
    if (type === 'session' && typeof value.cwd === 'string' && !('payload' in value)) best = Math.max(best, 0.7);
    if (
      type === 'message' &&
      isObject(value.message) &&
      typeof value.message.role === 'string' &&
      ROLES.has(value.message.role) &&
      'timestamp' in value &&
      !('sessionId' in value)
    )
      return 0.95;
  }
  return best;
}

export const pi: Format = {
  id: 'pi',
  evidence: 'recorded',
  written: { by: "pi's session format", tested: '3', version: stated('version', ({ type }) => type === 'session') },
  extension: 'jsonl',
  carries: PI_CARRIES,
  detect,
  parse: parsePi,
  serialize: (transcript, report) =>
    piLines(transcript, report)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
};
