/** Conversations full of characters outside the basic plane (two UTF-16 units each), without blanks to cut at, near every limit. */
import fc from 'fast-check';
import type { Message, Transcript } from '../transcript/types.ts';

/** A mathematical letter and a Chinese character count as letters, the face as a sign. */
const CHARACTERS = ['😀', '𝒳', '𠀀', '𝟘'];
const run = fc
  .tuple(fc.constantFrom('', 'x', 'xy'), fc.constantFrom(...CHARACTERS), fc.integer({ min: 1, max: 420 }))
  .map(([before, character, times]) => before + character.repeat(times));

/** Patterns that strategies and the summariser search for, up to the start of the run of characters. */
const OPENINGS = [
  'Please always keep ',
  'Error: the file was not found ',
  'TypeError: cannot read ',
  'I decided to use ',
  'The root cause was ',
  'Next steps: write ',
  '- [ ] write ',
  'Done: added ',
  '`npm run ',
  '$ git commit -m "',
  'src/a.ts ',
  '/home/',
  'retries = 12 ',
  'Tests: 3 failed, 12 passed ',
  'id-4711 ',
  '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+',
  '',
];
const said = fc.array(fc.tuple(fc.constantFrom(...OPENINGS), run, fc.constantFrom('', ' src/b.ts', '.ts', '`', ' \n', '. ')), {
  minLength: 1,
  maxLength: 4,
});
const text = said.map((list) => list.map((pieces) => pieces.join('')).join('\n'));

const say = (value: string) => ({ type: 'text' as const, text: value });

export const astralTranscripts: fc.Arbitrary<Transcript> = fc
  .array(fc.tuple(text, text, text, text), { minLength: 6, maxLength: 12 })
  .map((rounds) => ({
    id: 'astral',
    format: 'playground',
    tools: [],
    messages: rounds.flatMap(([asked, command, shown, answered], k): Message[] => [
      { id: `u${k}`, role: 'user', parts: [say(asked)] },
      {
        id: `c${k}`,
        role: 'assistant',
        parts: [say(answered), { type: 'tool-call', id: `call-${k}`, name: 'Bash', args: JSON.stringify({ command }) }],
      },
      { id: `r${k}`, role: 'tool', parts: [{ type: 'tool-result', callId: `call-${k}`, content: [say(shown)] }] },
      { id: `a${k}`, role: 'assistant', parts: [say(answered)] },
    ]),
    compactions: [],
    branches: [],
    subagents: [],
  }));

/** The first lone surrogate of a text, with its surroundings; undefined without one. */
export function loneSurrogateIn(value: string): string | undefined {
  const found = /\p{Surrogate}/u.exec(value);
  return found ? value.slice(Math.max(0, found.index - 40), found.index + 20) : undefined;
}

/** Every string of a message, and the arguments of its calls also in decoded form. */
export const stringsOf = ({ parts }: Message): readonly string[] =>
  parts.flatMap((part): readonly string[] => {
    if (part.type === 'text' || part.type === 'reasoning') return [part.text];
    if (part.type === 'tool-result') return part.content.flatMap((inner) => (inner.type === 'text' ? [inner.text] : []));
    if (part.type !== 'tool-call') return [];
    // Escaped in the arguments, a lone surrogate only appears once they are decoded.
    return [part.args, ...Object.values(JSON.parse(part.args) as Record<string, unknown>).filter((value) => typeof value === 'string')];
  });
