import { listen } from '../components/elements.ts';
import { buttonOf } from '../components/acts.ts';
import { Search, Select } from '../components/NumberField.tsx';
import { type ChangeEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Reason } from '../../engine/strategies/contract.ts';
import { errorText, formatReason, formatTitle } from '../../i18n/index.ts';
import { fromFile, isSnapshotFile, type LinkError } from '../../scenario/codec.ts';
import { SCENARIO_VERSION } from '../../scenario/schema.ts';
import type { ConversationInfo } from '../../worker/protocol.ts';
import { Button, Icon, Tap } from '../components/Button.tsx';
import { Popover, usePopover } from '../components/Popover.tsx';
import { withLogs } from '../set/set-files.ts';
import { actions, client, during, fetchSample, isTextField, openDialog, setDragging, useApp, useText, useUi } from '../store/index.ts';
import classes from './import.module.css';

/** Why a scenario file cannot be opened, as a reason. */
export function reasonOfScenario({ code, path, limit, version, expects }: LinkError): Reason {
  const values = { ...expects?.values, ...(path !== undefined && { path }), ...(expects && { expects: expects.key }) };
  if (limit) return { key: 'scenario-too-large', values: { ...values, of: limit.of, most: limit.most, found: limit.found ?? limit.most } };
  if (code === 'newer-version') return { key: 'scenario-newer-version', values: { version: version ?? 0, newest: SCENARIO_VERSION } };
  return { key: `scenario-${code}`, values };
}

/** Scenario files are small; larger files are not checked for one. */
const MAX_SCENARIO_BYTES = 4_000_000;

/** Our scenario files, and nothing else, start with their version, so only that is checked before parsing. */
const looksLikeScenario = (text: string): boolean => /^\s*\{\s*"v"\s*:\s*\d+\s*,\s*"transcript"\s*:/.test(text);

const refuse = (message: string): void => actions.notify({ key: 'notice.scenarioFile', values: { message }, tone: 'bad' });

async function takeScenario(text: string): Promise<void> {
  const file = await fromFile(text).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (typeof file === 'string') return refuse(file);
  if (!file.ok) return refuse(formatReason(reasonOfScenario(file.error)));
  const { scenario, summaries } = file.value;
  if (summaries.length > 0) await client.takeSummaries(summaries);
  await actions.openScenario(scenario);
}

async function takeSent(text: string): Promise<void> {
  try {
    const { readSent, showSent } = await import('../store/show.ts');
    const sent = await readSent(text, 'file');
    if (sent.ok) showSent(sent.value, null);
    else refuse(formatReason(reasonOfScenario(sent.error)));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}

async function takeFile(blob: Blob, name: string): Promise<void> {
  if (blob.size <= MAX_SCENARIO_BYTES && isSnapshotFile(await blob.slice(0, 200).text())) return takeSent(await blob.text());
  if (blob.size <= MAX_SCENARIO_BYTES && looksLikeScenario(await blob.slice(0, 200).text())) return takeScenario(await blob.text());
  return actions.openFile(blob, name);
}

const setPart = () => import('../set/set-actions.ts');
const filesPart = () => import('../set/set-files.ts');

const isZip = async (blob: Blob): Promise<boolean> => (await blob.slice(0, 4).text()) === 'PK\u0003\u0004';

export async function takeFiles(files: ArrayLike<File>): Promise<void> {
  const [first] = Array.from(files);
  if (!first) return;
  const adding = useUi.getState().set && useUi.getState().sessions > 0;
  const own = withLogs(Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, blob: file })));
  if (own.length === 1 && !adding && first.webkitRelativePath === '' && !(await isZip(first))) return takeFile(own[0]!.blob, own[0]!.path);
  const all = Array.from(files);
  const [{ addFiles, openSet }, { fromList }] = await Promise.all([setPart(), filesPart()]);
  await (adding ? addFiles : openSet)(fromList(all));
}

