import { useApp } from '../store/store.ts';

/** What SPEC.md gives where neither a person nor a model says otherwise. */
const DEFAULT_WINDOW = 128_000;

/** The context window in use, in tokens: the person's, else the model's, else 128,000. */
export function useWindow(): number {
  return useApp((s) => {
    const { window, model } = s.scenario.settings;
    if (window !== null) return window;
    const chosen = model === null ? undefined : s.description?.models.find((m) => m.id === model);
    return chosen?.window ?? (model === null && s.comparison ? s.comparison.transcript.window : DEFAULT_WINDOW);
  });
}
