/** Whether this is a first visit, to which the guide opens by itself. docs/start.md */
import { useEffect } from 'react';
import { readStored } from '../store/storage.ts';
import { useApp } from '../store/store.ts';
import { startGuide, useUi } from '../store/ui.ts';

/** Set where the guide was left. */
export const GUIDE_SEEN = 'guide-seen';

/** A link, to a scenario or to a document, brings somebody for another reason. */
const cameByLink = location.hash !== '' || location.search !== '';

/** Opens the guide once the first answer is there to begin with, while nothing else is open. */
export function useFirstVisit(): void {
  const ready = useApp(
    (s) => s.scenario.view.tab === 'compare' && s.loaded?.ref.kind === 'sample' && s.recalled !== null && s.recalled.of === s.comparison,
  );
  const busy = useUi((s) => s.dialog !== null || s.document !== null || s.set || s.tune);
  useEffect(() => {
    if (ready && !busy && !cameByLink && readStored(GUIDE_SEEN) === null && !offered) {
      offered = true;
      startGuide();
    }
  }, [ready, busy]);
}

/** Once for each time the page is loaded. */
let offered = false;
