import { remembered } from '../signals/remember.ts';
import { type ChatMessage, geminiCharacters, geminiContents, geminiTextTokens } from './shared/chat.ts';
import { characters, defineProduct, share, summarising, tokens, unchanged } from './shared/product.ts';
import { ratioTrigger } from '../triggers/watch.ts';

type Params = {
  readonly preserve: number;
  readonly responseTokens: number;
  readonly outputCharacters: number;
};

const HEAD = 0.2;
const SECTIONS = ['Overall goal', 'Active constraints', 'Key knowledge', 'Artifact trail', 'File system state', 'Recent actions', 'Task state'];

function cutOutput(text: string, characters: number): string {
  const head = Math.floor(characters * HEAD);
  const tail = characters - head;
  const omitted = (text.length - characters).toLocaleString('en-US');
  return `${text.slice(0, head)}\n\n... [${omitted} characters omitted] ...\n\n${text.slice(text.length - tail)}`;
}

const tokensOf = remembered(({ text }: ChatMessage): number => geminiTextTokens(text));
const cutMessage = (message: ChatMessage, limit: number): ChatMessage => ({ ...message, text: cutOutput(message.text, limit) });

function cutOutputs(messages: readonly ChatMessage[], { responseTokens, outputCharacters }: Params): Map<number, ChatMessage> {
  const changed = new Map<number, ChatMessage>();
  const oldest = messages.findIndex(({ role, text }) => role === 'tool' && text.length > outputCharacters);
  if (oldest < 0 || responseTokens === Number.POSITIVE_INFINITY) return changed;
  let used = 0;
  for (let i = messages.length - 1; i >= oldest; i--) {
    const message = messages[i]!;
    if (message.role !== 'tool') continue;
    const long = message.text.length > outputCharacters && used + tokensOf(message) > responseTokens;
    const shown = long ? cutMessage(message, outputCharacters) : message;
    used += tokensOf(shown);
    if (long) changed.set(i, shown);
  }
  return changed;
}

function firstKept(messages: readonly ChatMessage[], cut: ReadonlyMap<number, ChatMessage>, preserve: number): number {
  const contents = geminiContents(messages);
  const sizes = contents.map((content) => geminiCharacters(content, (i) => cut.get(i) ?? messages[i]!));
  const enough = sizes.reduce((sum, size) => sum + size, 0) * (1 - preserve);
  let before = 0;
  let lastAsked = 0;
  for (const [k, { of, role, answers }] of contents.entries()) {
    const asked = role === 'user' && !answers;
    if (asked && before >= enough) return of[0]!;
    if (asked) lastAsked = of[0]!;
    before += sizes[k]!;
  }
  const last = contents.at(-1);
  return last?.role === 'model' && messages[last.of[0]!]!.calls.length === 0 ? messages.length : lastAsked;
}

/**
 * The newest 30 % of the characters stay, cut at a message of the user; if none has 70 % before it, everything goes when the last message is an
 * answer without calls, else the newest message of the user is the cut.
 */
export const geminiCli = defineProduct<Params>({
  id: 'gemini-cli',
  source: {
    product: 'Gemini CLI',
    version: '0.61.0',
    where: '@google/gemini-cli-core, ChatCompressionService, findCompressSplitPoint',
    evidence: 'checked',
  },
  peers: {
    'gemini-split': { params: { responseTokens: Number.POSITIVE_INFINITY } },
    'gemini-split@0.5': { params: { responseTokens: Number.POSITIVE_INFINITY, preserve: 0.5 } },
  },
  params: { preserve: share(0.3, { knob: 'up' }), responseTokens: tokens(50_000), outputCharacters: characters(40_000) },
  summaries: Number.POSITIVE_INFINITY,
  trigger: () => ratioTrigger(0.5),
  compact(messages, params) {
    const cut = cutOutputs(messages, params);
    const from = firstKept(messages, cut, params.preserve);
    const kept = (i: number): boolean => i >= from || messages[i]!.role === 'system';
    const { fates, inserted } = summarising(messages, kept, { before: from, role: 'user', sections: SECTIONS });
    if (inserted.length === 0) return unchanged(messages);
    return {
      fates: fates.map((fate, i) => (fate === 'keep' && cut.has(i) ? 'edit' : fate)),
      edits: new Map([...cut].filter(([i]) => kept(i))),
      inserted: [...inserted, { before: from, role: 'assistant', content: { text: 'Got it. Thanks for the additional context!' } }],
    };
  },
});
