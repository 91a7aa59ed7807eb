import { describe, expect, it } from 'vitest';
import { openaiAgentsSession, openaiAgentsTrimmer } from './openai-agents-python.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const { defaults } = openaiAgentsTrimmer;
const trimmed = (words: string, params = defaults) => openaiAgentsTrimmer.compact(spelled(words), params, 200_000);
const read = (words: string, limit = 40) => openaiAgentsSession.compact(spelled(words), { limit }, 200_000);

describe('OpenAI Agents, outputs of tools', () => {
  it('cuts those of more than 500 characters to 200', () => {
    expect(fatesOf(trimmed('u c t500 u a u a'))).toBe('kkkkkkk');
    const outcome = trimmed('u c t501 u a u a');
    expect(fatesOf(outcome)).toBe('kkekkkk');
    expect(outcome.edits.get(2)!.text).toBe(`[Trimmed: tool output — 501 chars → 200 char preview]\n${'x'.repeat(200)}...`);
  });

  it('leaves what follows the last two user messages', () => {
    expect(fatesOf(trimmed('u c t600 a u'))).toBe('kkkkk');
    expect(fatesOf(trimmed('u c t600 u c t600 u'))).toBe('kkekkkk');
  });

  it('leaves what would not become shorter', () => {
    const params = { ...defaults, max_output_chars: 100 };
    expect(fatesOf(trimmed('u c t257 u u', params))).toBe('kkkkk');
    expect(fatesOf(trimmed('u c t258 u u', params))).toBe('kkekk');
  });
});

describe('OpenAI Agents, limit of a session', () => {
  it('reads the newest items, without regard to calls', () => {
    expect(fatesOf(read('s u c t u a u', 4))).toBe('kddkkkk');
    expect(fatesOf(read('u c t u a u', 6))).toBe('kkkkkk');
    expect(fatesOf(read('u c t u a u', 5))).toBe('dkkkkk');
  });

  it('takes the text from a message when only its calls fit', () => {
    const outcome = read('u c5 t a', 3);
    expect(fatesOf(outcome)).toBe('dekk');
    expect(outcome.edits.get(1)).toMatchObject({ text: '', calls: [{ id: 'call-0' }] });
  });

  it('takes the first of parallel calls', () => {
    const outcome = read('u ccc t t t', 5);
    expect(fatesOf(outcome)).toBe('dekkk');
    expect(outcome.edits.get(1)!.calls.map(({ id }) => id)).toEqual(['call-1', 'call-2']);
  });
});
