import type { WindowSource } from '../../engine/tokens/contract.ts';
import type { AppState } from '../store/state.ts';
import { useApp } from '../store/store.ts';

/** The window where no person, recording or model states one (docs/settings.md#the-window). */
const DEFAULT_WINDOW = 128_000;

/** The window that would be in use if nobody had set one. */
function ownWindow({ scenario, description, comparison }: AppState): { readonly window: number; readonly from: Exclude<WindowSource, 'set'> } {
  const { model } = scenario.settings;
  const view = comparison?.transcript;
  // The answer of the worker is that of the model before while a new one is counted.
  if (view && (model ?? view.ownModel) === view.model) return view.ownWindow;
  const chosen = model === null ? undefined : description?.models.find((m) => m.id === model);
  return chosen ? { window: chosen.window, from: 'model' } : { window: DEFAULT_WINDOW, from: 'default' };
}

/** The context window in use, in tokens: the person's, else the recording's, else the model's, else 128,000. */
export const useWindow = (): number => useApp((s) => s.scenario.settings.window ?? ownWindow(s).window);

/** Where the window in use comes from; where a person set it, what it would be without, and whose that is. */
export function useWindowSource() {
  const set = useApp((s) => s.scenario.settings.window !== null);
  const own = useApp((s) => ownWindow(s).window);
  const from = useApp((s) => ownWindow(s).from);
  return { set, own, from };
}
