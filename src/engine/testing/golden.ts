/** Content of golden files: results on the sample transcripts as text, in few comparable lines. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseTranscript } from '../formats/index.ts';
import type { PreparedTranscript, Reason, SignalSettings } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { charCounts } from './counts.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../../fixtures/samples');

/** A sample of the gallery, four characters a token. */
export function sampleOf(file: string, settings: Partial<SignalSettings> = {}): PreparedTranscript {
  const parsed = parseTranscript(new Uint8Array(readFileSync(path.join(SAMPLES, file))), { name: file });
  if (!parsed.ok) throw new Error(parsed.error.message);
  const transcript = parsed.value.conversations[0]!;
  return prepare(transcript, charCounts(transcript), { ...DEFAULT_SIGNALS, ...settings });
}

/** A value in one line: keys in order, numbers with four decimals. */
export const inLine = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === 'number') return Number.isFinite(one) ? Number(one.toFixed(4)) : String(one);
    if (ArrayBuffer.isView(one)) return Array.from(one as Float64Array);
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  }) ?? 'undefined';

export const reasonLine = ({ key, values }: Reason): string => (values ? `${key} ${inLine(values)}` : key);

/** Reasons of messages 0 … n − 1, by key: for which messages, and the first and the last with their values. */
export function reasonLines(n: number, reason: (i: number) => Reason): string[] {
  const byKey = new Map<string, number[]>();
  for (let i = 0; i < n; i++) {
    const { key } = reason(i);
    byKey.set(key, [...(byKey.get(key) ?? []), i]);
  }
  return Array.from(byKey, ([key, all]) => {
    const [first, last] = [all[0]!, all.at(-1)!].map((i) => inLine(reason(i).values ?? {}));
    return `  ${key}: ${all.join(' ')}\n    ${first}${last === first ? '' : `\n    ${last}`}`;
  });
}
