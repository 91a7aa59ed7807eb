import { formatTitle, lookup, sampleTitle } from '../../i18n/index.ts';
import '../../i18n/set-words.ts';
import { Dialog } from '../components/Dialog.tsx';
import { actions } from '../store/store-actions.ts';
import { during, useApp } from '../store/store.ts';
import { useText } from '../store/useAsk.ts';
import classes from './import.module.css';
import { takeSamples } from './take.ts';

export function SamplesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, n } = useText();
  const samples = useApp((s) => s.samples);
  const ref = useApp((s) => s.loaded?.ref);
  const open = ref?.kind === 'sample' ? ref.id : null;
  return (
    <Dialog title={t('header.samples')} onClose={onClose} wide>
      <ul className={classes.samples}>
        {samples.map((sample) => (
          <li key={sample.id}>
            <button
              type="button"
              className={classes.sample}
              aria-current={sample.id === open}
              onClick={() => {
                onClose();
                void actions.openSample(sample.id);
              }}
            >
              <strong>{sampleTitle(sample.id)}</strong>
              <span>{lookup(`sample.${sample.id}.description`)}</span>
              <small className="num">
                {[formatTitle(sample.format), t('samples.messages', { count: sample.messages }), n.bytes(sample.bytes)].join(' · ')}
              </small>
            </button>
          </li>
        ))}
        {samples.length > 1 && (
          <li>
            <button
              type="button"
              className={classes.sample}
              onClick={() => {
                onClose();
                void during(takeSamples(t('set.sample', { count: samples.length })));
              }}
            >
              <strong>{t('set.sample', { count: samples.length })}</strong>
              <span>{t('set.sample.help')}</span>
              <small className="num">{t('facts.set.formats', { count: new Set(samples.map(({ format }) => format)).size })}</small>
            </button>
          </li>
        )}
      </ul>
      {samples.length === 0 && <p>{t('samples.none')}</p>}
    </Dialog>
  );
}
