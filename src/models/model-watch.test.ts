import { expect, it } from 'vitest';
import { choiceId, endpointOf, isAddress, keySlot, modelOfId } from './contract.ts';
import { guarded } from './model-watch.ts';

it('requests go to the endpoint and nowhere else', async () => {
  const asked: [unknown, RequestInit | undefined][] = [];
  const fetcher = guarded('https://api.example.com/v1', (input, init) => {
    asked.push([input, init]);
    return Promise.resolve(new Response('{}'));
  });
  await fetcher('https://api.example.com/v1/models', { method: 'GET' });
  expect(asked).toMatchObject([
    ['https://api.example.com/v1/models', { method: 'GET', redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' }],
  ]);
  for (const url of ['https://evil.example.com/v1/models', 'https://api.example.com/v1x/models', 'https://api.example.com/v2']) {
    expect(() => fetcher(url)).toThrow('not the configured endpoint');
  }
  expect(asked).toHaveLength(1);
});

it.each([
  ['https://api.example.com/v1', true],
  ['http://localhost:11434/v1', true],
  ['http://127.0.0.1:1/v1', true],
  ['http://192.168.0.2/v1', false],
  ['https://me:secret@api.example.com/v1', false],
  ['https://api.example.com/v1?key=secret', false],
  ['https://api.example.com/v1#x', false],
  ['ftp://api.example.com', false],
  ['', false],
])('%s may be an address: %s', (address, may) => expect(isAddress(address)).toBe(may));

it('a key belongs to one endpoint, and an id gives the name of its model', () => {
  const openai = { provider: 'openai', model: 'gpt-4o-mini', baseUrl: null } as const;
  const other = { ...openai, baseUrl: 'https://proxy.example.com/v1/' };
  expect(endpointOf(other)).toBe('https://proxy.example.com/v1');
  expect(keySlot(openai)).not.toBe(keySlot(other));
  expect(keySlot(openai)).not.toBe(keySlot({ ...openai, provider: 'compatible', baseUrl: 'https://api.openai.com/v1' }));
  expect(modelOfId(choiceId(openai))).toBe('gpt-4o-mini');
  expect(modelOfId(choiceId({ provider: 'compatible', model: 'org/name@2024', baseUrl: 'https://x.example.com/v1' }))).toBe('org/name@2024');
});
