import { listen } from '../components/elements.ts';
import { Check } from '../components/NumberField.tsx';
import { useEffect, useState } from 'react';
import { clear, createStore } from 'idb-keyval';
import { formatTitle } from '../../i18n/index.ts';
import { Button, Tap } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { forgetSet } from '../set/set-state.ts';
import { writeAddress } from '../store/address.ts';
import {
  actions,
  allKept,
  duplicate,
  during,
  forgetEverything,
  keepNothing,
  keepScenario,
  keepsNothing,
  MOST_KEPT,
  MOST_KEPT_BYTES,
  MOST_SCENARIOS,
  type RecentLists,
  type Recents,
  remove,
  rename,
  useApp,
  useText,
  useUi,
} from '../store/index.ts';
import classes from './import.module.css';

// What this browser keeps, as the lists that are shown. Read again after every change here, and when the page is looked at again.

// Stores of the workers, by database and name: results of sets and of tuning, summaries of real models, vectors.

const STORES = [
  ['compaction-playground-sets', 'results'],
  ['compaction-playground-tuning', 'results'],
  ['compaction-playground-summaries', 'summaries'],
  ['compaction-playground-vectors', 'vectors'],
] as const;

async function clearCaches(): Promise<void> {
  await Promise.all(STORES.map(([database, name]) => clear(createStore(database, name)).catch(() => {})));
}

async function usage(): Promise<number | null> {
  try {
    return (await navigator.storage.estimate()).usage ?? null;
  } catch {
    return null;
  }
}

async function deleting(work: () => Promise<unknown>): Promise<void> {
  const ref = useApp.getState().loaded?.ref;
  const isKept = async () => ref?.kind === 'file' && (await allKept()).sessions.some(({ hash }) => hash === ref.hash);
  const before = await isKept();
  await work();
  if (before && !(await isKept())) actions.close();
  await refreshRecents();
}

async function refreshRecents(): Promise<void> {
  const [kept, used] = await Promise.all([allKept(), usage()]);
  useUi.setState({ recents: { ...kept, used, nothing: keepsNothing() } });
}

function useRecents(): Recents | null {
  useEffect(() => {
    const read = () => void refreshRecents();
    read();
    return listen(window, { focus: read });
  }, []);
  return useUi((s) => s.recents);
}

function wantNothing(nothing: boolean): void {
  keepNothing(nothing);
  // At once: a box that waits for the storage jumps back under the pointer.
  useUi.setState(({ recents }) => ({ recents: recents && { ...recents, nothing: keepsNothing() } }));
}

async function deleteEverything(): Promise<void> {
  await deleting(() => Promise.all([forgetEverything(), forgetSet(), clearCaches()]));
}

const change = (work: Promise<unknown>): void => void work.then(refreshRecents);

interface NameProps {
  readonly kind: keyof RecentLists;
  readonly id: string;
  readonly name: string;
  readonly done: () => void;
}

const focusOnce = (field: HTMLInputElement | null): void => field?.select();

