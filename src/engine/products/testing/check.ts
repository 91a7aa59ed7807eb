/** Products against recordings: what their own published code kept, edited and dropped of the same conversations. */
import { isObject, jsonText, type JsonObject, objectsOf, textOf } from '../../formats/json.ts';
import { flatJson } from '../../transcript/transcript-json.ts';
import type { Result } from '../../transcript/types.ts';
import { PRODUCTS } from '../index.ts';
import type { ChatMessage } from '../shared/chat.ts';
import type { Fate, Peer, Product, Values } from '../shared/product.ts';

const WINDOW = 200_000;

export interface Lists {
  readonly kept: readonly number[];
  readonly modified: readonly number[];
  readonly dropped: readonly number[];
}

interface RecordedConversation extends Lists {
  readonly n: number;
}

export interface Recording {
  readonly peer: string;
  /** By file; null: the code failed on it, so that there is nothing to compare. */
  readonly conversations: ReadonlyMap<string, RecordedConversation | null>;
}

export interface Difference extends Lists {
  readonly file: string;
  /** Why it may; absent: it may not. */
  readonly reason?: string;
  /** Why messages could not be compared one by one: other numbers of them (all of ours are listed), or ours failed (none is). */
  readonly error?: string;
}

export interface PeerCheck {
  readonly peer: string;
  readonly preset: string;
  readonly files: number;
  readonly equal: number;
  readonly differences: readonly Difference[];
  /** Conversations of the recording that are not there, or on which the published code failed. */
  readonly notCompared: readonly string[];
}

export interface CheckReport {
  readonly peers: readonly PeerCheck[];
  readonly unmapped: readonly string[];
}

const read = (text: string): unknown => flatJson(text.replace(/^\uFEFF/, ''))?.value;
const refuse = (error: string): { ok: false; error: string } => ({ ok: false, error });
const isIndices = (value: unknown): value is number[] => Array.isArray(value) && value.every((i) => Number.isInteger(i) && i >= 0);

export function readRecording(text: string): Result<Recording, string> {
  const value = read(text);
  if (!isObject(value) || typeof value.peer !== 'string' || !isObject(value.conversations))
    return refuse('expected JSON with "peer" and "conversations"');
  const conversations = new Map<string, RecordedConversation | null>();
  for (const [file, found] of Object.entries(value.conversations)) {
    if (!isObject(found)) return refuse(`${file}: expected an object`);
    if (found.error !== undefined) {
      conversations.set(file, null);
      continue;
    }
    const { n, keptIndices: kept, modifiedIndices: modified, droppedIndices: dropped } = found;
    if (typeof n !== 'number' || !isIndices(kept) || !isIndices(modified) || !isIndices(dropped))
      return refuse(`${file}: expected n, keptIndices, modifiedIndices and droppedIndices`);
    conversations.set(file, { n, kept, modified, dropped });
  }
  return { ok: true, value: { peer: value.peer, conversations } };
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool']);

function spoken(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content) ?? '';
  return content.map((part) => textOf(part) ?? (isObject(part) ? (textOf(part.text) ?? '') : '')).join('\n');
}

function callOf(call: JsonObject): ChatMessage['calls'][number] {
  const made = isObject(call.function) ? call.function : {};
  const args = made.arguments ?? '';
  return { id: textOf(call.id) ?? '', name: textOf(made.name) ?? '', args: textOf(args) ?? jsonText(args) };
}

/**
 * Reads a list of OpenAI chat messages, or an object with `messages`, as the recordings did: index by index, ids as they are, without thinking
 * and images. The importer of the page repairs ids and skips what is no message, so that its indices can be others.
 */
