/** Which strategies run: A, B and C until a person chooses others. */
import { useState } from 'react';
import { MAX_REPLAYED } from '../../scenario/limits.ts';
import { allRows } from '../../scenario/rows.ts';
import type { Replay } from '../../scenario/schema.ts';
import { Button } from '../components/Button.tsx';
import { Popover } from '../components/Popover.tsx';
import { usePopover } from '../components/usePopover.ts';
import { strategyTitle } from '../compare/rows.ts';
import { useApp, useText } from '../store/index.ts';
import { setReplay } from '../store/replay.ts';
import { recordedIn } from '../store/state.ts';
import { replayedRows } from './rows.ts';
import styles from './replay.module.css';

export function StrategyPicker({ replay }: { readonly replay: Replay }) {
  const { t } = useText();
  const { popover, button } = usePopover();
  const rows = useApp((s) => s.scenario.rows);
  const pinned = useApp((s) => s.compared);
  const strategies = useApp((s) => s.description?.strategies);
  const compactions = useApp(recordedIn);
  const [filter, setFilter] = useState('');
  const all = allRows(rows, strategies ?? [], compactions).map((row) => ({ key: row.key, title: strategyTitle(row.strategy, row.key, row.params) }));
  const chosen = replayedRows({ replay, compared: pinned, rows }, strategies ?? [], compactions).map(({ key }) => key);
  const matches = all.filter(({ title }) => title.toLocaleLowerCase().includes(filter.trim().toLocaleLowerCase()));
  const toggle = (key: string) => setReplay({ strategies: chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key] });
  return (
    <Popover
      {...popover}
      position="bottom-start"
      takesFocus
      label={t('replay.strategies')}
      target={
        <Button title={t('replay.strategies.help', { count: MAX_REPLAYED })} {...button}>
          {t('replay.rows')}
        </Button>
      }
    >
      <div className={styles.picker}>
        <input
          type="search"
          aria-label={t('replay.strategies.find')}
          placeholder={t('replay.strategies.find')}
          value={filter}
          onChange={(e) => setFilter(e.currentTarget.value)}
        />
        <ul>
          {matches.map(({ key, title }) => (
            <li key={key}>
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={chosen.includes(key)}
                  disabled={!chosen.includes(key) && chosen.length >= MAX_REPLAYED}
                  onChange={() => toggle(key)}
                />
                {title}
              </label>
            </li>
          ))}
        </ul>
        <div className={styles.pickerFoot}>
          <Button kind="link" disabled={replay.strategies === null} onClick={() => setReplay({ strategies: null })}>
            {t('replay.strategies.compared')}
          </Button>
        </div>
      </div>
    </Popover>
  );
}
