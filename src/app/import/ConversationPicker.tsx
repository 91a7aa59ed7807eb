import { Popover, usePopover } from '../components/Popover.tsx';
import { useMemo, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { actions } from '../store/store-actions.ts';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import type { ConversationInfo } from '../../worker/protocol.ts';
import classes from './import.module.css';
import shared from '../theme/shared.module.css';

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
        <button type="button" className={classes.conversation} {...button}>
          {t('conversations.button', { index: index + 1, count: conversations.length })}
          <Icon name="chevron" size={12} />
        </button>
      }
    >
      <div className={classes.picker}>
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
                className={classes.one}
                aria-current={info.index === index}
                style={{ paddingLeft: 12 + depth * 16 }}
                onClick={() => choose(info.index)}
              >
                <b className={`${shared.medium} ${shared.ellipsis}`}>{info.title || t('conversations.untitled', { index: info.index + 1 })}</b>
                <small className="num">
                  {t('samples.messages', { count: info.messages })}
                  {info.toolCalls > 0 && ` · ${t('facts.toolCalls', { count: info.toolCalls })}`}
                  {info.compactions > 0 && ` · ${t('conversations.compactions', { count: info.compactions })}`}
                </small>
                <span className={`${shared.muted} ${shared.ellipsis}`}>{info.preview}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && <li className={classes.none}>{t('conversations.none', { search })}</li>}
          {found.length > SHOWN && <li className={classes.none}>{t('conversations.more', { count: found.length - SHOWN })}</li>}
        </ul>
      </div>
    </Popover>
  );
}