/** The name as a field: Enter and leaving keep it, Escape does not. */
function NameEditor({ kind, id, name, done }: NameProps) {
  const { t } = useText();
  const [typed, setTyped] = useState(name);
  const keep = () => {
    if (typed.trim() !== name) change(rename(kind, id, typed));
    done();
  };
  return (
    <input
      className="high28 pad0-8 rounder"
      aria-label={t('param.name')}
      value={typed}
      ref={focusOnce}
      maxLength={200}
      onChange={(e) => setTyped(e.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(e) => {
        if (e.key === 'Enter') keep();
        else if (e.key === 'Escape') {
          e.preventDefault();
          e.stopPropagation();
          done();
        }
      }}
    />
  );
}

interface EntryProps {
  readonly kind: keyof RecentLists;
  readonly id: string;
  readonly name: string;
  readonly facts: readonly (string | null)[];
  readonly open: () => void;
  readonly copy: () => void;
}

function Entry({ kind, id, name, facts, open, copy }: EntryProps) {
  const { t } = useText();
  const [naming, setNaming] = useState(false);
  return (
    <li className={`row spread gap12 ruled pad4-0 narrowWrap ${classes.entry}`}>
      <span className={`stack fill ${classes.what}`}>
        {naming ? (
          <NameEditor kind={kind} id={id} name={name} done={() => setNaming(false)} />
        ) : (
          <Tap className={`accent toLeft breaks pad0 ${classes.open}`} onClick={open} text={name} />
        )}
        <small className="muted num breaks">{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <span className="row fixed">
        <Button
          kind="link"
          aria-label={t('list.pair', { name: t('recent.rename'), value: name })}
          onClick={() => setNaming(true)}
          text={t('recent.rename')}
        />
        <Button kind="link" aria-label={t('list.pair', { name: t('recent.duplicate'), value: name })} onClick={copy} text={t('recent.duplicate')} />
        <Button
          kind="link"
          aria-label={t('list.pair', { name: t('recent.delete'), value: name })}
          onClick={() => void deleting(() => remove(kind, id))}
          text={t('recent.delete')}
        />
      </span>
    </li>
  );
}

function KeepScenario() {
  const { t } = useText();
  const loaded = useApp((s) => s.loaded);
  const [name, setName] = useState('');
  if (!loaded) return null;
  const keep = async () => {
    await keepScenario(name.trim(), loaded.name, await writeAddress());
    setName('');
  };
  return (
    <form
      className="row gap8"
      onSubmit={(e) => {
        e.preventDefault();
        if (name.trim() !== '') change(keep());
      }}
    >
      <input
        className="high28 pad0-8 rounder fill"
        aria-label={t('recent.scenario.name')}
        placeholder={t('recent.scenario.name')}
        value={name}
        maxLength={200}
        onChange={(e) => setName(e.currentTarget.value)}
      />
      <Button type="submit" disabled={name.trim() === ''} text={t('recent.scenario.keep')} />
    </form>
  );
}

interface Props {
  /** Only so many sessions, without scenarios; absent = everything. */
  readonly most?: number;
  readonly onOpen?: () => void;
}

export function RecentList({ most, onOpen }: Props) {
  const { t, n, language } = useText();
  const recents = useRecents();
  if (!recents) return <p className="muted">{t('diff.loading')}</p>;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const when = (at: number) => (at > 0 ? date.format(at) : null);
  const { sessions, scenarios } = recents;
  return (
    <>
      {sessions.length === 0 && <p className="muted">{t('recent.none')}</p>}
      <ul>
        {sessions.slice(0, most).map(({ id, name, title, format, messages, tokens, exact, bytes, at }) => (
          <Entry
            key={id}
            kind="sessions"
            id={id}
            name={title || name}
            facts={[
              format === '' ? null : formatTitle(format),
              messages === null ? null : `${n.whole(messages)} ${t('facts.messages', { count: messages })}`,
              tokens === null ? null : `${exact ? '' : '≈ '}${n.whole(tokens)} ${t('facts.tokens', { count: tokens })}`,
              n.bytes(bytes),
              when(at),
            ]}
            open={() => {
              onOpen?.();
              void during(actions.openKept(id));
            }}
            copy={() => change(duplicate('sessions', id, t('recent.copyOf', { name: title || name })))}
          />
        ))}
      </ul>
      {most === undefined && (
        <section className={`marginTop12 ${classes.scenarios}`}>
          <h3>{t('recent.scenarios')}</h3>
          <ul>
            {scenarios.map(({ id, title, about, fragment, at }) => (
              <Entry
                key={id}
                kind="scenarios"
                id={id}
                name={title}
                facts={[about, when(at)]}
                open={() => {
                  onOpen?.();
                  void actions.openLink(fragment);
                }}
                copy={() => change(duplicate('scenarios', id, t('recent.copyOf', { name: title })))}
              />
            ))}
          </ul>
          <KeepScenario />
        </section>
      )}
    </>
  );
}

const storageText = ({ used }: Recents, { t, n }: Pick<ReturnType<typeof useText>, 't' | 'n'>): string =>
  used === null ? t('recent.storage.unknown') : t('recent.storage', { used: n.bytes(used) });

export function RecentDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, n } = useText();
  const recents = useRecents();
  const [sure, setSure] = useState(false);
  return (
    <Dialog title={t('recent.title')} onClose={onClose} wide>
      <RecentList onOpen={onClose} />
      <div className="stack gap8 marginTop12">
        <Check className="row gap6" checked={!recents?.nothing} onChange={(on) => wantNothing(!on)} text={t('recent.keep')} />
        <p className="small muted">{t('recent.bound', { most: MOST_KEPT, size: MOST_KEPT_BYTES, scenarios: MOST_SCENARIOS })}</p>
        <div className="row wrap spread gap8">
          <span className="num">{recents && storageText(recents, { t, n })}</span>
          {sure ? (
            <span className="row gap8">
              {t('recent.deleteAll.sure')}
              <Button
                onClick={() => {
                  setSure(false);
                  void deleteEverything();
                }}
                text={t('recent.delete')}
              />
              <Button kind="link" onClick={() => setSure(false)} text={t('control.keep')} />
            </span>
          ) : (
            <Button onClick={() => setSure(true)} text={t('recent.deleteAll')} />
          )}
        </div>
      </div>
    </Dialog>
  );
}
