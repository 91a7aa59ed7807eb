/** A conversation of 30 steps for every adapter: what the tool says, what must hold of every request, and what the page says of the same. */
import { expect } from 'vitest';
import { compare } from '../../engine/api.ts';
import { parseTranscript } from '../../engine/formats/index.ts';
import type { Transcript } from '../../engine/transcript/types.ts';
import type { CompactionEvent, CompactionSettings } from '../shared/compactor.ts';

export const STEPS = 30;
export const TASK = 'Find out why checkout fails for orders over 500 EUR. Never touch the payments table.';

/** About 330 tokens of a log, different at each step. */
export function logOf(step: number): string {
  const lines = Array.from({ length: 12 }, (_, i) => {
    const ms = (step * 37 + i * 113) % 900;
    return `2026-03-0${1 + (i % 9)}T10:${10 + step}:${10 + i}Z checkout-${step % 4} order=${7000 + step * 12 + i} step=${i} took ${ms} ms`;
  });
  return [...lines, `error: LimitGuard in src/checkout/limits-${step}.ts:${40 + step} refused ${500 + step} EUR`].join('\n');
}

/** Small enough that 30 steps compact several times. */
export const WINDOW = 6000;
export const SETTINGS = {
  strategy: 'hybrid',
  trigger: 0.7,
  target: 0.5,
  window: WINDOW,
  tokenizer: 'o200k_base',
} as const satisfies CompactionSettings;

/** What the page reads of a document. */
export function readAs(document: unknown, format: string): Transcript {
  const parsed = parseTranscript(JSON.stringify(document), { format });
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.warnings.map(({ code }) => code)).toEqual([]);
  return parsed.value.conversations[0]!;
}

/** A request that a provider takes: every call is answered at once, no result without its call, the user's last words still there. */
export function expectValid(document: unknown, format: string, lastUser = TASK): Transcript {
  const transcript = readAs(document, format);
  let open = new Set<string>();
  for (const { role, parts } of transcript.messages) {
    if (role !== 'tool') {
      expect([...open]).toEqual([]);
      open = new Set(parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])));
      continue;
    }
    for (const part of parts) if (part.type === 'tool-result') expect(open.delete(part.callId)).toBe(true);
  }
  expect([...open]).toEqual([]);
  expect(JSON.stringify(document)).toContain(lastUser);
  return transcript;
}

/** The first compaction of an adapter against the comparison of the page, over what the page reads of the same messages. */
export async function expectAsInThePage(event: CompactionEvent, document: unknown, format: string, settings: CompactionSettings): Promise<void> {
  const { strategy, params = {}, trigger: _, onCompaction: __, summarize: ___, reserve: ____, ...options } = settings;
  const { rows } = await compare(readAs(document, format), { ...options, strategies: [strategy], params: { [strategy]: params } });
  const { result } = rows[0]!;
  const seen = ({ tokensBefore, tokensAfter, plan, summaries }: typeof event.result) => ({
    tokensBefore,
    tokensAfter,
    fates: [...plan.fates],
    summaries: summaries.map(({ text }) => text),
  });
  expect(seen(event.result)).toEqual(seen(result!));
  expect(event.tokensAfter).toBe(result!.tokensAfter);
}

/** Requests of a loop: between two compactions each begins with the whole of the one before. Gives the number of times that it does not. */
function breaksOfPrefix(requests: readonly (readonly unknown[])[]): number {
  const texts = requests.map((request) => request.map((message) => JSON.stringify(message)));
  return texts.slice(1).filter((now, i) => !texts[i]!.every((message, k) => message === now[k])).length;
}

/** Every compaction changes what was sent before; one that shortens outputs may have only the newest to shorten, which were not sent yet. */
export function expectBreaks(requests: readonly (readonly unknown[])[], compactions: number, strategy: string): void {
  const breaks = breaksOfPrefix(requests);
  const fewest = strategy === 'tool-output-truncation' ? 1 : compactions;
  expect(breaks).toBeGreaterThanOrEqual(fewest);
  expect(breaks).toBeLessThanOrEqual(compactions);
}
