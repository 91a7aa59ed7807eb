/** The language model of the browser itself, where it has one (a look at the interface, never a need). */
import { useEffect, useState } from 'react';
import type { ModelChoice } from '../../models/contract.ts';
import type { LanguageModelApi } from '../../models/device.ts';

/** Looked up at every use: browsers add it late, and people switch it off. */
export const languageModelApi = (): LanguageModelApi | undefined => (globalThis as { readonly LanguageModel?: LanguageModelApi }).LanguageModel;

export type DeviceState = Awaited<ReturnType<LanguageModelApi['availability']>>;

/** What the browser says of its model; null until it has said it. */
export function useDeviceState(): DeviceState | null {
  const [state, setState] = useState<DeviceState | null>(null);
  useEffect(() => {
    let live = true;
    const tell = (said: DeviceState) => live && setState(said);
    const api = languageModelApi();
    if (api) api.availability().then(tell, () => tell('unavailable'));
    else tell('unavailable');
    return () => {
      live = false;
    };
  }, []);
  return state;
}

export const isOnDevice = ({ provider }: Pick<ModelChoice, 'provider'>): boolean => provider === 'device';
