import { defineProduct, keeping, tokens, unchanged } from './shared/product.ts';
import { overTrigger } from '../triggers/watch.ts';
import { quarter } from './shared/chat.ts';

type Params = {
  readonly limit: number;
};

/**
 * While the history has more than 3,000 tokens its first message goes, then the new first one if it is a tool result, then the new first one
 * if it is the assistant's. A last message that is too large alone goes too. The system message is held elsewhere.
 */
export const llamaIndex = defineProduct<Params>({
  id: 'llamaindex',
  source: { product: 'LlamaIndex', version: '089743e7', where: 'ChatMemoryBuffer.get', evidence: 'read' },
  params: { limit: tokens(3000, { knob: 'up' }) },
  onDemand: true,
  trigger: ({ limit }) => overTrigger(limit),
  compact(messages, { limit }) {
    const history = messages.flatMap((message, i) => (message.role === 'system' ? [] : [{ message, i }]));
    // The product asks a tokenizer; here a token is four characters of the contents, joined by a space.
    const characters = new Float64Array(history.length + 1);
    for (let at = history.length - 1; at >= 0; at--) characters[at] = characters[at + 1]! + history[at]!.message.text.length + 1;
    const size = (from: number): number => quarter(Math.max(0, characters[from]! - 1));
    const role = (at: number): string | undefined => history[at]?.message.role;
    let from = 0;
    while (size(from) > limit && history.length - from > 1) {
      from++;
      if (role(from) === 'tool') from++;
      if (role(from) === 'assistant') from++;
    }
    if (from === 0 && size(0) <= limit) return unchanged(messages);
    if (size(from) > limit) from = history.length;
    const first = history[from]?.i ?? messages.length;
    return keeping(messages, (i) => i >= first || messages[i]!.role === 'system');
  },
});
