import type { Message } from '../transcript/types.ts';
import type { Report } from './contract.ts';
import { isObject, jsonText, tryJson } from './json.ts';

/** A tool's name as the providers take it: letters, digits, `_` and `-`, at most 64. */
export function toolName(name: string, report: Report): string {
  if (/^[\w-]{1,64}$/.test(name)) return name;
  report({ code: 'name-changed', message: 'Tool names were changed to what the provider accepts.' });
  return name.replace(/[^\w-]+/g, '_').slice(0, 64) || 'tool';
}

/** Call ids as the providers take them (letters, digits, `_` and `-`, at most 40), the same for call and result. */
export function callIds(messages: readonly Message[]): (id: string) => string {
  const given = new Set<string>();
  for (const message of messages) for (const part of message.parts) if (part.type === 'tool-call') given.add(part.id);
  const changed = new Map<string, string>();
  let n = 0;
  return (id) => {
    if (/^[\w-]{1,40}$/.test(id)) return id;
    let safe = changed.get(id);
    if (safe === undefined) {
      do safe = `call_${++n}`;
      while (given.has(safe));
      changed.set(id, safe);
    }
    return safe;
  };
}

/** Arguments as a JSON object: raw text where it is one, else wrapped as `{"input": …}`. */
export function argsObject(args: string, report: Report): { readonly text: string; readonly value: Readonly<Record<string, unknown>> } {
  const value = args.trim() === '' ? {} : tryJson(args);
  if (isObject(value)) return { text: args.trim() === '' ? '{}' : args, value };
  report({ code: 'args-wrapped', message: 'Call arguments that are no JSON object were wrapped as {"input": …}.' });
  const wrapped = { input: value === undefined ? args : value };
  return { text: jsonText(wrapped), value: wrapped };
}
