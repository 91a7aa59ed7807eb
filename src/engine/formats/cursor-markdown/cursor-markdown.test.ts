import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

const HEAD = '# Repair the lamp\n_Exported on 1/2/2026 at 10:00:00 GMT+1 from Cursor (2.1.0)_\n';
const turn = (who: string, text: string): string => `\n---\n\n**${who}**\n\n${text}\n`;

it('begins a turn only where the line, the empty line and the role stand together outside a fence', () => {
  const own = 'one\n\n---\n\n**Checked:** yes\n\n```md\n---\n\n**User**\n\nno turn\n```';
  const parsed = readAs(
    'cursor-markdown',
    `${HEAD}${turn('Cursor', 'Welcome')}${turn('User', own)}${turn('Cursor', '```ts\nopen')}${turn('User', 'thanks')}`,
  );
  expect(outline(parsed.conversations[0]!)).toEqual(['A Welcome', `U ${own}`, 'A ```ts\nopen', 'U thanks']);
  expect(parsed.conversations[0]!.title).toBe('Repair the lamp');
  expect(codes(parsed)).toEqual({ 'no-calls': 1 });
});

it('says that the export is of a newer version', () => {
  expect(codes(readAs('cursor-markdown', `${HEAD.replace('2.1.0', '4.0.1')}${turn('User', 'a')}`))).toEqual({ 'no-calls': 1, 'newer-version': 1 });
});

const given = caseFile('refused__cursor-markdown-export.md');
it.skipIf(!given)('reads the case', () => {
  const { conversations } = readAs('cursor-markdown', given!);
  expect(conversations[0]!.title).toBe('Repair the login');
  expect(outline(conversations[0]!)[1]).toContain('```tsx\nexport function Login() { return null }\n```');
  expect(outline(conversations[0]!)).toHaveLength(4);
});
