/** The rows of a report as CSV. Loaded with the first export. */
import { CSV_END, csvLine } from '../engine/lib/strings.ts';
import { plainMeasures } from '../engine/measures/run/measured-values.ts';
import type { ReportRow } from '../engine/report.ts';

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
