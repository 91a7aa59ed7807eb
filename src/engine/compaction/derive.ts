/** Prepares the result of a compaction for the next one. */
import type { TokenCounts } from '../tokens/contract.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import { PRIORITIES, type PreparedTranscript, PROTECTIONS } from '../signals/contract.ts';
import { prepare, sameProtection } from '../signals/signal-prepare.ts';
import { KEEP, SUMMARIZE } from '../strategies/contract.ts';
import { severalOf, summaryAt, textMessageTokens } from './estimate.ts';
import { contextTranscript } from './history.ts';
import type { CompactionResult } from './types.ts';
import { quotes } from './verify.ts';

const CRITICAL = PRIORITIES.indexOf('CRITICAL');
const BY_CRITICAL = PROTECTIONS.indexOf('critical');
const LAST_USER = PROTECTIONS.indexOf('last-user');
const LAST_BLOCK = PROTECTIONS.indexOf('last-tool-block');

export function derive(prepared: PreparedTranscript, result: CompactionResult): PreparedTranscript {
  const origins = result.origins();
  const { transcript, counts } = leftBy(prepared, result, origins);
  const next = prepare(transcript, counts, prepared.settings);
  const { protection, lastUser } = protectionsOf(prepared, result, transcript.messages, origins, next);
  return { ...next, protection: sameProtection(transcript, lastUser, protection), lastUser };
}

interface Remainder {
  readonly state: string;
  readonly transcript: Transcript;
  readonly counts: TokenCounts;
}

const REMEMBERED = 8;
const leftOf = new WeakMap<TokenCounts, Remainder[]>();

/**
 * Found again if another result left the same messages: a moved priority threshold makes a new Prepared, but everything read from a context
 * (its structure, its words, summaries of it) is remembered with its transcript and counts.
 */
function leftBy(prepared: PreparedTranscript, result: CompactionResult, origins: Int32Array): Remainder {
  const messages = result.context();
  const known = leftOf.get(prepared.counts) ?? [];
  const fields = result.record().state;
  const state = JSON.stringify(fields ?? null);
  const same = known.find((left) => left.state === state && sameMessages(left.transcript.messages, messages));
  if (same) return same;
  const transcript = contextTranscript(prepared.transcript, messages, origins, fields);
  const left: Remainder = { state, transcript, counts: countsOf(prepared, result, messages, origins) };
  leftOf.set(prepared.counts, [...known.slice(1 - REMEMBERED), left]);
  return left;
}

function sameMessages(a: readonly Message[], b: readonly Message[]): boolean {
  return (
    a.length === b.length &&
    a.every((message, i) => message === b[i] || (message.id === b[i]!.id && JSON.stringify(message) === JSON.stringify(b[i])))
  );
}

function countsOf(prepared: PreparedTranscript, { plan, left }: CompactionResult, messages: readonly Message[], origins: Int32Array): TokenCounts {
  const { counts } = prepared;
  const tokens = new Float64Array(messages.length);
  const prefix = new Float64Array(messages.length + 1);
  for (let j = 0; j < tokens.length; j++) {
    const origin = origins[j]!;
    tokens[j] = origin >= 0 ? left[origin]! : insertedTokens(counts, messages[j]!);
    prefix[j + 1] = prefix[j]! + tokens[j]!;
  }
  const overhead = counts.message({ id: '', role: 'user', parts: [] });
  return {
    ...counts,
    messages: tokens,
    prefix,
    total: prefix[tokens.length]! + counts.toolDefinitions,
    parts(j) {
      const origin = origins[j]!;
      if (origin >= 0 && plan.fates[origin] === KEEP) return counts.parts(origin);
      const message = messages[j]!;
      return message.parts.map((part) => counts.message({ ...message, parts: [part] }) - overhead);
    },
  };
}

function insertedTokens(counts: TokenCounts, message: Message): number {
  const [part] = message.parts;
  return part?.type === 'text' ? textMessageTokens(counts, part.text) : counts.message(message);
}

function summaryWith({ plan, layout }: CompactionResult, i: number): number {
  if (plan.fates[i] !== SUMMARIZE) return -1;
  const summary = severalOf(plan)?.[i] ?? 0;
  return layout.order.findIndex((insertion) => summaryAt(plan, insertion) === summary);
}

function protectionsOf(
  prepared: PreparedTranscript,
  result: CompactionResult,
  messages: readonly Message[],
  origins: Int32Array,
  next: PreparedTranscript,
) {
  const protection = new Uint8Array(messages.length);
  const inserted: number[] = [];
  let lastUser = -1;
  let blockStands = false;
  for (let j = 0; j < protection.length; j++) {
    const origin = origins[j]!;
    if (origin < 0) {
      inserted.push(j);
      if (next.priority[j] === CRITICAL) protection[j] = BY_CRITICAL;
      continue;
    }
    protection[j] = prepared.protection[origin]!;
    if (origin === prepared.lastUser) lastUser = j;
    if (protection[j] === LAST_BLOCK) blockStands = true;
  }
  if (prepared.lastUser >= 0 && lastUser < 0) {
    const words = prepared.messages[prepared.lastUser]!;
    lastUser = inserted.findLast((j) => messages[j]!.parts.some((part) => part.type === 'text' && quotes(part.text, words))) ?? -1;
    if (lastUser >= 0) protection[lastUser] = LAST_USER;
  }
  // Only a summary of the whole conversation absorbs the last tool block: it represents the block, even beside a kept last user message.
  const block = prepared.protection.indexOf(LAST_BLOCK);
  if (!blockStands && block >= 0) {
    const summary = inserted[summaryWith(result, block)];
    if (summary !== undefined && protection[summary] === 0) protection[summary] = LAST_BLOCK;
  }
  return { protection, lastUser };
}
