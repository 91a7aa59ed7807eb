/** What this is, three ways in, where sessions live, what one gets: in the dialog behind the name of the page, and in the place of the work when nothing is open. */
import { type FormEvent, useState } from 'react';
import { formatTitle, sampleTitle } from '../../i18n/index.ts';
import '../../i18n/en/set.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { RecentList } from '../import/RecentList.tsx';
import { pickFile, takeSamples } from '../import/FileStates.tsx';
import { PickButtons, Where } from '../import/OpenFile.tsx';
import { actions, during, openDialog, startGuide, useApp, useText } from '../store/index.ts';
import { StartLinks } from '../documents/DocumentLink.tsx';
import classes from './start.module.css';

interface Props {
  readonly onOpen: () => void;
}

const RECENT = 3;

function Bring({ onOpen }: Props) {
  const { t } = useText();
  return (
    <section className={`stack gap8 shrinks pad12 fromStart framedFaint rounder ${classes.way}`}>
      <h3 className="bold15">{t('start.bring')}</h3>
      <p className="second">{t('start.bring.help')}</p>
      <span className="row wrap gap8">
        <PickButtons onTake={onOpen} />
        <Button title={t('start.paste.help')} onClick={() => openDialog('import')} text={t('start.paste')} />
      </span>
      <h4 className="marginTop8">{t('start.before')}</h4>
      <RecentList most={RECENT} onOpen={onOpen} />
      <Button kind="link" onClick={() => openDialog('recent')} text={t('start.before.all')} />
    </section>
  );
}

function Samples({ onOpen }: Props) {
  const { t, n } = useText();
  const samples = useApp((s) => s.samples);
  const all = t('set.sample', { count: samples.length });
  const formats = new Set(samples.map(({ format }) => format)).size;
  return (
    <section className={`stack gap8 shrinks pad12 fromStart framedFaint rounder ${classes.way}`}>
      <h3 className="bold15">{t('start.sample')}</h3>
      <p className="second">{t('start.sample.help')}</p>
      {samples.length === 0 ? (
        <p className="second">{t('samples.none')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th className="muted" scope="col">
                {t('start.sample.name')}
              </th>
              <th className="muted" scope="col">
                {t('label.format')}
              </th>
              <th className="muted" scope="col">
                {t('label.messages')}
              </th>
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
                    text={sampleTitle(id)}
                  />
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
                    text={all}
                  />
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
    <section className={`stack gap8 shrinks pad12 fromStart framedFaint rounder ${classes.way}`}>
      <h3 className="bold15">{t('start.link')}</h3>
      <p className="second">{t('start.link.help')}</p>
      <form className={`stack gap8 wideFull ${classes.link}`} onSubmit={open}>
        <input
          aria-label={t('share.link')}
          aria-invalid={wrong}
          placeholder="https://…#s="
          value={link}
          onChange={(e) => setLink(e.currentTarget.value)}
        />
        <span className="row wrap gap8">
          <Button type="submit" disabled={link.trim() === ''} text={t('action.open')} />
          <Button onClick={pickFile} text={t('start.link.file')} />
        </span>
      </form>
      {wrong && (
        <p role="alert" className="bad">
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
      <p className={`second margin0-0-16 ${classes.lead}`}>{t('start.lead')}</p>
      {(loaded || samples.length > 0) && (
        <p className="margin0-0-16">
          <Button
            icon="next"
            onClick={() => {
              onOpen();
              if (!loaded) void actions.openSample(samples[0]!.id);
              startGuide();
            }}
            text={t('guide.open')}
          />
        </p>
      )}
      <div className={`grid gap16 ${classes.ways}`}>
        <Bring onOpen={onOpen} />
        <Samples onOpen={onOpen} />
        <Link onOpen={onOpen} />
      </div>
      <div className={`grid ${classes.two}`}>
        <Where />
        <section className={classes.get}>
          <h3 className="marginBottom8">{t('start.get')}</h3>
          <ol>
            <li className="marginBottom4">{t('start.get.answer')}</li>
            <li className="marginBottom4">{t('start.get.compare')}</li>
            <li className="marginBottom4">{t('start.get.set')}</li>
            <li className="marginBottom4">{t('start.get.tune')}</li>
            <li className="marginBottom4">{t('start.get.replay')}</li>
          </ol>
          <p className="second">{t('start.private')}</p>
        </section>
      </div>
    </>
  );
}

export function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog title={t('start.title')} onClose={onClose} wide>
      <StartLinks className={`row wrap gap12 ${classes.links}`} />
      <StartContent onOpen={onClose} />
    </Dialog>
  );
}

const nothing = (): void => {};

export function StartPage() {
  const { t } = useText();
  return (
    <section aria-label={t('start.page')} className={`fillHeight scrolls surface ${classes.page}`}>
      <div className={classes.middle}>
        <h2>{t('start.title')}</h2>
        <StartContent onOpen={nothing} />
      </div>
    </section>
  );
}
