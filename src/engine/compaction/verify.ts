/** The verification after a run; a run that fails a check is rejected. docs/systems.md#verification */
import type { Message, Part } from '../transcript/types.ts';
import { PROTECTIONS, type PreparedTranscript, type Reason } from '../signals/contract.ts';
import { perTranscript, type ProtectionInput, type TranscriptInput } from '../signals/remember.ts';
import { maskSecrets } from '../signals/secrets.ts';
import { blockStarts, showsMore } from '../signals/structure.ts';
import { lastWordsOf } from '../strategies/shared/strategy-key-information.ts';
import { DROP, EDIT, KEEP, OFFLOAD, type Plan } from '../strategies/contract.ts';
import { runsOf, stands, summaryAt } from './estimate.ts';
import { withoutThinking } from './repair.ts';
import type { Check } from './types.ts';

export interface VerifyInput {
  readonly prepared: PreparedTranscript;
  readonly plan: Plan;
  readonly texts: readonly string[];
  readonly tokensAfter: number;
  readonly standing: number;
  readonly minimum?: number;
  /** S3's own table may take skills out of the header. */
  readonly mayDropSkills: boolean;
}

export function verify(run: VerifyInput): readonly Check[] {
  if (run.plan.asShipped) return [];
  const checks = [protectedCheck(run), tokensCheck(run), lastUserCheck(run), blocksCheck(run)];
  if (run.minimum !== undefined) checks.push(minimumCheck(run, run.minimum));
  if (run.plan.summaries.length > 0) checks.push(summariesCheck(run));
  return checks;
}

const check = (id: Check['id'], ok: boolean, key: string, values?: Reason['values']): Check => ({
  id,
  ok,
  reason: { key: `check-${key}`, ...(values ? { values } : {}) },
});

const gone = (fate: number | undefined): boolean => !stands(fate);

const HEADER = PROTECTIONS.indexOf('header');
const LAST_USER = PROTECTIONS.indexOf('last-user');
const LAST_BLOCK = PROTECTIONS.indexOf('last-tool-block');

function replacesAll({ prepared, plan }: VerifyInput): boolean {
  const { protection, header, itemType, messages, n } = prepared;
  for (let i = header; i < n; i++) {
    const by = protection[i];
    if (itemType[i] === 'COMPACTION_SUMMARY') continue;
    // Words can be quoted; a last user message with more than words stays beside the summary.
    const free = by === 0 || by === LAST_BLOCK || (by === LAST_USER && !showsMore(messages[i]!));
    if (free && !gone(plan.fates[i])) return false;
  }
  return plan.summaries.length > 0;
}

export const protectedIndexes = ({ protection }: ProtectionInput): readonly number[] => {
  const found: number[] = [];
  for (let i = 0; i < protection.length; i++) if (protection[i] !== 0) found.push(i);
  return found;
};

/**
 * Protected messages are unchanged. Four exceptions: the last tool block goes when a summary replaces the whole conversation, its results may
 * be shortened or moved out, skills fall by S3's own table, and thinking that the provider would refuse is removed. The last user message
 * has a check of its own.
 */
function protectedCheck(run: VerifyInput): Check {
  const { prepared, plan, mayDropSkills } = run;
  const { protection, itemType } = prepared;
  const indexes = protectedIndexes(prepared);
  let all: boolean | undefined;
  for (const i of indexes) {
    const by = protection[i]!;
    if (plan.fates[i] === KEEP || by === LAST_USER) continue;
    if (by === LAST_BLOCK && gone(plan.fates[i])) {
      all ??= replacesAll(run);
      if (all) continue;
    }
    if (by === LAST_BLOCK && !gone(plan.fates[i]) && changesResultsOnly(prepared.messages[i]!.parts, plan.edits.get(i))) continue;
    if (plan.fates[i] === EDIT && losesThinkingOnly(prepared.messages[i]!.parts, plan.edits.get(i) ?? [])) continue;
    if (by === HEADER && mayDropSkills && itemType[i]!.startsWith('SKILL_')) continue;
    return check('protected', false, 'protected-lost', { message: i + 1, protection: PROTECTIONS[by]! });
  }
  return check('protected', true, 'protected-kept', { count: indexes.length });
}

/** `edited` undefined: not edited. */
function changesResultsOnly(original: readonly Part[], edited: readonly Part[] | undefined): boolean {
  return (
    edited?.length === original.length &&
    original.every((part, p) => {
      const now = edited[p]!;
      return part === now || (part.type === 'tool-result' && now.type === 'tool-result' && part.callId === now.callId);
    })
  );
}

function losesThinkingOnly(original: readonly Part[], edited: readonly Part[]): boolean {
  const rest = withoutThinking(original);
  return rest.length === edited.length && rest.every((part, p) => part === edited[p]);
}

