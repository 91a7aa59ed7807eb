/** A compaction right after the answer to what the one before left open. */
import { expect, test } from 'vitest';
import { compact } from '../api.ts';
import { parseTranscript } from '../formats/index.ts';
import type { Transcript } from '../transcript/types.ts';
import { levelOf } from './history.ts';

const long = (k: number): string => `The module src/a${k}.ts exports value${k}, which the renaming does not touch. `.repeat(6);
const says = (role: 'user' | 'assistant', id: string, text: string) => ({ id, role, parts: [{ type: 'text', text }] }) as const;

function talk(chinese: boolean): Transcript {
  const turns = Array.from({ length: 8 }, (_, k) => [
    { role: 'user', content: chinese ? `请看第 ${k} 个文件，然后继续重命名。` : `Now look at file ${k}, please.` },
    { role: 'assistant', content: chinese ? `我读了第 ${k} 个文件，它与重命名无关，不需要修改。`.repeat(8) : `I read file ${k}. ${long(k)}` },
  ]).flat();
  const messages = [...turns, { role: 'user', content: chinese ? '最后请更新说明文件。' : 'Last, bring the README up to date.' }];
  const parsed = parseTranscript(JSON.stringify({ messages }));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value.conversations[0]!;
}

test.each([false, true])('the second summary says nothing of what stood beside the first (Chinese: %s)', async (chinese) => {
  const open = chinese ? '尚未回答' : 'not answered yet';
  const textOf = (context: Transcript['messages']): string => JSON.stringify(context);
  const before = talk(chinese);
  const first = await compact(before, { strategy: 'summary' });
  expect(textOf(first.context())).toContain(open);
  const { transcript } = levelOf(before, first);
  const answered = {
    ...transcript,
    messages: [...transcript.messages, says('assistant', 'a', `${chinese ? '说明文件已更新。' : 'The README is up to date.'} ${long(99)}`)],
  };
  const second = await compact(answered, { strategy: 'summary' });
  expect(second.outcome).toBe('compacted');
  const said = textOf(second.context());
  expect(said).not.toContain(open);
  expect(said).toContain(chinese ? '最后请更新说明文件' : 'bring the README up to date');
  // It quotes the words of the user as the last where they are between tags, and nowhere else speaks of a quote.
  expect(said.includes('<last_user_message>') || !/last message of the user|用户的最后一条消息/.test(said)).toBe(true);
});
