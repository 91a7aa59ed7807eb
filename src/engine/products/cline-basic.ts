import { remembered } from '../signals/remember.ts';
import { tokensTrigger } from '../triggers/watch.ts';
import { argumentsOf, type ChatMessage } from './shared/chat.ts';
import { choice, defineProduct, editing, share, tokens, unchanged } from './shared/product.ts';

type ClineBlock =
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string };

interface ClineItem {
  readonly of: readonly number[];
  readonly kind: 'prompt' | 'results' | 'answer';
  readonly blocks: readonly ClineBlock[];
}

const CHARACTERS = 3;

const tokensIn = (characters: number): number => Math.max(1, Math.ceil(characters / CHARACTERS));

const blockCharacters = (block: ClineBlock): number => JSON.stringify(block).length;

/** Characters of the JSON of an item as the product writes it down, with an id. */
const itemCharacters = remembered(({ of, kind, blocks }: ClineItem): number => {
  const around = JSON.stringify({ id: `m${of[0]}`, role: kind === 'answer' ? 'assistant' : 'user', content: [] }).length;
  return blocks.reduce((sum, block) => sum + blockCharacters(block), around + Math.max(0, blocks.length - 1));
});

const itemTokens = (item: ClineItem): number => tokensIn(itemCharacters(item));

const itemsTokens = (items: readonly ClineItem[]): number => items.reduce((sum, item) => sum + itemTokens(item), 0);

const charactersOf = (items: readonly ClineItem[]): number => items.reduce((sum, item) => sum + itemCharacters(item), Math.max(0, items.length - 1));

const requestTokens = (systemPrompt: string, items: readonly ClineItem[]): number =>
  tokensIn(JSON.stringify({ systemPrompt, messages: [], tools: [] }).length + charactersOf(items));

