import { useMemo, useState } from 'react';
import { errorText, formatReason, formatTitle } from '../../i18n/index.ts';
import type { ConversationInfo } from '../../worker/protocol.ts';
import { Button, Icon } from '../components/Button.tsx';
import { Popover, usePopover } from '../components/Popover.tsx';
import { actions } from '../store/store-actions.ts';
import { useApp } from '../store/store.ts';
import { openDialog } from '../store/ui.ts';
import { useText } from '../store/useAsk.ts';
import { pickFile } from './DropZone.tsx';
import classes from './import.module.css';

export function FormatSelect() {
  const { t } = useText();
  const formats = useApp((s) => s.description?.formats);
  const chosen = useApp((s) => (s.load.phase === 'failed' ? '' : (s.scenario.format ?? '')));
  const detected = useApp((s) => (s.load.phase === 'failed' ? null : s.loaded?.reply.candidates[0]?.format));
  const detectedTitle = detected ? formatTitle(detected) : t('format.unknown');
  return (
    <label className={`inline gap8 second ${classes.format}`}>
      <span>{t('format.choose')}</span>
      <select
        title={chosen ? formatTitle(chosen) : t('format.detected', { title: detectedTitle })}
        value={chosen}
        onChange={(e) => void actions.chooseFormat(e.currentTarget.value || null)}
      >
        <option value="">{t('format.detected', { title: detectedTitle })}</option>
        {formats?.map((f) => (
          <option key={f.id} value={f.id}>
            {formatTitle(f.id)}
          </option>
        ))}
      </select>
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
        <Button icon="samples" onClick={() => openDialog('samples')}>
          {t('header.samples')}
        </Button>
        {before && <Button onClick={actions.cancel}>{t('failed.back', { name: before })}</Button>}
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
        <Button kind="primary" icon="file" disabled={loading} onClick={pickFile}>
          {t('import.files')}
        </Button>
        {wrong && <Button onClick={() => void actions.openAnyway()}>{t('expected.anyway')}</Button>}
        <Button icon="samples" onClick={() => openDialog('samples')}>
          {t('header.samples')}
        </Button>
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
        <button type="button" className={`inline card gap6 oneLine surface hovers high28 pad0-8 ${classes.conversation}`} {...button}>
          {t('conversations.button', { index: index + 1, count: conversations.length })}
          <Icon name="chevron" size={12} />
        </button>
      }
    >
      <div className={`stack ${classes.picker}`}>
        <input
          type="search"
          aria-label={t('conversations.search')}
          placeholder={t('conversations.search')}
          value={search}
          onChange={(e) => setSearch(e.currentTarget.value)}
          onKeyDown={(e) => e.key === 'Enter' && found[0] && choose(found[0].info.index)}
        />
        <ul>
          {found.slice(0, SHOWN).map(({ info, depth }) => (
            <li key={info.index}>
              <button
                type="button"
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
              </button>
            </li>
          ))}
          {found.length === 0 && <li className="pad6-12 muted">{t('list.none')}</li>}
          {found.length > SHOWN && <li className="pad6-12 muted">{t('conversations.more', { count: found.length - SHOWN })}</li>}
        </ul>
      </div>
    </Popover>
  );
}
