import { choice, defineProduct, flag, keeping, tokens } from './shared/product.ts';
import { overTrigger } from '../triggers/watch.ts';
import { CHARACTERS, langchainCharacters, langchainTail } from './shared/chat.ts';

type Params = {
  readonly maxTokens: number;
  /** Role that what stays must begin with: `human`, `ai`, `tool`, `system`, with commas between; empty = any. */
  readonly startOn: string;
  /** Roles that it must end with, in the same way. */
  readonly endOn: string;
  readonly includeSystem: boolean;
};

const NAMES = { user: 'human', assistant: 'ai', tool: 'tool', system: 'system' } as const;

/** The newest messages within the tokens stay, whatever comes first; with `startOn` from the next message of this role on. */
export const langchainTrim = defineProduct<Params>({
  id: 'langchain-trim',
  source: { product: 'LangChain', version: '1.1.47', where: '@langchain/core, trimMessages', evidence: 'checked' },
  peers: {
    'langchain-trim': { params: { maxTokens: 4000, startOn: 'human' } },
    'langchain-trim@30k': { params: { maxTokens: 30_000, startOn: 'human', includeSystem: true } },
    'langchain-trim@bare': { params: { maxTokens: 30_000 } },
  },
  params: {
    maxTokens: tokens(4000, { knob: 'up' }),
    startOn: choice('', ['', 'human', 'ai', 'tool', 'system']),
    endOn: choice('', ['', 'human', 'ai', 'tool', 'system']),
    includeSystem: flag(false),
  },
  trigger: ({ maxTokens }) => overTrigger(maxTokens),
  compact(messages, { maxTokens, startOn, endOn, includeSystem }) {
    const fits = (roles: string, i: number): boolean => roles === '' || roles.split(',').includes(NAMES[messages[i]!.role]);
    let end = messages.length;
    while (end > 0 && !fits(endOn, end - 1)) end--;
    const system = includeSystem && end > 0 && messages[0]!.role === 'system';
    const budget = system ? maxTokens - langchainCharacters(messages[0]!) / CHARACTERS : maxTokens;
    let from = langchainTail(messages.slice(0, end), budget, system ? 1 : 0);
    while (from < end && !fits(startOn, from)) from++;
    // The system message is before the rest, so that it is the first to be asked for its role once nothing else is left.
    const stays = system && budget >= 0 && (from < end || fits(startOn, 0));
    return keeping(messages, (i) => (i >= from && i < end) || (stays && i === 0));
  },
});
