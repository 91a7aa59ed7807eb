/** What a result breaks of the rules of a provider that the recording did not. */
import type { CompactionResult } from '../compaction/types.ts';
import { ruleSetsOf } from '../formats/contract.ts';
import { measureAll } from '../measures/run/measured-values.ts';
import type { PreparedTranscript } from '../signals/contract.ts';

/** Names of the rules, once for each violation; with `model` those of its provider. */
export function introduced(p: PreparedTranscript, result: CompactionResult, model?: string): readonly string[] {
  return ruleSetsOf(p.transcript, model).flatMap((rules) =>
    (measureAll(p, result, { weight: 0.6, rules, ...(model ? { model } : {}) }).violations ?? []).filter((v) => !v.original).map((v) => v.rule),
  );
}
