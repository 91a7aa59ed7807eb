import type { Message } from '../transcript/types.ts';
import type { Report } from './contract.ts';
import { isObject, jsonText, tryJson, withoutLoneSurrogates, type JsonObject } from './json.ts';

export function toolName(name: string, report: Report): string {
  if (/^[\w-]{1,64}$/.test(name)) return name;
  report({ code: 'name-changed', message: 'Tool names were changed to what the provider accepts.' });
  return name.replace(/[^\w-]+/g, '_').slice(0, 64) || 'tool';
}

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

export function argsObject(args: string, report: Report): JsonObject {
  const value = args.trim() === '' ? {} : tryJson(args);
  if (isObject(value)) return value;
  report({ code: 'args-wrapped', message: 'Call arguments that are no JSON object were wrapped as {"input": …}.' });
  return { input: value === undefined ? args : value };
}

export function argsText(args: string, report: Report): string {
  const value = argsObject(args, report);
  return wholeText(args.trim() !== '' && isObject(tryJson(args)) ? args : jsonText(value), value, report);
}

function wholeText(json: string, value: unknown, report: Report): string {
  if (!/\\ud[89a-f]/i.test(json)) return json;
  // Once rewritten, escapes of pairs are characters, and the remaining escapes are lone halves.
  const { text, count } = withoutLoneSurrogates(jsonText(value));
  if (count === 0) return json;
  report(loneSurrogates(count));
  return text;
}

export const loneSurrogates = (count: number): Parameters<Report>[0] => ({
  code: 'lone-surrogate',
  message: 'Halves of surrogate pairs were replaced by U+FFFD, because they are no text.',
  count,
});

export function objectSchema(schema: unknown, report: Report): JsonObject {
  if (isObject(schema) && schema.type === 'object') return schema;
  if (schema === undefined) return { type: 'object', properties: {} };
  report({ code: 'schema-changed', message: 'Schemas of tools were given the type "object", because the provider takes no other.' });
  return isObject(schema) ? { ...schema, type: 'object' } : { type: 'object', properties: {} };
}
