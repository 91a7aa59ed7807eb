import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { assistant, preparedOf, user } from '../engine/testing/plans.ts';
import { type ModelChoice, PRICE_LIST } from './contract.ts';
import { PROMPTS } from './instructions.ts';
import { priceOf } from './prices.ts';
import { rehearse } from './sending.ts';
import { memoryStore, summaryKey } from './model-summarizer.ts';

const choice: ModelChoice = { provider: 'openai', model: 'gpt-4o-mini', baseUrl: null };
const masking = { secrets: true, emails: false };
const talk = preparedOf([user(100, 'Fix it, key AKIAIOSFODNN7EXAMPLF please.'), assistant(100, 'Done.'), user(50, 'Thanks.')]);
const request = { id: 's', members: [0, 1], maxTokens: 200, style: 'plain', prompt: 'S1' } as const;

describe('before anything is sent', () => {
  it('says calls, tokens and price, each summary once', async () => {
    const { summarizer, sending } = rehearse(choice, { prompts: PROMPTS, masking, store: memoryStore() });
    await summarizer.summarize(talk, request);
    await summarizer.summarize(talk, { ...request, id: 'again' });
    await summarizer.summarize(talk, { ...request, members: [0] });
    const plan = await sending();
    expect(plan).toMatchObject({ endpoint: 'https://api.openai.com/v1', calls: 2, remembered: 0, output: 400 });
    expect(plan.input).toBe(plan.prompts.reduce((sum, p) => sum + talk.counts.text(p.system) + talk.counts.text(p.user), 0));
    // $0.15 and $0.60 per million tokens.
    expect(plan.price?.total).toBeCloseTo((plan.input * 0.15 + plan.output * 0.6) / 1e6, 10);
    expect(plan.prompts.map(({ user: text }) => text.includes('AKIA'))).toEqual([false, false]);
    expect(plan.masked).toBe(2);
    expect(plan.secrets).toEqual([{ kind: 'aws-key', count: 1 }]);
  });

  it('leaves out what does not fit into the model’s window, and says so', async () => {
    // GPT-4 has 8,192 tokens.
    const { summarizer, sending } = rehearse({ ...choice, model: 'gpt-4' }, { prompts: PROMPTS, masking, store: memoryStore() });
    await summarizer.summarize(talk, request);
    await summarizer.summarize(talk, { ...request, maxTokens: 8100 });
    await summarizer.summarize(talk, { ...request, maxTokens: 8190 });
    const { calls, output, over, prompts } = await sending();
    expect({ calls, output, prompts: prompts.length }).toEqual({ calls: 1, output: 200, prompts: 1 });
    expect(over).toMatchObject({ calls: 2, window: 8192 });
    // The prompt says how long the summary may be, so the number has its own tokens.
    expect(Math.abs(over!.tokens - (prompts[0]!.input + 8190))).toBeLessThan(5);
    expect(over!.tokens).toBeGreaterThan(8192);
  });

  it('leaves out what is remembered', async () => {
    const key = await summaryKey(choice, talk, request, PROMPTS, masking);
    const store = memoryStore([{ key, choice: 'x', text: 'known', usage: null, ms: 1 }]);
    const { summarizer, sending, remembered } = rehearse(choice, { prompts: PROMPTS, masking, store });
    await summarizer.summarize(talk, request);
    expect(await sending()).toMatchObject({ calls: 0, remembered: 1, input: 0 });
    expect(remembered()).toMatchObject([{ key, text: 'known' }]);
  });
});

describe('prices', () => {
  it('the list is the one that is installed', () => {
    const file = path.resolve(import.meta.dirname, '../../node_modules/@pydantic/genai-prices/package.json');
    expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(PRICE_LIST.version);
  });

  it('cached input costs what the list says, unknown models nothing that is known', async () => {
    const price = await priceOf(choice, { input: 1000, cacheRead: 1000, cacheWrite: 0, output: 0 });
    expect(price?.total).toBeCloseTo((1000 * 0.15 + 1000 * 0.075) / 1e6, 10);
    expect(await priceOf({ ...choice, model: 'no-such-model' }, { input: 1, cacheRead: 0, cacheWrite: 0, output: 0 })).toBeNull();
    expect(
      await priceOf(
        { provider: 'compatible', model: 'llama3.1', baseUrl: 'http://localhost:11434/v1' },
        { input: 1, cacheRead: 0, cacheWrite: 0, output: 0 },
      ),
    ).toBeNull();
  });
});
