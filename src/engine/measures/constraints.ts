import type { Slice } from '../lib/lib-steps.ts';
import { isCodeLine, splitSentences } from '../signals/sentences.ts';
import type { ItemType, Message } from '../transcript/types.ts';
import { BINDING, BINDS } from './independent/contract.ts';
import { defineMeasure, lossesOf, SHARE } from './shared/define.ts';
import type { Examples } from './shared/example.ts';
import type { FindInput, Statement } from './shared/stands.ts';
import { lostStatements, preservedShare, statementCounts, statementLine, Statements } from './shared/statements.ts';
import { CONSTRAINT_ORIGINS, type ConstraintOrigin, type ConstraintValue, type LostStatement } from './types.ts';

export const constraints = defineMeasure({
  id: 'constraints',
  group: 'loss',
  better: 'higher',
  values: [
    {
      from: 'losses',
      name: 'constraints',
      value: ({ losses }) => losses.constraints && preservedShare(losses.constraints.all),
      why: () => ({ key: 'measure-no-constraints' }),
      columns: [{ ...SHARE, id: 'constraints', width: 68, lists: 'constraints', original: () => 1 }],
    },
  ],
  losses: lossesOf<readonly Statement<ConstraintOrigin>[], ConstraintValue, LostStatement>({
    name: 'constraints',
    find: constraintsOf,
    statements: (found) => found,
    count({ found, levels }) {
      const counts = statementCounts(CONSTRAINT_ORIGINS, found, levels);
      return counts && { all: counts.all, byOrigin: counts.of };
    },
    parts: ({ all }) => all,
    lost: ({ found, levels }) => lostStatements(found, levels),
    line: statementLine,
  }),
});

const SLICE = 32;

const NO_SOURCE: ReadonlySet<ItemType> = new Set<ItemType>(['TOOL_RESULT', 'ASSISTANT_MESSAGE', 'COMPACTION_SUMMARY', 'OFFLOAD_PLACEHOLDER']);

function originOf({ synthetic }: Message, type: ItemType): ConstraintOrigin | null {
  if (NO_SOURCE.has(type)) return null;
  return type === 'USER_MESSAGE' && !synthetic ? 'user' : 'system';
}

export function* constraintsOf({ messages, itemType }: FindInput): Generator<Slice, readonly Statement<ConstraintOrigin>[]> {
  const found = new Statements<ConstraintOrigin>();
  for (const [i, message] of messages.entries()) {
    if (i % SLICE === 0) yield;
    const origin = originOf(message, itemType[i]!);
    if (origin === null) continue;
    message.parts.forEach((part, p) => {
      if (part.type !== 'text' || !BINDS.test(part.text)) return;
      for (const { start, end } of splitSentences(part.text)) {
        if (end - start < BINDING.shortest || end - start > BINDING.longest) continue;
        const sentence = part.text.slice(start, end);
        if (BINDS.test(sentence) && !isCodeLine(sentence)) found.add(sentence, origin, { message: i, part: p, piece: 0, start, end });
      }
    });
  }
  return found.list();
}

export const examples: Examples = {
  constraints: {
    messages: [
      { role: 'system', text: 'Never push to the main branch.', fate: 'K' },
      { role: 'user', text: 'Always run the tests first. You must not change the schema in the database.', fate: 'D' },
      {
        role: 'assistant',
        text: 'I have understood what is wanted and will begin with the tests of the queue, then look at the rest of the code.',
        fate: 'D',
      },
      { role: 'user', text: 'Please go on.', fate: 'K' },
    ],
    inserted: { before: 1, text: 'The user said: always run the tests first.\nThe schema must not change.' },
    expected: {
      'measures.constraints': 0.6667,
      'values.constraints.byOrigin.system.preserved': 1,
      'values.constraints.byOrigin.user.preserved': 1,
      'values.constraints.byOrigin.user.degraded': 1,
    },
    because:
      'Three constraints. That of the system message stays, and the insertion says the second word for word. Of the eight different words of the third (you, must, not, change, the, schema, in, database) one line has five: degraded. Preserved: 2 of 3.',
  },
};