export async function takeEntries(entries: readonly FileSystemEntry[], files: readonly File[]): Promise<void> {
  if (!entries.some((entry) => entry.isDirectory)) return takeFiles(files);
  const adding = useUi.getState().set && useUi.getState().sessions > 0;
  const [{ addFiles, openSet }, { fromEntries }] = await Promise.all([setPart(), filesPart()]);
  await (adding ? addFiles : openSet)(await fromEntries(entries));
}

export async function takeFolder(): Promise<boolean> {
  const [{ addFiles, openSet }, { folderPicker, fromPicker }] = await Promise.all([setPart(), filesPart()]);
  const pick = folderPicker();
  if (!pick) return false;
  const sources = await fromPicker(pick);
  const adding = useUi.getState().set && useUi.getState().sessions > 0;
  if (sources) await (adding ? addFiles : openSet)(sources);
  return true;
}

export async function takeSamples(name: string): Promise<void> {
  const { samples } = useApp.getState();
  try {
    const files = await Promise.all(samples.map(async (sample) => ({ path: sample.file, blob: await fetchSample(sample) })));
    const { openSet } = await setPart();
    await openSet({ name, files, skipped: 0 }, false);
  } catch {
    actions.notify({ key: 'notice.sampleMissing', values: { file: name }, tone: 'bad' });
  }
}

export async function takeText(text: string): Promise<void> {
  if (isSnapshotFile(text.slice(0, 200))) return takeSent(text);
  return looksLikeScenario(text.slice(0, 200)) ? takeScenario(text) : actions.openText(text);
}

let pick: () => void = () => {};
export const pickFile = (): void => pick();
let pickAll: () => void = () => {};
export const pickFolder = (): void => pickAll();

const entriesOf = (items: DataTransferItemList): readonly FileSystemEntry[] =>
  Array.from(items, (item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null)).filter((entry) => entry !== null);

export function DropZone() {
  const { t } = useText();
  const dragging = useUi((s) => s.dragging);
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => {
    pick = () => input.current?.click();
    pickAll = () => folder.current?.click();
    // Entering a child fires "leave" on its parent, so enters and leaves are counted.
    let depth = 0;
    const hasFile = (e: DragEvent) => e.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain') ?? false;
    const over = (e: DragEvent) => {
      if (!hasFile(e) || isTextField(e.target)) return;
      e.preventDefault();
      setDragging(true);
    };
    const enter = (e: DragEvent) => {
      if (!hasFile(e)) return;
      depth += 1;
      over(e);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setDragging(false);
    };
    const drop = (e: DragEvent) => {
      depth = 0;
      setDragging(false);
      const file = e.dataTransfer?.files[0];
      const text = e.dataTransfer?.getData('text/plain');
      if (!file && (!text || isTextField(e.target))) return;
      e.preventDefault();
      openDialog(null);
      if (file) void during(takeEntries(entriesOf(e.dataTransfer!.items), Array.from(e.dataTransfer!.files)));
      else if (text) void during(takeText(text));
    };
    const paste = (e: ClipboardEvent) => {
      if (isTextField(e.target)) return;
      const file = e.clipboardData?.files[0];
      const text = e.clipboardData?.getData('text/plain') ?? '';
      if (!file && !text.trim()) return;
      e.preventDefault();
      openDialog(null);
      if (file) void during(takeFiles(Array.from(e.clipboardData?.files ?? [])));
      else void during(takeText(text));
    };
    return listen(window, { dragenter: enter, dragover: over, dragleave: leave, drop, paste });
  }, []);
  const take = (e: ChangeEvent<HTMLInputElement>): void => {
    const files = Array.from(e.currentTarget.files ?? []);
    e.currentTarget.value = '';
    openDialog(null);
    void during(takeFiles(files));
  };
  return (
    <>
      <input ref={input} type="file" multiple className="hidden-text" tabIndex={-1} aria-label={t('import.file')} onChange={take} />
      <input
        ref={folder}
        type="file"
        // @ts-expect-error -- every browser has it, React's types do not
        webkitdirectory=""
        className="hidden-text"
        tabIndex={-1}
        aria-label={t('import.folder.input')}
        onChange={take}
      />
      {dragging && (
        <div className={`grid through overPage inset0 layerDrop toBottom framedStrongAccent ${classes.drop}`} aria-hidden="true">
          <span className="rounder bgAccent textOnAccent bold13">{t('import.drop')}</span>
        </div>
      )}
    </>
  );
}

