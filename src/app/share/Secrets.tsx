/** What looks like a secret in the transcript, by kind and masked, with a sentence on what happens to it. */
import type { FoundSecrets } from '../../worker/protocol.ts';
import { Icon } from '../components/Icon.tsx';
import { useText } from '../store/useText.ts';
import shared from '../theme/shared.module.css';

export function Secrets({ found, open, says }: { readonly found: readonly FoundSecrets[]; readonly open: boolean; readonly says: string }) {
  const { n } = useText();
  return (
    <div className={shared.callout} data-open={open || undefined} role={open ? 'alert' : undefined}>
      <Icon name="warning" />
      <div>
        <p>{says}</p>
        <ul className={shared.bullets}>
          {found.map((s) => (
            <li key={s.kind}>
              {s.kind} × {n.whole(s.count)} <code className="mono">{s.sample}</code>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

export const countOf = (found: readonly FoundSecrets[]): number => found.reduce((sum, { count }) => sum + count, 0);
