import { describe, expect, it, vi } from 'vitest';
import { ask } from './call.ts';
import { DEVICE_MODEL, type ModelChoice } from './contract.ts';
import { type DeviceModel, deviceModel, type LanguageModelApi } from './device.ts';

const CHOICE: ModelChoice = { provider: 'device', model: DEVICE_MODEL, baseUrl: null };
const PROMPT = { system: 'Be brief.', user: '<transcript>x</transcript>', masked: 0 };

const call = (device: DeviceModel | undefined, { timeoutMs = 5000, signal = new AbortController().signal } = {}) =>
  ask(CHOICE, '', PROMPT, 500, signal, { timeoutMs, attempts: 3 }, { device });

/** A browser's interface, as its specification describes it; `answer` stands for the model. */
function browser(answer: (text: string, signal: AbortSignal) => Promise<string>) {
  const destroy = vi.fn();
  const create = vi.fn<LanguageModelApi['create']>(() =>
    Promise.resolve({ prompt: (text: string, { signal }: { signal: AbortSignal }) => answer(text, signal), destroy }),
  );
  const api: LanguageModelApi = { availability: () => Promise.resolve('available'), create };
  return { device: deviceModel(() => api), create, destroy };
}

const until = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError'))));

describe("the browser's own model", () => {
  it('gets instructions and messages apart, and is given back when it has answered', async () => {
    const asked: string[] = [];
    const { device, create, destroy } = browser((text) => {
      asked.push(text);
      return Promise.resolve('A summary.');
    });
    expect(await call(device)).toMatchObject({ ok: true, value: { text: 'A summary.', usage: null, unfinished: false } });
    expect(create.mock.calls[0]![0].initialPrompts).toEqual([{ role: 'system', content: PROMPT.system }]);
    expect(asked).toEqual([PROMPT.user]);
    expect(destroy).toHaveBeenCalledOnce();
  });

  it('is not there', async () => {
    expect(await call(undefined)).toEqual({ ok: false, error: { kind: 'no-device' } });
    expect(await call(deviceModel(() => undefined))).toEqual({ ok: false, error: { kind: 'no-device' } });
  });

  it.each([
    [new DOMException('The input is too large.', 'QuotaExceededError'), { kind: 'device-full', detail: 'The input is too large.' }],
    [new DOMException('Requires a user gesture.', 'NotAllowedError'), { kind: 'device', detail: 'Requires a user gesture.' }],
    ['x'.repeat(1000), { kind: 'device', detail: 'x'.repeat(300) }],
  ])('a failure is told once and not tried again: %s', async (error, told) => {
    const { device, create, destroy } = browser(() => Promise.reject(error));
    expect(await call(device)).toEqual({ ok: false, error: told });
    expect(create).toHaveBeenCalledOnce();
    expect(destroy).toHaveBeenCalledOnce();
  });

  it('answers with nothing', async () => {
    expect(await call(browser(() => Promise.resolve(' \n')).device)).toEqual({ ok: false, error: { kind: 'empty' } });
  });

  it('takes too long, and is stopped', async () => {
    const { device, destroy } = browser((_, signal) => until(signal));
    expect(await call(device, { timeoutMs: 20 })).toEqual({ ok: false, error: { kind: 'timeout' } });
    await vi.waitFor(() => expect(destroy).toHaveBeenCalledOnce());
  });

  it('is cancelled before and while it writes', async () => {
    const control = new AbortController();
    const { device, create, destroy } = browser((_, signal) => until(signal));
    const running = call(device, { signal: control.signal });
    await vi.waitFor(() => expect(create).toHaveBeenCalledOnce());
    control.abort();
    expect(await running).toEqual({ ok: false, error: { kind: 'cancelled' } });
    await vi.waitFor(() => expect(destroy).toHaveBeenCalledOnce());
    expect(await call(device, { signal: control.signal })).toEqual({ ok: false, error: { kind: 'cancelled' } });
    expect(create).toHaveBeenCalledOnce();
  });
});
