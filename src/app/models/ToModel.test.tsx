// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SendingView } from '../../worker/protocol.ts';
import { ToModel } from './ToModel.tsx';

const SENDING: SendingView = {
  id: 'gpt-4',
  choice: { provider: 'openai', model: 'gpt-4' } as SendingView['choice'],
  endpoint: 'https://api.openai.com/v1',
  calls: 1,
  input: 900,
  output: 200,
  price: null,
  remembered: 0,
  masked: 0,
  secrets: [],
  over: null,
  all: 0,
  prompts: [],
};

async function told(sending: SendingView): Promise<readonly (string | null)[]> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
  await act(async () => root.render(<ToModel sending={sending} at={0} />));
  return [...place.querySelectorAll('[role="alert"]')].map((one) => one.textContent);
}

test('calls that do not fit into the window of the model are said before anything is sent', async () => {
  expect(await told({ ...SENDING, over: { calls: 1, tokens: 9000, window: 8192 } })).toEqual([
    '1 call not sent: up to 9,000 tokens, over the window of 8,192; counts as failed.',
  ]);
  expect(await told({ ...SENDING, over: { calls: 3, tokens: 9000, window: 8192 } })).toEqual([expect.stringMatching(/^3 calls not sent: .* 8,192;/)]);
  expect(await told(SENDING)).toEqual([]);
});
