import type { Result } from '../../engine/transcript/types.ts';
import { useAsk } from '../store/useAsk.ts';
import { type DeviceState, languageModelApi } from './device.ts';

async function availability(): Promise<Result<DeviceState, never>> {
  const said = await languageModelApi()
    ?.availability()
    .catch(() => null);
  return { ok: true, value: said ?? 'unavailable' };
}

/** The state of the browser's model; null until it is known. */
export const useDeviceState = (): DeviceState | null => useAsk(availability, [], []).answer;