const blocksOf = remembered((message: ChatMessage): readonly ClineBlock[] => {
  const { role, text, reasoning, calls, callId } = message;
  if (role === 'tool') return [{ type: 'tool_result', tool_use_id: callId!, content: text }];
  if (role === 'user') return [{ type: 'text', text }];
  const blocks: ClineBlock[] = [
    ...(reasoning === undefined ? [] : [{ type: 'thinking' as const, thinking: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map((call) => ({ type: 'tool_use' as const, id: call.id, name: call.name, input: argumentsOf(call) })),
  ];
  // Empty content is not allowed in this format.
  return blocks.length > 0 ? blocks : [{ type: 'text', text: '.' }];
});

/** The history as the product holds it; system messages are outside. */
const clineItems = remembered((messages: readonly ChatMessage[]): readonly ClineItem[] => {
  const items: (ClineItem & { of: number[]; blocks: ClineBlock[] })[] = [];
  messages.forEach((message, i) => {
    if (message.role === 'system') return;
    const last = items.at(-1);
    if (message.role === 'tool' && last?.kind === 'results') {
      last.of.push(i);
      last.blocks.push(...blocksOf(message));
    } else {
      const kind = message.role === 'tool' ? 'results' : message.role === 'user' ? 'prompt' : 'answer';
      items.push({ of: [i], kind, blocks: [...blocksOf(message)] });
    }
  });
  return items;
});

/** Whether two blocks say the same: calls and thinking are never made anew. */
function says(a: ClineBlock, b: ClineBlock | undefined): boolean {
  if (a.type === 'text') return b?.type === 'text' && a.text === b.text;
  return a === b || (a.type === 'tool_result' && b?.type === 'tool_result' && a.content === b.content);
}

const sayTheSame = (a: readonly ClineBlock[], b: readonly ClineBlock[]): boolean => a.length === b.length && a.every((block, k) => says(block, b[k]));

const lastEdits = new WeakMap<ChatMessage, { readonly blocks: readonly ClineBlock[]; readonly made: ChatMessage }>();

function clineEdit(message: ChatMessage, blocks: readonly ClineBlock[], k: number): ChatMessage {
  const { reasoning: _, ...rest } = message;
  const result = blocks[k];
  if (message.role === 'tool') return { ...rest, text: result?.type === 'tool_result' ? result.content : '' };
  const known = lastEdits.get(message);
  if (known && sayTheSame(known.blocks, blocks)) return known.made;
  const made = { ...rest, text: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n') };
  lastEdits.set(message, { blocks, made });
  return made;
}

interface Work {
  readonly read: string[];
  readonly edited: string[];
  readonly ran: string[];
}

const COMMAND = 100;
const PATHS = ['path', 'file_path', 'target_file', 'new_file_path', 'old_file_path'];
const CHANGED_LINE = /(?:^|\n|\\n)[-+](\d+): /g;

type Fields = Readonly<Record<string, unknown>>;
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function paths(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(paths);
  if (typeof value !== 'object' || value === null) return [];
  const named = fields(value);
  const files = list(named.files).flatMap((file) => paths(fields(file).path));
  return [...PATHS.flatMap((name) => paths(named[name])), ...files, ...list(named.file_paths).flatMap(paths)];
}

function add(to: string[], text: string): void {
  if (text.trim() !== '' && !to.includes(text.trim())) to.push(text.trim());
}

function readPaths(input: unknown): string[] {
  const { files } = fields(input);
  if (!Array.isArray(files)) return paths(input);
  return files.map(fields).flatMap(({ path, start_line: start, end_line: end }) => {
    if (typeof path !== 'string' || path.trim() === '') return [];
    return [typeof start === 'number' && typeof end === 'number' ? `${path.trim()}:${start}-${end}` : path.trim()];
  });
}

function resultText(content: string): string {
  try {
    const { result } = fields(JSON.parse(content));
    return typeof result === 'string' ? result : content;
  } catch {
    return content;
  }
}

function editedRange(content: string): string {
  const lines = [...resultText(content).matchAll(CHANGED_LINE)].map(([, line]) => Number(line));
  return lines.length > 0 ? `:${lines.reduce((a, b) => Math.min(a, b))}-${lines.reduce((a, b) => Math.max(a, b))}` : '';
}

const READS = 'read_files';
const EDITS: ReadonlySet<string> = new Set(['editor', 'apply_patch']);
const RUNS = 'run_commands';

const works = ({ blocks }: ClineItem): boolean =>
  blocks.some((block) => block.type === 'tool_use' && (block.name === READS || block.name === RUNS || EDITS.has(block.name)));

function workOf(items: readonly ClineItem[]): Work {
  const work: Work = { read: [], edited: [], ran: [] };
  const edits = new Map<string, string>();
  const called = (block: ClineBlock & { type: 'tool_use' }): void => {
    if (block.name === READS) for (const path of readPaths(block.input)) add(work.read, path);
    const [path] = EDITS.has(block.name) ? paths(block.input) : [];
    if (path !== undefined) edits.set(block.id, path);
    const commands = block.name === RUNS ? list(fields(block.input).commands) : [];
    for (const command of commands) {
      const shown = typeof command === 'string' ? command.trim() : '';
      add(work.ran, shown.length > COMMAND ? `${shown.slice(0, COMMAND)}...` : shown);
    }
  };
  for (const item of items) {
    if (edits.size === 0 && !works(item)) continue;
    for (const block of item.blocks) {
      if (block.type === 'tool_use') called(block);
      const path = block.type === 'tool_result' ? edits.get(block.tool_use_id) : undefined;
      if (block.type !== 'tool_result' || path === undefined) continue;
      add(work.edited, `${path}${editedRange(block.content)}`);
      edits.delete(block.tool_use_id);
    }
  }
  for (const path of edits.values()) add(work.edited, path);
  return work;
}

const spoken = ({ kind, blocks }: ClineItem): string => {
  if (kind !== 'answer') return '';
  return blocks
    .flatMap((block) => (block.type === 'text' ? [block.text.trim()] : []))
    .filter((text) => text !== '')
    .join('\n');
};

function clineNotice(gone: readonly ClineItem[], recent: ReadonlySet<ClineItem>): ClineBlock[] {
  const { read, edited, ran } = workOf(gone);
  const said = gone.filter((item) => recent.has(item)).map(spoken);
  if (read.length + edited.length + ran.length + said.length === 0) return [];
  const sections = [
    ['Files read', read],
    ['Files edited', edited],
    ['Commands ran', ran],
  ] as const;
  const parts = sections.map(([title, entries]) => `${title}:\n${entries.join('\n')}`);
  const answers = said.length > 0 ? [`Your recent responses:\n${said.join('\n---\n')}`] : [];
  const text = ['Messages were removed here. What you did in them:', ...parts, ...answers].join('\n\n');
  return [{ type: 'text', text: `<SYSTEM_NOTICE>\n${text}</SYSTEM_NOTICE>` }];
}

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

function liveTail(items: readonly ClineItem[]): number {
  const answered = new Set(items.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []))));
  const waits = ({ blocks }: ClineItem): boolean => blocks.some((block) => block.type === 'tool_use' && !answered.has(block.id));
  const last = items.findLastIndex(waits);
  return last < 0 ? items.length : last;
}

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
function clineFit(items: readonly ClineItem[], target: number): ClineItem[] {
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

type Params = {
  readonly mode: string;
  readonly ratio: number;
  readonly maxTokens: number;
};

const USABLE = 0.9;
const TRIGGER = 0.9;
const SHORT_TARGET = 0.7;
const EXCHANGES = 5;
const [LEAST_RATIO, MOST_RATIO] = [0.05, 0.95];
const QUOTED = 3;

const exchanges = (items: readonly ClineItem[]): number => {
  let asked = false;
  let count = 0;
  for (const { kind } of items) {
    if (kind === 'answer' && asked) count++;
    asked = kind !== 'answer';
  }
  return count;
};

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
const bare = (item: ClineItem): ClineItem | null => {
  if (item.kind !== 'prompt' && !item.blocks.some(({ type }) => type === 'thinking')) return item;
  const blocks = item.blocks.flatMap((block): ClineBlock[] => {
    if (block.type === 'thinking') return [];
    if (item.kind !== 'prompt' || block.type !== 'text') return [block];
    return block.text.trim() === '' ? [] : [{ ...block, text: block.text.trim() }];
  });
  return blocks.length > 0 ? { ...item, blocks } : null;
};

const wordsOnly = ({ kind, blocks }: ClineItem): boolean => kind === 'answer' && !blocks.some(({ type }) => type === 'tool_use');

const promptsOf = (items: readonly ClineItem[]): readonly number[] => items.flatMap(({ kind }, k) => (kind === 'prompt' ? [k] : []));

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

const placesOf = (items: readonly ClineItem[]): ReadonlyMap<number, number> => new Map(items.map(({ of }, k) => [of[0]!, k]));

const newestAnswers = (items: readonly ClineItem[]): ReadonlySet<ClineItem> => new Set(items.filter((item) => spoken(item) !== '').slice(-QUOTED));

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
