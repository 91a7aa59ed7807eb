/** Whether a comparison takes long enough to be shown as running, and for how long. */
import { useEffect, useState } from 'react';
import { useApp } from '../store/index.ts';

/** Faster answers change nothing on the page but the numbers. */
const PATIENCE = 150;
const TICK = 500;

const QUICK = { slow: false, elapsed: 0 };

/** `elapsed` in ms since the comparison started, in steps of half a second. */
export function useSlow(): { readonly slow: boolean; readonly elapsed: number } {
  const since = useApp((s) => s.running?.since ?? null);
  const [last, setLast] = useState<{ readonly since: number; readonly elapsed: number } | null>(null);
  useEffect(() => {
    if (since === null) return;
    const tick = (): void => {
      setLast({ since, elapsed: Math.round((performance.now() - since) / TICK) * TICK });
      timer = window.setTimeout(tick, TICK);
    };
    let timer = window.setTimeout(tick, PATIENCE);
    return () => window.clearTimeout(timer);
  }, [since]);
  return last !== null && last.since === since ? { slow: true, elapsed: last.elapsed } : QUICK;
}
