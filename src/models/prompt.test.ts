import { expect, test } from 'vitest';
import type { SummaryRequest } from '../engine/summarizers/contract.ts';
import { talk } from '../engine/testing/talks.ts';
import { promptFor } from './prompt.ts';

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
