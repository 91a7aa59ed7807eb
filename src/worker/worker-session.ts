/**
 * The engine behind the page: the methods of the table over one state. Runs in the worker but does not depend on one, so tests run it in
 * Node.
 */
import type { DeviceModel } from '../models/device.ts';
import type { Network } from '../models/network.ts';
import { type Answer, cancelled, fail, messageOf } from './answers.ts';
import { type Engine, kindOf, METHOD_NAMES, type MethodName } from './worker-calls.ts';
import { methods } from './methods/index.ts';
import type { Control } from './methods/method.ts';
import { pause, StopSignal, thinned } from './pause.ts';
import type { ProgressListener } from './protocol.ts';
import { State } from './worker-state.ts';
import { type KeptSummaries, keptSummaries, type KeptVectors, keptVectors } from './model-stores.ts';
import type { Kind } from './tickets.ts';

type Method = (state: State, args: readonly unknown[], control?: Control) => Promise<Answer<unknown>>;

const failed = (error: unknown): Answer<never> => (error instanceof StopSignal ? cancelled : fail('failed', messageOf(error)));

/** @param kept where real models' summaries are kept, and `vectors` those of embedding models; tests bring their own */
export function createSession(kept: KeptSummaries = keptSummaries(), vectors: KeptVectors = keptVectors()): Engine {
  const state = new State(kept, vectors);
  const { tickets } = state;
  let onProgress: ProgressListener = () => undefined;
  state.reading().catch(() => undefined);
  state.work().catch(() => undefined);

  /** An exception becomes a described error. */
  const read =
    (method: Method) =>
    (...args: readonly unknown[]) =>
      method(state, args).catch(failed);

  const long =
    (method: Method, kind: Kind) =>
    async (...args: readonly unknown[]): Promise<Answer<unknown>> => {
      const number = args.at(-1) as number;
      const ticket = tickets.begin(kind, number);
      const { signal } = ticket;
      try {
        await pause();
        signal.throwIfAborted();
        const answer = await method(state, args.slice(0, -1), {
          ticket,
          signal,
          progress: thinned((...told) => onProgress(number, ...told)),
        });
        return signal.aborted ? cancelled : answer;
      } catch (error) {
        return failed(error);
      } finally {
        tickets.close(ticket);
      }
    };

  const callable = METHOD_NAMES.map((name) => {
    const method = methods[name] as Method;
    const kind = kindOf(name);
    return [name, kind ? long(method, kind) : read(method)];
  });
  return {
    ...(Object.fromEntries(callable) as Pick<Engine, MethodName>),
    listen: async (listener: ProgressListener) => {
      onProgress = listener;
    },
    setDevice: async (device: DeviceModel) => {
      state.writers.access.device = device;
    },
    setNetwork: async (network: Network) => {
      state.writers.access.network = network;
    },
    ping: async () => undefined,
    cancel: async (upTo: number, kind?: Kind) => {
      tickets.cancel(upTo, kind && [kind]);
      if (!kind && upTo >= tickets.newest('compare')) state.writers.cancel();
    },
  };
}
