import { argumentsOf, type ChatMessage, quarter } from './shared/chat.ts';
import { defineProduct, summarising, tokens as tokensParam, unchanged } from './shared/product.ts';
import { overTrigger } from '../triggers/watch.ts';

type Params = {
  readonly keepRecentTokens: number;
};

const IMAGE = 4800;

const tokens = ({ text, reasoning = '', calls, images }: ChatMessage): number => {
  const asked = calls.reduce((sum, call) => sum + call.name.length + JSON.stringify(argumentsOf(call)).length, 0);
  return quarter(text.length + reasoning.length + asked + IMAGE * images);
};

const RESERVE = 16_384;

/** From the newest message backwards until the budget is reached, then on to the next place where a cut is allowed: not at a tool result. */
export const pi = defineProduct<Params>({
  id: 'pi',
  source: { product: 'pi', version: '0.73.1', where: '@mariozechner/pi-coding-agent, findCutPoint', evidence: 'checked' },
  peers: {
    pi: {},
    'pi@4k': { params: { keepRecentTokens: 4000 } },
  },
  params: { keepRecentTokens: tokensParam(20_000, { knob: 'up' }) },
  summaries: 13_107,
  trigger: (_params, window) => overTrigger(window - RESERVE),
  compact(messages, { keepRecentTokens }) {
    let sum = 0;
    let cut = messages.length - 1;
    for (; cut >= 0; cut--) {
      if (messages[cut]!.role === 'system') continue;
      sum += tokens(messages[cut]!);
      if (sum >= keepRecentTokens) break;
    }
    // A budget that is never reached, or only behind the last such place, cuts at the first: results before it go.
    const allowed = (i: number): boolean => messages[i]!.role !== 'tool' && messages[i]!.role !== 'system';
    let from = Math.max(0, cut);
    while (from < messages.length && !allowed(from)) from++;
    if (from === messages.length) from = messages.findIndex((_, i) => allowed(i));
    if (from < 0) return unchanged(messages);
    const kept = (i: number): boolean => i >= from || messages[i]!.role === 'system';
    return summarising(messages, kept, {
      before: from,
      role: 'user',
      tokens: 13_107,
      sections: ['Goal', 'Constraints & Preferences', 'Progress', 'Key Decisions', 'Next Steps', 'Critical Context'],
    });
  },
});
