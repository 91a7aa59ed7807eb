/** Numbers typed into fields, and the scale of the window slider. Pure. */

import type { WindowSource } from '../../engine/tokens/contract.ts';
import type { AppState } from './store-state.ts';
import { useApp } from './store.ts';
import { resolveTarget } from '../../scenario/defaults.ts';

/** The window where no person, recording or model states one (docs/settings.md#the-window). */
const DEFAULT_WINDOW = 128_000;

/** The window that would be in use if nobody had set one. */
function ownWindow({ scenario, description, comparison }: AppState): { readonly window: number; readonly from: Exclude<WindowSource, 'set'> } {
  const { model } = scenario.settings;
  const view = comparison?.transcript;
  if (view && (model ?? view.ownModel) === view.model) return view.ownWindow;
  const chosen = model === null ? undefined : description?.models.find((m) => m.id === model);
  return chosen ? { window: chosen.window, from: 'model' } : { window: DEFAULT_WINDOW, from: 'default' };
}

export const useWindow = (): number => useApp((s) => s.scenario.settings.window ?? ownWindow(s).window);

export function useWindowSource() {
  const set = useApp((s) => s.scenario.settings.window !== null);
  const own = useApp((s) => ownWindow(s).window);
  const from = useApp((s) => ownWindow(s).from);
  return { set, own, from };
}

export const useTarget = (): number =>
  useApp(({ scenario: { settings }, comparison }) =>
    settings.budget === 'same' && comparison?.match != null ? (comparison.target ?? settings.target) : settings.target,
  );

/** Reads `128,000`, `128 000`, `128k`, `1.5M`; null for anything else. The meaning of separators is inferred. */
export function parseNumber(typed: string): number | null {
  const match = /^([+-]?[\d.,\s'_]*\d)\s*(k|m)?$/i.exec(typed.trim().replaceAll('\u00a0', ' ').replace('−', '-'));
  if (!match?.[1]) return null;
  let digits = match[1].replace(/[\s'_]/g, '');
  // Groups of three after every separator: thousands. Otherwise the last separator is the decimal point.
  if (/^[+-]?\d{1,3}([.,]\d{3})+$/.test(digits) && !/^[+-]?0[.,]/.test(digits)) digits = digits.replace(/[.,]/g, '');
  else digits = digits.replace(/[.,](?=.*[.,])/g, '').replace(',', '.');
  const scale = match[2] ? (match[2].toLowerCase() === 'k' ? 1e3 : 1e6) : 1;
  const value = Number(digits) * scale;
  return Number.isFinite(value) ? value : null;
}

export function parseTarget(typed: string): number | null {
  const match = /^(.*?)\s*(%|tok(?:ens?)?)?$/i.exec(typed.trim());
  const value = parseNumber(match?.[1] ?? '');
  if (value === null || value <= 0) return null;
  const unit = match?.[2]?.toLowerCase();
  const share = unit === '%' || (!unit && value <= 100 && !/[km]$/i.test(match?.[1] ?? ''));
  if (!share) return value >= 2 ? Math.round(value) : null;
  const asShare = unit !== '%' && value <= 1 ? value : value / 100;
  return asShare <= 1 ? asShare : null;
}

export const isShare = (target: number): boolean => target <= 1;

export const targetTokens = (target: number, total: number, window: number): number => resolveTarget(target, total, window) ?? 0;

/** Stops of the window slider: the windows people know, rather than an even logarithmic scale (1, 1.25, 1.6, 2 … per decade). */
export const WINDOW_STOPS: readonly number[] = [
  4_000, 5_000, 6_000, 8_000, 10_000, 12_000, 16_000, 20_000, 24_000, 32_000, 40_000, 48_000, 64_000, 80_000, 96_000, 112_000, 128_000, 144_000,
  160_000, 180_000, 200_000, 256_000, 320_000, 400_000, 500_000, 640_000, 800_000, 1_000_000, 1_280_000, 1_600_000, 2_000_000,
];

export function windowPosition(tokens: number): number {
  const last = WINDOW_STOPS.length - 1;
  if (tokens <= WINDOW_STOPS[0]!) return 0;
  if (tokens >= WINDOW_STOPS[last]!) return last;
  const above = WINDOW_STOPS.findIndex((stop) => stop >= tokens);
  const [low, high] = [WINDOW_STOPS[above - 1]!, WINDOW_STOPS[above]!];
  return above - 1 + (tokens - low) / (high - low);
}

export const windowAt = (position: number): number => WINDOW_STOPS[Math.min(WINDOW_STOPS.length - 1, Math.max(0, Math.round(position)))]!;

export function windowStep(tokens: number, steps: number): number {
  const position = windowPosition(tokens);
  return windowAt(steps > 0 ? Math.floor(position) + steps : Math.ceil(position) + steps);
}
