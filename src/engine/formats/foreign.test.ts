import { describe, expect, it } from 'vitest';
import { sharedFiles } from '../testing/shared.ts';
import { parseTranscript } from './index.ts';

const errorOf = (value: unknown): string => {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  return parsed.ok ? `read as ${parsed.value.format}` : `${parsed.error.code} ${parsed.error.message}`;
};

describe('transcripts of programs that are not read yet', () => {
  it.each<[string, unknown]>([
    ['Codex exec events', '{"type":"thread.started","thread_id":"t"}\n{"type":"item.completed","item":{"type":"agent_message","text":"x"}}'],
    ['LangChain messages', [{ lc: 1, type: 'constructor', id: [], kwargs: {} }]],
  ])('%s is named', (title, value) => {
    expect(errorOf(value)).toBe(`unsupported-format This looks like a file of "${title}", which cannot be imported yet.`);
  });

  const others = ['gemini-cli'];
  const files = sharedFiles().filter(({ entry }) => others.includes(entry.format));
  it.skipIf(files.length === 0)('are never taken for another format', () => {
    for (const { file, bytes } of files) {
      const parsed = parseTranscript(bytes());
      expect(parsed.ok ? parsed.value.format : parsed.error.code, file).toMatch(/^unsupported-format$/);
    }
  });
});