export function readConversation(text: string): Result<readonly ChatMessage[], string> {
  const value = read(text);
  const list = isObject(value) ? value.messages : value;
  if (!Array.isArray(list)) return refuse('expected a JSON list of chat messages, or an object with "messages"');
  const wrong = list.findIndex((message) => !isObject(message) || !ROLES.has(message.role));
  if (wrong >= 0) return refuse(`message ${wrong}: expected a role of ${[...ROLES].join(', ')}`);
  const messages = list as (JsonObject & { readonly role: ChatMessage['role'] })[];
  const names = new Map(
    messages.flatMap((message) =>
      objectsOf(message.tool_calls)
        .map(callOf)
        .map(({ id, name }) => [id, name] as const),
    ),
  );
  return {
    ok: true,
    value: messages.map(({ role, content, tool_calls, tool_call_id }): ChatMessage => {
      const message = { role, text: spoken(content), calls: objectsOf(tool_calls).map(callOf), images: 0 };
      if (role !== 'tool') return message;
      const callId = textOf(tool_call_id) ?? '';
      const tool = names.get(callId);
      return { ...message, callId, ...(tool !== undefined && { tool }) };
    }),
  };
}

const peersOf = (products: readonly Product[]): ReadonlyMap<string, { readonly product: Product; readonly settings: Peer }> =>
  new Map(products.flatMap((product) => Object.entries(product.peers ?? {}).map(([peer, settings]) => [peer, { product, settings }] as const)));

const LIST = { keep: 'kept', edit: 'modified', summarise: 'dropped', drop: 'dropped' } as const;

/** Messages of which ours makes something else; null where there are none. */
function differenceOf(fates: readonly Fate[], recorded: RecordedConversation): Omit<Difference, 'file'> | null {
  const lists = { kept: [] as number[], modified: [] as number[], dropped: [] as number[] };
  const sameLength = fates.length === recorded.n;
  const theirs = new Map((['kept', 'modified', 'dropped'] as const).flatMap((list) => recorded[list].map((i) => [i, list] as const)));
  for (const [i, fate] of fates.entries()) if (!sameLength || theirs.get(i) !== LIST[fate]) lists[LIST[fate]].push(i);
  if (!sameLength) return { ...lists, error: `${fates.length} messages here, ${recorded.n} in the recording` };
  return Object.values(lists).some((list) => list.length > 0) ? lists : null;
}

function compared(
  product: Product,
  { params, window = WINDOW }: Peer,
  messages: readonly ChatMessage[],
  recorded: RecordedConversation,
): ReturnType<typeof differenceOf> {
  try {
    return differenceOf(product.compact(messages, { ...product.defaults, ...params } as Values, window).fates, recorded);
  } catch (error) {
    return { kept: [], modified: [], dropped: [], error: `ours failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function checkPeer(
  { peer, conversations }: Recording,
  product: Product,
  settings: Peer,
  messagesOf: (file: string) => readonly ChatMessage[] | undefined,
): PeerCheck {
  const { differs = {} } = settings;
  const differences: Difference[] = [];
  const notCompared: string[] = [];
  for (const [file, recorded] of conversations) {
    const messages = messagesOf(file);
    if (messages === undefined || recorded === null) {
      notCompared.push(file);
      continue;
    }
    const found = compared(product, settings, messages, recorded);
    const reason = Object.hasOwn(differs, file) ? differs[file] : undefined;
    if (found) differences.push({ file, ...found, ...(reason !== undefined && { reason }) });
  }
  const files = conversations.size - notCompared.length;
  return { peer, preset: product.id, files, equal: files - differences.length, differences, notCompared };
}

export function checkProducts(
  recordings: readonly Recording[],
  messagesOf: (file: string) => readonly ChatMessage[] | undefined,
  products: readonly Product[] = PRODUCTS,
): CheckReport {
  const known = peersOf(products);
  const found = recordings.map((recording) => ({ recording, by: known.get(recording.peer) }));
  return {
    peers: found.flatMap(({ recording, by }) => (by ? [checkPeer(recording, by.product, by.settings, messagesOf)] : [])),
    unmapped: found.flatMap(({ recording, by }) => (by ? [] : [recording.peer])),
  };
}

/** Whether nothing differs without a reason. */
export const isEqual = ({ peers }: CheckReport): boolean => peers.every(({ differences }) => differences.every(({ reason }) => reason !== undefined));
