import { expect, test } from 'vitest';
import type { SummaryRequest } from '../engine/summarizers/contract.ts';
import { talk } from '../engine/testing/talks.ts';
import { promptFor, promptKey } from './prompt.ts';

const REQUEST: SummaryRequest = { id: 'summary-1', members: [0], maxTokens: 300, style: 'sections' };
const sent = (text: string): string => promptFor(talk([{ user: text }]), REQUEST, 'S0', 'Summarise.', { secrets: false, emails: false }).user;

test('a part of up to 40,000 characters is sent whole; a longer one keeps its two ends', () => {
  const whole = `begin${'a'.repeat(39_990)}enddd`;
  expect(whole).toHaveLength(40_000);
  expect(sent(whole)).toContain(whole);
  const longer = `begin${'a'.repeat(19_995)}X${'b'.repeat(19_995)}enddd`;
  expect(longer).toHaveLength(40_001);
  expect(sent(longer)).toContain(`begin${'a'.repeat(19_995)}\n[… 1 characters left out …]\n${'b'.repeat(19_995)}enddd`);
});

test('a product’s headings are asked for, each in its place, and another list is another summary', async () => {
  const masking = { secrets: false, emails: false };
  const input = talk([{ user: 'Mend it.' }]);
  const asked = (headings?: readonly string[]): string =>
    promptFor(input, { ...REQUEST, ...(headings && { headings }) }, 'S0', 'Summarise.', masking).system;
  expect(asked(['Goal', 'Next Steps'])).toContain('exactly these headings, in this order, and no others:\n## Goal\n## Next Steps\n');
  expect(asked()).not.toContain('## ');
  const key = (headings?: readonly string[]): Promise<string> =>
    promptKey(input, { ...REQUEST, ...(headings && { headings }) }, 'S0', 'Summarise.', masking, null);
  const keys = await Promise.all([key(), key(['Goal', 'Next Steps']), key(['Next Steps', 'Goal']), key(['Goal', 'Next Steps'])]);
  expect(new Set(keys).size).toBe(3);
  expect(keys[3]).toBe(keys[1]);
});
