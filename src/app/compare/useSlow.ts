/** Whether a comparison takes long enough to be shown as running, and for how long it has. */
import { useEffect, useState } from 'react';
import { useApp } from '../store/index.ts';

/** Faster answers change nothing on the page but the numbers. */
const PATIENCE = 150;
const TICK = 100;

/** `elapsed` in ms since the comparison started, in steps of a tenth of a second. */
export function useSlow(): { readonly slow: boolean; readonly elapsed: number } {
  const since = useApp((s) => s.running?.since ?? null);
  const [state, setState] = useState({ slow: false, elapsed: 0 });
  useEffect(() => {
    setState({ slow: false, elapsed: 0 });
    if (since === null) return;
    let timer = 0;
    const tick = (): void => {
      setState({ slow: true, elapsed: Math.round((performance.now() - since) / TICK) * TICK });
      timer = window.setTimeout(tick, TICK);
    };
    timer = window.setTimeout(tick, PATIENCE);
    return () => window.clearTimeout(timer);
  }, [since]);
  return state;
}
