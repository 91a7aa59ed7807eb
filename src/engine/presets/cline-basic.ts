import type { ChatMessage } from './shared/chat.ts';
import { clineFit } from './shared/cline-fit.ts';
import { type ClineBlock, type ClineItem, clineEdit, clineItems, itemsTokens, itemTokens, requestTokens, sayTheSame } from './shared/cline-items.ts';
import { clineNotice, spoken } from './shared/cline-notice.ts';
import { defineProduct } from './shared/define.ts';
import { tokensTrigger } from '../triggers/seeds.ts';
import { choice, share, tokens } from './shared/params.ts';
import { editing, unchanged } from './shared/outcome.ts';
import { remembered } from './shared/remembered.ts';

type Params = {
  /** `auto` compacts to a share of the window, `manual` (by hand) to a share of the conversation. */
  readonly mode: string;
  /** This share; for `auto` the product's constant. */
  readonly ratio: number;
  /** Tokens that the model may answer with. */
  readonly maxTokens: number;
};

/** Share of the window that is usable, and of that the trigger. */
const USABLE = 0.9;
const TRIGGER = 0.9;
/** Target as a share of the trigger in a conversation of fewer exchanges. */
const SHORT_TARGET = 0.7;
const EXCHANGES = 5;
const [LEAST_RATIO, MOST_RATIO] = [0.05, 0.95];
/** Newest answers that a notice quotes if they went. */
const QUOTED = 3;

/** Prompts that an answer follows. */
const exchanges = remembered((items: readonly ClineItem[]): number => {
  let asked = false;
  let count = 0;
  for (const { kind } of items) {
    if (kind === 'answer' && asked) count++;
    asked = kind !== 'answer';
  }
  return count;
});

/** Tokens that the messages may have at the trigger, and after compaction. */
function budget(messages: readonly ChatMessage[], items: readonly ClineItem[], { mode, ratio, maxTokens }: Params, window: number) {
  const size = itemsTokens(items);
  const systemPrompt = messages.find(({ role }) => role === 'system')?.text ?? '';
  const overhead = Math.max(0, requestTokens(systemPrompt, items) - size);
  const usable = window * USABLE;
  const trigger = usable * TRIGGER;
  const atTrigger = Math.max(1, Math.floor(trigger - overhead));
  if (mode === 'manual') {
    const share = Math.min(MOST_RATIO, Math.max(LEAST_RATIO, ratio));
    return { trigger: atTrigger, target: Math.max(1, Math.floor(Math.min(atTrigger, size * share))) };
  }
  const long = exchanges(items) >= EXCHANGES && maxTokens < usable;
  const wanted = long ? Math.floor(usable * ratio) : Math.floor(trigger * SHORT_TARGET);
  const request = Math.max(1, Math.min(wanted, Math.max(1, trigger - 1)));
  return { trigger: atTrigger, target: Math.min(atTrigger, Math.max(1, Math.floor(request - overhead))) };
}

/** An item without thinking and, for a prompt, without space around it; null where nothing is left. */
const bare = remembered((item: ClineItem): ClineItem | null => {
  if (item.kind !== 'prompt' && !item.blocks.some(({ type }) => type === 'thinking')) return item;
  const blocks = item.blocks.flatMap((block): ClineBlock[] => {
    if (block.type === 'thinking') return [];
    if (item.kind !== 'prompt' || block.type !== 'text') return [block];
    return block.text.trim() === '' ? [] : [{ ...block, text: block.text.trim() }];
  });
  return blocks.length > 0 ? { ...item, blocks } : null;
});

const wordsOnly = ({ kind, blocks }: ClineItem): boolean => kind === 'answer' && !blocks.some(({ type }) => type === 'tool_use');

const promptsOf = remembered((items: readonly ClineItem[]): readonly number[] => items.flatMap(({ kind }, k) => (kind === 'prompt' ? [k] : [])));

