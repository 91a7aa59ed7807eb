import { type ClineBlock, type ClineItem, itemCharacters, itemTokens } from './cline-items.ts';

/** Characters that a text has at least after it was cut. */
const LEAST = 16;

const mark = (characters: number): string => `\n...[truncated ${characters} chars]`;

function cut(text: string, limit: number): string {
  if (limit <= 0) return '';
  if (text.length <= limit) return text;
  if (limit <= LEAST) return text.slice(0, limit);
  const head = Math.max(1, limit - mark(text.length - limit).length);
  return `${text.slice(0, head)}${mark(text.length - head)}`;
}

/** Texts and results within so many characters together, in order. */
function cutBlocks(blocks: readonly ClineBlock[], limit: number): ClineBlock[] {
  let left = limit;
  const within = (text: string): string => {
    const short = cut(text, left);
    left -= short.length;
    return short;
  };
  return blocks.map((block) => {
    if (block.type === 'text') return { ...block, text: within(block.text) };
    return block.type === 'tool_result' ? { ...block, content: within(block.content) } : block;
  });
}

const idsOf = ({ blocks }: ClineItem): string[] =>
  blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : block.type === 'tool_result' ? [block.tool_use_id] : []));

/** From the last item with a call that has no result on, nothing is cut or dropped. */
function liveTail(items: readonly ClineItem[]): number {
  const answered = new Set(items.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []))));
  const waits = ({ blocks }: ClineItem): boolean => blocks.some((block) => block.type === 'tool_use' && !answered.has(block.id));
  const last = items.findLastIndex(waits);
  return last < 0 ? items.length : last;
}

/** Items that share the id of a call, each with those that it shares one with. */
function linked(items: readonly ClineItem[]): ReadonlyMap<ClineItem, ReadonlySet<ClineItem>> {
  const sets = new Map<ClineItem, Set<ClineItem>>();
  const owners = new Map<string, ClineItem>();
  for (const item of items) {
    let set = new Set([item]);
    for (const id of idsOf(item)) {
      const other = sets.get(owners.get(id) ?? item) ?? set;
      if (other !== set) set = new Set([...other, ...set]);
      owners.set(id, item);
    }
    for (const member of set) sets.set(member, set);
  }
  return sets;
}

/**
 * What is still over the target is cut, the newest item first, and if that does not do, dropped from the oldest on, calls with their results.
 * The first and the last prompt are not dropped, the last is not cut either.
 */
export function clineFit(items: readonly ClineItem[], target: number): ClineItem[] {
  const now = [...items];
  let total = now.reduce((sum, item) => sum + itemTokens(item), 0);
  const lastPrompt = now.findLastIndex(({ kind }) => kind === 'prompt');
  const live = liveTail(now);
  for (let k = Math.min(now.length, live) - 1; k >= 0 && total > target; k--) {
    const item = now[k]!;
    if (k === lastPrompt || !item.blocks.some(({ type }) => type === 'text' || type === 'tool_result')) continue;
    const perToken = Math.max(1, itemCharacters(item) / itemTokens(item));
    const limit = Math.max(LEAST, Math.floor((target * perToken) / now.length));
    now[k] = { ...item, blocks: cutBlocks(item.blocks, limit) };
    total += itemTokens(now[k]!) - itemTokens(item);
  }
  if (total <= target) return now;

  const firstPrompt = now.findIndex(({ kind }) => kind === 'prompt');
  const stays = new Set(now.filter((_, k) => k === firstPrompt || k === lastPrompt || k >= live));
  const links = linked(now);
  const gone = new Set<ClineItem>();
  for (const item of now) {
    if (total <= target) break;
    const group = [...links.get(item)!];
    if (gone.has(item) || group.some((member) => stays.has(member))) continue;
    for (const member of group) {
      gone.add(member);
      total -= itemTokens(member);
    }
  }
  return now.filter((item) => !gone.has(item));
}
