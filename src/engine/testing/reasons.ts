/** Whether every reason is a sentence of the dictionary, with all its values. */
import { engine } from '../../i18n/en/engine.ts';
import { names } from '../../i18n/names.ts';
import type { Reason } from '../signals/contract.ts';

const dictionary: Readonly<Record<string, string>> = { ...names, ...engine };

/** Sentences of a key: itself, or its plurals. */
function sentences(key: string): string[] {
  return [key, `${key}_one`, `${key}_other`].flatMap((k) => dictionary[k] ?? []);
}

const checked = new Set<string>();

/** Throws if the dictionary has no sentence for the reason, or the reason no value for a place in the sentence. */
export function checkReason(reason: Reason): void {
  if (reason.via && dictionary[`strategy.${reason.via.strategy}.title`] === undefined) throw new Error(`no title for ${reason.via.strategy}`);
  // The result depends on the names of the values, and on those that choose a nested sentence, which are words.
  const values = reason.values ?? {};
  const shape = Object.entries(values).map(([name, value]) => (typeof value === 'string' ? `${name}=${value.slice(0, 60)}` : name));
  const signature = `${reason.key}|${shape.join('|')}`;
  if (checked.has(signature)) return;
  checkKey(`reason.${reason.key}`, values);
  checked.add(signature);
}

function checkKey(key: string, values: NonNullable<Reason['values']>): void {
  const found = sentences(key);
  // Settings of products go by their own names, lines of a log by theirs.
  if (found.length === 0 && /^(?:param\.|reason\.log-)/.test(key)) return;
  if (found.length === 0) throw new Error(`no sentence for ${key} ${JSON.stringify(values)}`);
  for (const sentence of found) {
    for (const [, nested] of sentence.matchAll(/\$t\(([^)]*)\)/g)) {
      checkKey(
        (nested ?? '').replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name])),
        values,
      );
    }
    for (const [, name] of sentence.matchAll(/\{\{(\w+)[^}]*\}\}/g)) {
      if (values[name ?? ''] === undefined) throw new Error(`${key} needs {{${name}}}: ${JSON.stringify(values)}`);
    }
  }
}
