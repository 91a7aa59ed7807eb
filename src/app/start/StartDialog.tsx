import { formatTitle, sampleTitle } from '../../i18n/index.ts';
import '../../i18n/set-words.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { RecentList } from '../home/RecentList.tsx';
import { pickFile, pickFolder } from '../import/DropZone.tsx';
import { takeFolder, takeSamples } from '../import/take.ts';
import { Where } from '../import/Where.tsx';
import { actions } from '../store/actions.ts';
import { useApp } from '../store/store.ts';
import { openDialog } from '../store/ui.ts';
import { useText } from '../store/useText.ts';
import classes from './start.module.css';
import shared from '../theme/shared.module.css';

interface Props {
  readonly onClose: () => void;
}

/** Sessions that are listed here; all others are in the dialog of recent sessions. */
const RECENT = 3;

/** Files or a folder, and what was opened here before. */
function Bring({ onClose }: Props) {
  const { t } = useText();
  return (
    <section className={classes.way}>
      <h3>{t('start.bring')}</h3>
      <p>{t('start.bring.help')}</p>
      <span className={`${shared.row} ${shared.wrap} ${shared.gap8}`}>
        <Button kind="primary" icon="file" onClick={pickFile}>
          {t('import.files')}
        </Button>
        <Button
          icon="folder"
          onClick={() => {
            if ('showDirectoryPicker' in globalThis) {
              onClose();
              void takeFolder();
            } else pickFolder();
          }}
        >
          {t('import.folder')}
        </Button>
      </span>
      <h4>{t('start.before')}</h4>
      <RecentList most={RECENT} onOpen={onClose} />
      <Button kind="link" onClick={() => openDialog('recent')}>
        {t('start.before.all')}
      </Button>
    </section>
  );
}

/** Samples as a table; the last line opens all of them as a set. */
function Samples({ onClose }: Props) {
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
              <th scope="col">{t('start.sample.format')}</th>
              <th scope="col">{t('start.sample.messages')}</th>
            </tr>
          </thead>
          <tbody className="num">
            {samples.map(({ id, format, messages }) => (
              <tr key={id}>
                <td>
                  <Button
                    kind="link"
                    onClick={() => {
                      onClose();
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
                      onClose();
                      void takeSamples(all);
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

/** What this is, three ways in, where sessions live, what one gets. Opens from the name of the page. */
export function StartDialog({ onClose }: Props) {
  const { t } = useText();
  return (
    <Dialog title={t('start.title')} onClose={onClose} wide>
      <p className={classes.lead}>{t('start.lead')}</p>
      <div className={classes.ways}>
        <Bring onClose={onClose} />
        <Samples onClose={onClose} />
        <section className={classes.way}>
          <h3>{t('start.paste')}</h3>
          <p>{t('start.paste.help')}</p>
          <Button onClick={() => openDialog('import')}>{t('start.paste')}</Button>
        </section>
      </div>
      <Where />
      <section className={classes.get}>
        <h3>{t('start.get')}</h3>
        <ol>
          <li>{t('start.get.answer')}</li>
          <li>{t('start.get.compare')}</li>
          <li>{t('start.get.set')}</li>
          <li>{t('start.get.replay')}</li>
        </ol>
        <p>{t('start.private')}</p>
      </section>
    </Dialog>
  );
}