export function FormatSelect() {
  const { t } = useText();
  const formats = useApp((s) => s.description?.formats);
  const chosen = useApp((s) => (s.load.phase === 'failed' ? '' : (s.scenario.format ?? '')));
  const detected = useApp((s) => (s.load.phase === 'failed' ? null : s.loaded?.reply.candidates[0]?.format));
  const detectedTitle = detected ? formatTitle(detected) : t('format.unknown');
  return (
    <label className={`inline gap8 second ${classes.format}`}>
      <span>{t('format.choose')}</span>
      <Select
        title={chosen ? formatTitle(chosen) : t('format.detected', { title: detectedTitle })}
        value={chosen}
        none={t('format.detected', { title: detectedTitle })}
        options={formats?.map((f) => [f.id, formatTitle(f.id)]) ?? []}
        onChange={(chosen) => void actions.chooseFormat(chosen || null)}
      />
    </label>
  );
}

export function NotUnderstood() {
  const { t } = useText();
  const state = useApp((s) => s.load);
  const before = useApp((s) => s.loaded?.name ?? null);
  if (state.phase !== 'failed') return null;
  const { error, name } = state;
  const place =
    'expects' in error ? [error.line !== undefined ? t('warning.line', { line: error.line }) : null, error.path].filter(Boolean).join(' · ') : '';
  return (
    <section className={`fill scrolls surface ${classes.panel}`} aria-label={t('failed.title', { name })} role="alert">
      <h1 className="gap8 marginBottom8 bold15 breaks row">
        <Icon name="warning" size={16} />
        {t('failed.title', { name })}
      </h1>
      <p className="marginBottom8 second">
        {errorText(error)}
        {place && <code className="mono"> {place}</code>}
      </p>
      {'expects' in error && (
        <div className="second marginBottom8">
          <strong className="plainText">{t('failed.expected')}</strong>
          <ul className="bullets">
            {error.expects.map(formatReason).map((shape) => (
              <li key={shape}>{shape}</li>
            ))}
          </ul>
        </div>
      )}
      {'excerpt' in error && error.excerpt && (
        <>
          <p className="marginBottom8 muted">{t('failed.excerpt')}</p>
          <pre className="mono marginBottom12 framedFaint rounder bgSunk scrolls">{error.excerpt}</pre>
        </>
      )}
      <div className="row wrap gap8">
        <FormatSelect />
        <Button {...buttonOf('samples')} />
        {before && <Button onClick={actions.cancel} text={t('failed.back', { name: before })} />}
      </div>
    </section>
  );
}

