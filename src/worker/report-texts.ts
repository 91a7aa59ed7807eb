/** What the worker adds to a report: the messages whose texts somebody asked for, and the rows as CSV. Loaded with the first export. */
import { CSV_END, csvLine } from '../engine/lib/strings.ts';
import { plainMeasures } from '../engine/measures/run/measured-values.ts';
import type { ReportRow } from '../engine/report.ts';
import { maskSecrets } from '../engine/signals/secrets.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import type { ReportTexts } from '../report/contract.ts';
import { every, pause } from './pause.ts';
import { messageText } from './text/message.ts';

/** Milliseconds of work between two pauses. */
const STRETCH = 20;
/** Characters of one message: a report is read, and the file has the rest. */
const MOST = 20_000;

/** @param masks whether what looks like a secret is replaced by its kind, e-mail addresses too */
export async function textsOf({ messages }: Transcript, masks: boolean): Promise<ReportTexts> {
  const due = every(STRETCH);
  let masked = 0;
  const list: { role: string; text: string }[] = [];
  for (const { role, parts } of messages) {
    if (due()) await pause();
    const whole = messageText(parts);
    const found = masks ? maskSecrets(whole, { emails: true }) : { text: whole, masked: 0 };
    masked += found.masked;
    list.push({ role, text: found.text.length > MOST ? `${found.text.slice(0, MOST)}…` : found.text });
  }
  return { masked: masks ? masked : null, messages: list };
}

/** A row of the report with its measures and its product beside its other values; the names are those of the JSON. */
export function csvRow({ measures, preset, repaired, ...row }: ReportRow): object {
  const { product, version, source, checked } = preset ?? { product: null, version: null, source: null, checked: null };
  return { ...row, product, version, source, checked, repaired, ...plainMeasures(measures) };
}

/** Rows of plain values as CSV with a header of field names; fields with lists or objects are omitted. */
export function toCsv(rows: readonly object[]): string {
  const plain = (value: unknown): value is string | number | boolean | null =>
    value === null || ['string', 'number', 'boolean'].includes(typeof value);
  const names = Object.keys(rows[0] ?? {}).filter((name) => rows.every((row) => plain((row as Record<string, unknown>)[name])));
  const lines = rows.map((row) => csvLine(names.map((name) => (row as Record<string, string | number | boolean | null>)[name] ?? null)));
  return `${[names.join(','), ...lines].join(CSV_END)}${CSV_END}`;
}
