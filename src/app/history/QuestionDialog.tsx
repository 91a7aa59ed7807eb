/** S1's "ask first", for every strategy that asks: its question with its numbers, and the possible answers. */
import { formatReason, lookup } from '../../i18n/index.ts';
import { strategyTitle } from '../rows/compare-rows.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import { useUi } from '../store/ui.ts';
import classes from './history.module.css';
import shared from '../theme/shared.module.css';

export function QuestionDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const asked = useUi((s) => s.asked);
  const row = useApp((s) => s.comparison?.rows.find((r) => r.key === asked) ?? null);
  const info = useApp((s) => s.description?.strategies.find((i) => i.id === row?.strategy) ?? null);
  if (!row?.question || !info) return null;
  const { reason, param } = row.question;
  const answers = info.params[param];
  if (answers?.kind !== 'choice') return null;
  const say = (answer: string) => {
    onClose();
    void actions.carryOut(row.key, answer);
  };
  return (
    <Dialog title={t('history.question.title', { title: strategyTitle(row.strategy, row.key, row.params) })} onClose={onClose}>
      <p className={classes.question}>{formatReason(reason)}</p>
      <div className={`${shared.row} ${shared.wrap} ${shared.gap8}`}>
        {answers.options.map((answer) => (
          <Button key={answer} kind={answer === answers.default ? 'primary' : 'default'} onClick={() => say(answer)}>
            {lookup(`param.${param}.${answer}`) ?? answer}
          </Button>
        ))}
        <Button kind="ghost" onClick={onClose}>
          {t('progress.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
