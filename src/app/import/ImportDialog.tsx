import { buttonOf } from '../components/acts.ts';
import { Search } from '../components/NumberField.tsx';
import { useState } from 'react';
import { formatTitle, lookup, sampleTitle } from '../../i18n/index.ts';
import '../../i18n/en/set.ts';
import { Button, Tap } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { RecentList } from './RecentList.tsx';
import { actions, during, useApp, useText } from '../store/index.ts';
import { PickButtons, Where } from './OpenFile.tsx';
import classes from './import.module.css';
import { takeSamples, takeText } from './FileStates.tsx';

export function Kinds() {
  const { t } = useText();
  const formats = useApp((s) => s.description?.formats);
  const [search, setSearch] = useState('');
  if (!formats) return null;
  const wanted = search.trim().toLowerCase();
  const found = formats.filter(({ id }) => `${formatTitle(id)} ${id}`.toLowerCase().includes(wanted));
  return (
    <details className={`marginBottom4 ${classes.kinds}`}>
      <summary>{t('import.kinds', { kinds: formats.length })}</summary>
      <Search label={t('import.kinds.search')} value={search} onChange={setSearch} />
      <ul>
        {found.map(({ id }) => (
          <li key={id}>{formatTitle(id)}</li>
        ))}
        {found.length === 0 && <li className="pad6-12 muted">{t('import.kinds.none', { search })}</li>}
      </ul>
    </details>
  );
}

/** Longer texts are opened without being shown in the box: their layout would block the page for seconds. */
const AT_ONCE = 500_000;

const RECENT = 3;

export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const [text, setText] = useState('');
  const submit = () => {
    if (!text.trim()) return;
    onClose();
    void during(takeText(text));
  };
  return (
    <Dialog title={t('header.import')} onClose={onClose} wide>
      <div className="row wrap gap8 marginBottom12">
        <PickButtons onTake={onClose} />
        <Button {...buttonOf('samples')} text={t('import.samples')} />
        <span className="muted">{t('import.anywhere')}</span>
      </div>
      <textarea
        className="marginBottom12 pad8 rounder line16 mono"
        style={{ height: 'min(140px, 24dvh)' }}
        aria-label={t('import.paste')}
        placeholder={t('import.paste.placeholder')}
        spellCheck={false}
        value={text}
        onChange={(e) => setText(e.currentTarget.value)}
        onPaste={(e) => {
          const pasted = e.clipboardData.getData('text/plain');
          if (pasted.length < AT_ONCE) return;
          e.preventDefault();
          onClose();
          void during(takeText(pasted));
        }}
        onKeyDown={(e) => e.key === 'Enter' && (e.ctrlKey || e.metaKey) && submit()}
      />
      <section className="marginBottom12" aria-label={t('recent.title')}>
        <h3>{t('recent.title')}</h3>
        <RecentList most={RECENT} onOpen={onClose} />
      </section>
      <Where />
      <div className="marginTop12 flex toBottom gap16">
        <div className="fill">
          <Kinds />
          <p className="muted">{t('status.private')}</p>
        </div>
        <Button disabled={!text.trim()} onClick={submit} text={t('header.import')} />
      </div>
    </Dialog>
  );
}

export function SamplesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, n } = useText();
  const samples = useApp((s) => s.samples);
  const ref = useApp((s) => s.loaded?.ref);
  const open = ref?.kind === 'sample' ? ref.id : null;
  return (
    <Dialog title={t('header.samples')} onClose={onClose} wide>
      <ul className="gap8 grid" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))' }}>
        {samples.map((sample) => (
          <li key={sample.id}>
            <Tap
              className={`stack gap4 card surface toLeft hovers wideFull highFull ${classes.sample}`}
              aria-current={sample.id === open}
              onClick={() => {
                onClose();
                void actions.openSample(sample.id);
              }}
            >
              <strong className="size13">{sampleTitle(sample.id)}</strong>
              <span className="grows second">{lookup(`sample.${sample.id}.description`)}</span>
              <small className="num">
                {[formatTitle(sample.format), t('samples.messages', { count: sample.messages }), n.bytes(sample.bytes)].join(' · ')}
              </small>
            </Tap>
          </li>
        ))}
        {samples.length > 1 && (
          <li>
            <Tap
              className={`stack gap4 card surface toLeft hovers wideFull highFull ${classes.sample}`}
              onClick={() => {
                onClose();
                void during(takeSamples(t('set.sample', { count: samples.length })));
              }}
            >
              <strong className="size13">{t('set.sample', { count: samples.length })}</strong>
              <span className="grows second">{t('set.sample.help')}</span>
              <small className="num">{t('facts.set.formats', { count: new Set(samples.map(({ format }) => format)).size })}</small>
            </Tap>
          </li>
        )}
      </ul>
      {samples.length === 0 && <p>{t('samples.none')}</p>}
    </Dialog>
  );
}