export function ExpectedFile() {
  const { t, n } = useText();
  const expected = useApp((s) => s.expected);
  const loading = useApp((s) => s.load.phase === 'loading');
  if (!expected) return null;
  const { wrong } = expected;
  return (
    <section className={`fill scrolls surface ${classes.panel}`} aria-label={t('expected.title')}>
      <h1 className="gap8 marginBottom8 bold15 breaks row">
        <Icon name="file" size={16} />
        {t('expected.title')}
      </h1>
      <p className="marginBottom8 second">{t('expected.text')}</p>
      <dl className="num grid gap2-16 marginBottom12">
        <dt>{t('expected.name')}</dt>
        <dd className="breaks">{expected.name}</dd>
        <dt>{t('details.size')}</dt>
        <dd className="breaks">{n.bytes(expected.bytes)}</dd>
        <dt>{t('details.hash')}</dt>
        <dd className="mono breaks">{expected.hash.slice(0, 16)}…</dd>
      </dl>
      {wrong && (
        <p role="alert" className="marginBottom8 bad gap8 medium flex fromStart">
          <Icon name="warning" />
          {t('expected.wrong', { name: wrong.name, hash: wrong.hash.slice(0, 16) })}
        </p>
      )}
      <div className="row wrap gap8">
        <Button kind="primary" icon="file" disabled={loading} onClick={pickFile} text={t('import.files')} />
        {wrong && <Button onClick={() => void actions.openAnyway()} text={t('expected.anyway')} />}
        <Button {...buttonOf('samples')} />
        <span className="muted">{t('import.anywhere')}</span>
      </div>
    </section>
  );
}

interface Entry {
  readonly info: ConversationInfo;
  readonly depth: number;
}

export function inFamilies(conversations: readonly ConversationInfo[]): readonly Entry[] {
  const children = new Map<number | null, ConversationInfo[]>();
  for (const c of conversations) children.set(c.parent, [...(children.get(c.parent) ?? []), c]);
  const walk = (parent: number | null, depth: number): Entry[] =>
    (children.get(parent) ?? []).flatMap((info) => [{ info, depth }, ...walk(info.index, depth + 1)]);
  return walk(null, 0);
}

const SHOWN = 200;

export function ConversationPicker() {
  const { t } = useText();
  const conversations = useApp((s) => s.loaded?.reply.conversations);
  const index = useApp((s) => s.scenario.conversation);
  const { popover, button, close } = usePopover();
  const [search, setSearch] = useState('');
  const entries = useMemo(() => inFamilies(conversations ?? []), [conversations]);
  const wanted = search.trim().toLowerCase();
  const found = wanted ? entries.filter(({ info }) => `${info.title} ${info.preview} ${info.id}`.toLowerCase().includes(wanted)) : entries;
  if (!conversations) return null;
  const choose = (chosen: number) => {
    close();
    actions.chooseConversation(chosen);
  };
  return (
    <Popover
      {...popover}
      position="bottom-start"
      takesFocus
      target={
        <Tap className={`inline card gap6 oneLine surface hovers high28 pad0-8 ${classes.conversation}`} {...button}>
          {t('conversations.button', { index: index + 1, count: conversations.length })}
          <Icon name="chevron" size={12} />
        </Tap>
      }
    >
      <div className={`stack ${classes.picker}`}>
        <Search
          label={t('conversations.search')}
          value={search}
          onChange={setSearch}
          onKeyDown={(e) => e.key === 'Enter' && found[0] && choose(found[0].info.index)}
        />
        <ul>
          {found.slice(0, SHOWN).map(({ info, depth }) => (
            <li key={info.index}>
              <Tap
                className={`toLeft hovers grid wideFull gap0-8 pad5-12 outlinesInside ${classes.one}`}
                aria-current={info.index === index}
                style={{ paddingLeft: 12 + depth * 16 }}
                onClick={() => choose(info.index)}
              >
                <b className="medium ellipsis">{info.title || t('conversations.untitled', { index: info.index + 1 })}</b>
                <small className="num">
                  {t('samples.messages', { count: info.messages })}
                  {info.toolCalls > 0 && ` · ${t('facts.toolCalls', { count: info.toolCalls })}`}
                  {info.compactions > 0 && ` · ${t('conversations.compactions', { count: info.compactions })}`}
                </small>
                <span className="muted ellipsis">{info.preview}</span>
              </Tap>
            </li>
          ))}
          {found.length === 0 && <li className="pad6-12 muted">{t('list.none')}</li>}
          {found.length > SHOWN && <li className="pad6-12 muted">{t('conversations.more', { count: found.length - SHOWN })}</li>}
        </ul>
      </div>
    </Popover>
  );
}
