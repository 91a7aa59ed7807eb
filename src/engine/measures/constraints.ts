/** Sentences that bind: what must, must never, may only be done, in system and user messages. */
import { isCodeLine } from '../signals/code-lines.ts';
import { splitSentences } from '../signals/sentences.ts';
import type { OfTranscript } from '../signals/remember.ts';
import type { ItemType, Message } from '../transcript/types.ts';
import { type Statement, Statements } from './shared/statements.ts';
import type { ConstraintOrigin } from './types.ts';

/** Words that bind: must, never, always, only, do not; 必须 不要 禁止 始终 只能. */
const BINDS = /\b(?:must(?:n['’]t)?|never|always|only|do not|don['’]t)\b|必须|不要|禁止|始终|只能/i;
/** Characters of a sentence that can bind: shorter ones are headings, longer ones are no sentences. */
const SHORTEST = 8;
const LONGEST = 600;
/** Messages between two chances to pause. */
const SLICE = 32;

/** What agents write themselves, and what tools answer, is no constraint wherever it stands. */
const NO_SOURCE: ReadonlySet<ItemType> = new Set<ItemType>(['TOOL_RESULT', 'ASSISTANT_MESSAGE', 'COMPACTION_SUMMARY', 'OFFLOAD_PLACEHOLDER']);

function originOf({ role, synthetic }: Message, type: ItemType): ConstraintOrigin | null {
  if (NO_SOURCE.has(type) || (role !== 'system' && role !== 'user')) return null;
  return type === 'USER_MESSAGE' && !synthetic ? 'user' : 'system';
}

/** Constraints in order of their first mention, in slices. Linear. */
export function* constraintsOf({
  messages,
  itemType,
}: Pick<OfTranscript, 'messages' | 'itemType'>): Generator<void, readonly Statement<ConstraintOrigin>[]> {
  const found = new Statements<ConstraintOrigin>();
  for (const [i, message] of messages.entries()) {
    if (i % SLICE === 0) yield;
    const origin = originOf(message, itemType[i]!);
    if (origin === null) continue;
    message.parts.forEach((part, p) => {
      if (part.type !== 'text' || !BINDS.test(part.text)) return;
      for (const { start, end } of splitSentences(part.text)) {
        if (end - start < SHORTEST || end - start > LONGEST) continue;
        const sentence = part.text.slice(start, end);
        if (BINDS.test(sentence) && !isCodeLine(sentence)) found.add(sentence, origin, { message: i, part: p, piece: 0, start, end });
      }
    });
  }
  return found.list();
}