function tokensCheck({ prepared, tokensAfter }: VerifyInput): Check {
  const before = prepared.counts.total;
  const ok = tokensAfter < before;
  return check('tokens-down', ok, ok ? 'tokens-down' : 'tokens-not-down', { before, after: tokensAfter });
}

/** Whether the text contains the words of a message verbatim (but for secrets, which a quote masks), and it had nothing but words. */
export function quotes(text: string, message: Message): boolean {
  if (showsMore(message)) return false;
  if (message.compaction) return text.includes(lastWordsOf(message).trim());
  const has = (words: string): boolean => text.includes(words.trim()) || text.includes(maskSecrets(words).text.trim());
  return message.parts.every((part) => part.type !== 'text' || has(part.text));
}

function lastUserCheck({ prepared, plan, texts }: VerifyInput): Check {
  const i = prepared.lastUser;
  if (i < 0) return check('last-user', true, 'last-user-none');
  if (plan.fates[i] === KEEP) return check('last-user', true, 'last-user-kept', { message: i + 1 });
  const quoted = texts.some((text) => quotes(text, prepared.messages[i]!));
  return check('last-user', quoted, quoted ? 'last-user-kept' : 'last-user-lost', { message: i + 1 });
}

/** Notes of plans whose result only the provider can read: what seems to lack may be in it. */
const UNREADABLE: readonly (string | undefined)[] = ['note-product-hidden', 'note-recorded-hidden'];

/**
 * What the request of a product as shipped lacks, where nobody verified it: every message but the system's, or the last one of the user. null
 * where it lacks neither.
 */
export function lackOf({ prepared, plan, texts }: Pick<VerifyInput, 'prepared' | 'plan' | 'texts'>): Reason | null {
  if (!plan.asShipped || UNREADABLE.includes(plan.note?.key)) return null;
  const { messages, lastUser } = prepared;
  if (texts.length === 0 && messages.every(({ role }, i) => role === 'system' || gone(plan.fates[i]))) return { key: 'note-no-message' };
  if (plan.fates[lastUser] !== DROP || texts.some((text) => quotes(text, messages[lastUser]!))) return null;
  return { key: 'note-no-last-user' };
}

function callIds(parts: readonly Part[]): string {
  let ids = '';
  for (const part of parts) {
    if (part.type === 'tool-call') ids += `c${part.id}\n`;
    else if (part.type === 'tool-result') ids += `r${part.callId}\n`;
  }
  return ids;
}

const insideBlock = perTranscript((input: TranscriptInput): Uint8Array => {
  const found = new Uint8Array(input.n + 1);
  for (const { members, isBlock } of input.units) if (isBlock) found.fill(1, members[0]! + 1, members[members.length - 1]! + 1);
  return found;
});

function goesByBlocks(prepared: PreparedTranscript, plan: Plan): boolean {
  const { starts, count } = runsOf(plan);
  const inside = insideBlock(prepared);
  for (let run = 1; run < count; run++) {
    const at = starts[run]!;
    if (inside[at] === 1 && stands(plan.fates[at]) !== stands(plan.fates[at - 1])) return false;
  }
  return true;
}

function blocksCheck({ prepared, plan }: VerifyInput): Check {
  const { messages } = prepared;
  const { fates } = plan;
  const { first, count } = blockStarts(prepared);
  const byBlocks = goesByBlocks(prepared, plan);
  for (let i = 0; i < fates.length && !byBlocks; i++) {
    if (gone(fates[i]) !== gone(fates[first[i]!])) return check('tool-blocks', false, 'tool-blocks-broken', { message: i + 1 });
  }
  for (let i = 0; i < fates.length && plan.edits.size > 0 && !plan.edits.keepsShape; i++) {
    if (fates[i] !== EDIT && fates[i] !== OFFLOAD) continue;
    if (callIds(plan.edits.get(i) ?? []) !== callIds(messages[i]!.parts))
      return check('tool-blocks', false, 'tool-blocks-broken', { message: i + 1 });
  }
  return check('tool-blocks', true, 'tool-blocks-whole', { count });
}

function minimumCheck({ standing: kept }: VerifyInput, minimum: number): Check {
  return check('minimum', kept >= minimum, kept >= minimum ? 'minimum-kept' : 'minimum-below', { kept, minimum });
}

function isVisible(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first > 0x20 && first < 0x7f) || text.trim() !== '';
}

/** Every summary is in the result with text, so that no summarised message is simply lost. */
function summariesCheck({ plan, texts }: VerifyInput): Check {
  const standing = new Uint8Array(plan.summaries.length);
  for (let k = 0; k < plan.insertions.length; k++) {
    const at = summaryAt(plan, k);
    if (at >= 0 && isVisible(texts[k] ?? '')) standing[at] = 1;
  }
  const missing = plan.summaries[standing.indexOf(0)];
  if (missing) return check('summaries', false, 'summaries-missing', { summary: missing.id });
  return check('summaries', true, 'summaries-written', { count: plan.summaries.length });
}
