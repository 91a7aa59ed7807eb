import type { WindowSource } from '../../engine/tokens/contract.ts';
import type { AppState } from '../store/state.ts';
import { useApp } from '../store/store.ts';

/** The window where no person, recording or model states one (docs/settings.md#the-window). */
const DEFAULT_WINDOW = 128_000;

/** The window that would be in use if nobody had set one. */
function ownWindow({ scenario, description, comparison }: AppState): { readonly window: number; readonly from: Exclude<WindowSource, 'set'> } {
  const { model } = scenario.settings;
  const view = comparison?.transcript;
  // The worker's answer is for the previous model while a new one is counted.
  if (view && (model ?? view.ownModel) === view.model) return view.ownWindow;
  const chosen = model === null ? undefined : description?.models.find((m) => m.id === model);
  return chosen ? { window: chosen.window, from: 'model' } : { window: DEFAULT_WINDOW, from: 'default' };
}

/** The context window in use, in tokens: the person's, else the recording's, else the model's, else 128,000. */
export const useWindow = (): number => useApp((s) => s.scenario.settings.window ?? ownWindow(s).window);

/** Source of the window in use; if a person set it, the value without that, and its source. */
export function useWindowSource() {
  const set = useApp((s) => s.scenario.settings.window !== null);
  const own = useApp((s) => ownWindow(s).window);
  const from = useApp((s) => ownWindow(s).from);
  return { set, own, from };
}

/** The target in force: the tokens that A leaves where they are it, else the person's. */
export const useTarget = (): number =>
  useApp(({ scenario: { settings }, comparison }) =>
    settings.budget === 'same' && comparison?.match != null ? (comparison.target ?? settings.target) : settings.target,
  );
