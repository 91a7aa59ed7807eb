/** What this is, three ways in, where sessions live, what one gets: in the dialog behind the name of the page, and in the place of the work when nothing is open. */
import { type FormEvent, useState } from 'react';
import { formatTitle, sampleTitle } from '../../i18n/index.ts';
import '../../i18n/set-words.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { RecentList } from '../home/RecentList.tsx';
import { pickFile } from '../import/DropZone.tsx';
import { PickButtons, Where } from '../import/OpenFile.tsx';
import { takeSamples } from '../import/take.ts';
import { actions } from '../store/store-actions.ts';
import { during, useApp } from '../store/store.ts';
import { openDialog, startGuide } from '../store/ui.ts';
import { useText } from '../store/useAsk.ts';
import shared from '../theme/shared.module.css';
import { StartLinks } from '../documents/DocumentLink.tsx';
import classes from './start.module.css';

interface Props {
  readonly onOpen: () => void;
}

const RECENT = 3;

function Bring({ onOpen }: Props) {
  const { t } = useText();
  return (
    <section className={classes.way}>
      <h3>{t('start.bring')}</h3>
      <p>{t('start.bring.help')}</p>
      <span className={`${shared.row} ${shared.wrap} ${shared.gap8}`}>
        <PickButtons onTake={onOpen} />
        <Button title={t('start.paste.help')} onClick={() => openDialog('import')}>
          {t('start.paste')}
        </Button>
      </span>
      <h4>{t('start.before')}</h4>
      <RecentList most={RECENT} onOpen={onOpen} />
      <Button kind="link" onClick={() => openDialog('recent')}>
        {t('start.before.all')}
      </Button>
    </section>
  );
}

function Samples({ onOpen }: Props) {
  const { t, n } = useText();
  const samples = useApp((s) => s.samples);
  const all = t('set.sample', { count: samples.length });
  const formats = new Set(samples.map(({ format }) => format)).size;
  return (
    <section className={classes.way}>
      <h3>{t('start.sample')}</h3>
      <p>{t('start.sample.help')}</p>
      {samples.length === 0 ? (
        <p>{t('samples.none')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('start.sample.name')}</th>
              <th scope="col">{t('label.format')}</th>
              <th scope="col">{t('label.messages')}</th>
            </tr>
          </thead>
          <tbody className="num">
            {samples.map(({ id, format, messages }) => (
              <tr key={id}>
                <td>
                  <Button
                    kind="link"
                    onClick={() => {
                      onOpen();
                      void actions.openSample(id);
                    }}
                  >
                    {sampleTitle(id)}
                  </Button>
                </td>
                <td>{formatTitle(format)}</td>
                <td>{n.whole(messages)}</td>
              </tr>
            ))}
            {samples.length > 1 && (
              <tr>
                <td>
                  <Button
                    kind="link"
                    onClick={() => {
                      onOpen();
                      void during(takeSamples(all));
                    }}
                  >
                    {all}
                  </Button>
                </td>
                <td>{t('facts.set.formats', { count: formats })}</td>
                <td>{n.whole(samples.reduce((sum, { messages }) => sum + messages, 0))}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Link({ onOpen }: Props) {
  const { t } = useText();
  const [link, setLink] = useState('');
  const [wrong, setWrong] = useState(false);
  const open = (e: FormEvent): void => {
    e.preventDefault();
    const fragment = /#.+$/s.exec(link.trim())?.[0];
    setWrong(fragment === undefined);
    if (fragment === undefined) return;
    onOpen();
    location.hash = fragment;
  };
  return (
    <section className={classes.way}>
      <h3>{t('start.link')}</h3>
      <p>{t('start.link.help')}</p>
      <form className={classes.link} onSubmit={open}>
        <input
          aria-label={t('share.link')}
          aria-invalid={wrong}
          placeholder="https://…#s="
          value={link}
          onChange={(e) => setLink(e.currentTarget.value)}
        />
        <span className={`${shared.row} ${shared.wrap} ${shared.gap8}`}>
          <Button type="submit" disabled={link.trim() === ''}>
            {t('action.open')}
          </Button>
          <Button onClick={pickFile}>{t('start.link.file')}</Button>
        </span>
      </form>
      {wrong && (
        <p role="alert" className={shared.bad}>
          {t('start.link.wrong')}
        </p>
      )}
    </section>
  );
}

function StartContent({ onOpen }: Props) {
  const { t } = useText();
  const samples = useApp((s) => s.samples);
  const loaded = useApp((s) => s.loaded !== null);
  return (
    <>
      <p className={classes.lead}>{t('start.lead')}</p>
      {(loaded || samples.length > 0) && (
        <p className={classes.tour}>
          <Button
            icon="next"
            onClick={() => {
              onOpen();
              if (!loaded) void actions.openSample(samples[0]!.id);
              startGuide();
            }}
          >
            {t('guide.open')}
          </Button>
        </p>
      )}
      <div className={classes.ways}>
        <Bring onOpen={onOpen} />
        <Samples onOpen={onOpen} />
        <Link onOpen={onOpen} />
      </div>
      <div className={classes.two}>
        <Where />
        <section className={classes.get}>
          <h3>{t('start.get')}</h3>
          <ol>
            <li>{t('start.get.answer')}</li>
            <li>{t('start.get.compare')}</li>
            <li>{t('start.get.set')}</li>
            <li>{t('start.get.tune')}</li>
            <li>{t('start.get.replay')}</li>
          </ol>
          <p>{t('start.private')}</p>
        </section>
      </div>
    </>
  );
}

export function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog title={t('start.title')} onClose={onClose} wide>
      <StartLinks className={classes.links} />
      <StartContent onOpen={onClose} />
    </Dialog>
  );
}

const nothing = (): void => {};

export function StartPage() {
  const { t } = useText();
  return (
    <section aria-label={t('start.page')} className={classes.page}>
      <div className={classes.middle}>
        <h2>{t('start.title')}</h2>
        <StartContent onOpen={nothing} />
      </div>
    </section>
  );
}