/** Items that stay: all prompts, the newest of the latest turn, and the last answer of older turns. Null: there is no prompt. */
function selected(items: readonly ClineItem[], target: number) {
  const prompts = promptsOf(items);
  const kept = new Map<number, ClineItem>();
  for (const k of prompts) {
    const prompt = bare(items[k]!);
    if (prompt !== null) kept.set(k, prompt);
  }
  if (kept.size === 0) return null;
  let used = [...kept.values()].reduce((sum, item) => sum + itemTokens(item), 0);

  const last = prompts.at(-1)!;
  let from = items.length;
  for (let room = target - used; from - 1 > last; from--) {
    room -= itemTokens(items[from - 1]!);
    if (room < 0) break;
  }
  while (from < items.length && items[from]!.kind !== 'answer') from++;
  for (let k = from; k < items.length; k++) {
    kept.set(k, items[k]!);
    used += itemTokens(items[k]!);
  }

  for (let turn = prompts.length - 2; turn >= 0; turn--) {
    let at = prompts[turn + 1]! - 1;
    while (at > prompts[turn]! && !wordsOnly(items[at]!)) at--;
    const answer = at === prompts[turn] || spoken(items[at]!) === '' ? null : bare(items[at]!);
    if (answer === null || used + itemTokens(answer) > target) continue;
    kept.set(at, answer);
    used += itemTokens(answer);
  }
  const stay = [...kept].sort(([a], [b]) => a - b).flatMap(([, item]) => bare(item) ?? []);
  return { stay, used };
}

/** Where an item stands, by its first message: that survives its edits. */
const placesOf = remembered((items: readonly ClineItem[]): ReadonlyMap<number, number> => new Map(items.map(({ of }, k) => [of[0]!, k])));

const newestAnswers = remembered(
  (items: readonly ClineItem[]): ReadonlySet<ClineItem> => new Set(items.filter((item) => spoken(item) !== '').slice(-QUOTED)),
);

/** Prompts that follow each other become one; a notice stands where messages went behind a prompt. */
function merged(stay: readonly ClineItem[], items: readonly ClineItem[]): Map<ClineItem, ClineItem | null> {
  const places = placesOf(items);
  const at = (item: ClineItem | undefined): number => (item === undefined ? items.length : places.get(item.of[0]!)!);
  const recent = newestAnswers(items);
  const now = new Map<ClineItem, ClineItem | null>(stay.map((item) => [item, item]));
  let first: ClineItem | null = null;
  let blocks: ClineBlock[] = [];
  stay.forEach((item, k) => {
    if (item.kind !== 'prompt') {
      first = null;
      return;
    }
    if (first === null) {
      first = item;
      blocks = [];
      now.set(item, { ...item, blocks });
    } else now.set(item, null);
    blocks.push(...item.blocks, ...clineNotice(items.slice(at(item) + 1, at(stay[k + 1])), recent));
  });
  return now;
}

/**
 * Every prompt stays (those that meet become one), of the latest turn the newest messages that fit, of older turns the last answer if it fits;
 * notices name the files read, the files edited and the commands run. The trigger is 0.9 of the usable window, the target 0.5 of it.
 */
export const clineBasic = defineProduct<Params>({
  id: 'cline-basic',
  source: { product: 'Cline', version: '0.0.86', where: '@cline/core, basic compaction', evidence: 'checked' },
  peers: {
    'cline-basic': { params: { mode: 'manual' } },
    'cline-basic@20k': { params: { mode: 'manual', maxTokens: 2048 }, window: 20_000 },
  },
  params: { mode: choice('auto', ['auto', 'manual']), ratio: share(0.5, { knob: 'up' }), maxTokens: tokens(8192) },
  trigger: (_params, window) => tokensTrigger(window * USABLE * TRIGGER),
  compact(messages, params, window) {
    const items = clineItems(messages);
    if (items.length < 2) return unchanged(messages);
    const { trigger, target } = budget(messages, items, params, window);
    const found = selected(items, target);
    if (found === null) return unchanged(messages);
    const fitted = clineFit(found.stay, Math.min(Math.max(target, found.used), trigger));
    const now = new Map([...merged(fitted, items)].map(([item, to]) => [item.of[0]!, to]));

    const changed = new Map<number, ChatMessage | null>();
    for (const item of items) {
      const to = now.get(item.of[0]!) ?? null;
      if (to === item || (to !== null && sayTheSame(to.blocks, item.blocks))) continue;
      item.of.forEach((i, k) => {
        changed.set(i, to === null ? null : clineEdit(messages[i]!, to.blocks, k));
      });
    }
    return editing(messages, changed);
  },
});
