/**
 * Paths, error lines and identifiers carried over beside a summary whatever it says (the study's cure for summaries that lose them), and
 * references to offloaded results whose messages are removed.
 */
import type { Slice } from '../../../lib/steps.ts';
import type { Message } from '../../../transcript/types.ts';
import type { FactKind, Prepared } from '../../../signals/contract.ts';
import { basicFacts } from '../../../signals/facts/index.ts';
import { findSecrets } from '../../../signals/secrets.ts';
import { headOf } from '../../../signals/sentences.ts';
import { perTranscript } from '../../../signals/remember.ts';
import { perCountsAndKey } from '../../../signals/remember-by-key.ts';
import { pointersOf, REFERENCES_TAG } from './placeholders.ts';

type Kind = Extract<FactKind, 'path' | 'error' | 'identifier'>;
const KINDS: readonly Kind[] = ['path', 'error', 'identifier'];
const LABELS: Readonly<Record<Kind, string>> = { path: 'Paths', error: 'Errors', identifier: 'Identifiers' };

/** Longer error lines are cut: code and beginning identify them. */
const LONGEST = 160;

interface Found {
  readonly kind: Kind;
  readonly text: string;
}

const found = new WeakMap<Message, readonly Found[]>();

/**
 * Facts of a message that can be carried, each once: paths and errors of every text, identifiers only from a person's or the assistant's
 * text, because results and arguments are full of irrelevant names. Remembered with the message.
 */
function factsOf(message: Message): readonly Found[] {
  let facts = found.get(message);
  if (!facts) {
    const byText = new Map<string, Found>();
    for (const { text, said } of textsOf(message)) {
      for (const { kind, text: shown } of basicFacts(text)) {
        if (kind !== 'path' && kind !== 'error' && (kind !== 'identifier' || !said)) continue;
        const short = shown.length > LONGEST ? `${headOf(shown, LONGEST)}…` : shown;
        if (!byText.has(short)) byText.set(short, { kind, text: short });
      }
    }
    facts = [...byText.values()];
    found.set(message, facts);
  }
  return facts;
}

function* textsOf({ parts, role }: Message): Generator<{ readonly text: string; readonly said: boolean }> {
  for (const part of parts) {
    if (part.type === 'text') yield { text: part.text, said: role !== 'tool' };
    else if (part.type === 'tool-call') yield { text: part.args, said: false };
    else if (part.type === 'tool-result') for (const c of part.content) if (c.type === 'text') yield { text: c.text, said: false };
  }
}

/** Messages searched for facts between two opportunities to pause. */
const SLICE = 50;

/** Finds the facts of the conversation in slices. */
export function* warmFacts({ messages, header, n }: Prepared): Generator<Slice, void> {
  for (let i = header; i < n; i++) {
    factsOf(messages[i]!);
    if (i % SLICE === 0) yield;
  }
}

/**
 * Facts by kind, the most useful first: by the number of messages (at most 5 count) and the last mention. Anything like a secret is left
 * out.
 */
const rankedFacts = perTranscript((input): Readonly<Record<Kind, readonly string[]>> => {
  const seen = new Map<string, { readonly kind: Kind; times: number; last: number }>();
  for (let i = input.header; i < input.n; i++) {
    if (input.itemType[i] === 'SYSTEM_PROMPT' || input.itemType[i] === 'MEMORY') continue;
    for (const { kind, text } of factsOf(input.messages[i]!)) {
      const known = seen.get(text);
      if (known) {
        known.times++;
        known.last = i;
      } else seen.set(text, { kind, times: 1, last: i });
    }
  }
  const score = ({ times, last }: { readonly times: number; readonly last: number }): number => Math.min(times, 5) + (5 * last) / input.n;
  const ranked = [...seen].sort(([a, x], [b, y]) => score(y) - score(x) || (a < b ? -1 : 1));
  const of = (kind: Kind): string[] => ranked.filter(([, v]) => v.kind === kind).map(([text]) => text);
  return { path: of('path'), error: of('error'), identifier: of('identifier') };
});

/** Candidates of a kind that are tried: those longer than the remaining room are skipped. */
const MOST = 500;
const SEPARATOR: Readonly<Record<Kind, string>> = { path: ', ', error: '\n  ', identifier: ', ' };

/** The facts as lines between tags, at most `maxTokens` tokens; empty without any. */
export const carriedFacts = perCountsAndKey((input, maxTokens: number): string => {
  const ranked = rankedFacts(input);
  const chosen: Record<Kind, string[]> = { path: [], error: [], identifier: [] };
  const write = (): string => {
    const lines = KINDS.filter((kind) => chosen[kind].length > 0).map((kind) => `${LABELS[kind]}: ${chosen[kind].join(SEPARATOR[kind])}`);
    return lines.length === 0 ? '' : `<carried_over>\n${lines.join('\n')}\n</carried_over>`;
  };
  let left = maxTokens - input.counts.text('<carried_over>\nPaths: \nErrors: \nIdentifiers: \n</carried_over>');
  // A path, an error and an identifier in turn, so that no kind takes the room of the others.
  for (let rank = 0; rank < MOST && left > 1 && KINDS.some((kind) => rank < ranked[kind].length); rank++) {
    for (const kind of KINDS) {
      const text = ranked[kind][rank];
      if (text === undefined || findSecrets(text).length > 0) continue;
      const tokens = input.counts.text(text) + 1;
      if (tokens > left) continue;
      chosen[kind].push(text);
      left -= tokens;
    }
  }
  return write();
});

/** Messages with live references. */
const referring = perTranscript(({ messages }): readonly number[] => Array.from(messages.keys()).filter((i) => pointersOf(messages[i]!).length > 0));

/** References in the messages with `fate`, newest last, between tags, at most `maxTokens` tokens (the newest win); empty without any. */
export function carriedReferences(input: Prepared, fates: Uint8Array, fate: number, maxTokens: number): string {
  const lines = new Set<string>();
  let left = maxTokens;
  for (const i of referring(input).toReversed()) {
    if (fates[i] !== fate) continue;
    for (const pointer of pointersOf(input.messages[i]!).toReversed()) {
      if (lines.has(pointer)) continue;
      left -= input.counts.text(pointer) + 1;
      if (left >= 0) lines.add(pointer);
    }
  }
  return lines.size === 0 ? '' : `${REFERENCES_TAG}\n${[...lines].toReversed().join('\n')}\n</offloaded_results>`;
}
