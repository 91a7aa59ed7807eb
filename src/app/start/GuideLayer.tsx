import { Suspense } from 'react';
import { part } from '../components/part.ts';
import { useUi } from '../store/ui.ts';

const Guide = part(
  () => import('./Guide.tsx'),
  (m) => m.Guide,
);

/** The guide, while it is open: from the start view and the command palette. */
export function GuideLayer() {
  const open = useUi((s) => s.guide !== null);
  return (
    open && (
      <Suspense>
        <Guide />
      </Suspense>
    )
  );
}
