import { describe, expect, it } from 'vitest';
import { parseTranscript } from './index.ts';

describe('what is not recognised', () => {
  it('is described by its keys, with the general shape first and then every program', () => {
    const refusal = (text: string) => {
      const parsed = parseTranscript(text);
      if (parsed.ok) throw new Error(`read as ${parsed.value.format}`);
      return parsed.error;
    };
    expect(refusal('{"recipe":"soup","steps":[1]}').message).toBe('The JSON is no session, but an object with "recipe", "steps".');
    expect(refusal('[{"a":1},{"b":2}]').message).toContain('a list of 2 objects with "a".');
    expect(refusal('{"a":1}\n{"a":2}\n{"a":3}').message).toContain('a list of 3 objects with "a".');
    expect(refusal('[[1],[2]]').message).toBe('The JSON is no session.');
    const wide = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`\u0007key-${i}-${'x'.repeat(60)}`, i]));
    expect(refusal(JSON.stringify(wide)).message).toMatch(/^The JSON is no session, but an object with "key-0-x{24}", .*"key-7-x{24}", …\.$/);
    expect(refusal('{"a":1}').expects.map(({ key }) => key)).toEqual(['expects-format', 'expects-one-of']);
    expect(refusal('{"a":1}').expected).toMatch(
      /^OpenAI Chat Completions: \[\{"role", "content"\}\], .*; one of Compaction Playground, Claude Code, .*Plain text or Markdown$/,
    );
  });
});
