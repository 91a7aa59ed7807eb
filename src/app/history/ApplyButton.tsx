/** In the expanded row: carries the compaction out. */
import { MAX_APPLIED } from '../../scenario/limits.ts';
import type { RowResult } from '../../worker/protocol.ts';
import { Button } from '../components/Button.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import { hasRoom } from '../store/levels.ts';

/** Also for a row that would be rejected or refused: the attempt says why and is listed in the history. */
export function ApplyButton({ result }: { readonly result: RowResult }) {
  const { t } = useText();
  const room = useApp((s) => hasRoom(s.scenario, s.comparison?.history ?? null));
  return (
    <Button
      icon="check"
      kind={result.outcome === 'compacted' ? 'primary' : 'default'}
      disabled={!room || result.outcome === 'failed'}
      title={room ? t('history.apply.help') : t('history.apply.full', { count: MAX_APPLIED })}
      onClick={() => void actions.carryOut(result.key)}
    >
      {t('history.apply')}
    </Button>
  );
}
