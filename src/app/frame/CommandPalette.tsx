import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import '../../i18n/answer-words.ts';
import type { TextKey } from '../../i18n/index.ts';
import { Dialog } from '../components/Dialog.tsx';
import { useApp, useText } from '../store/index.ts';
import { ACTS, keyNames, PART_KEYS } from '../components/acts.ts';
import { type Command, commands, search } from './commands.ts';
import classes from './frame.module.css';

export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const [text, setText] = useState('');
  /** Id of the chosen command; null or one that is not listed = the first. */
  const [chosen, choose] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const loaded = useApp((s) => s.loaded);
  const comparison = useApp((s) => s.comparison);
  // A comparison that ends while the palette is open brings its commands.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are read from the store
  const all = useMemo(() => commands(), [loaded, comparison]);
  const found = useMemo(() => search(all, text), [all, text]);
  const active = Math.max(
    0,
    found.findIndex((command) => command.id === chosen),
  );
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    // The box to find in takes the focus only when no dialog is over it.
    if (command.perform() === false) requestAnimationFrame(command.perform);
  };
  const key = (e: KeyboardEvent) => {
    const last = found.length - 1;
    const to = (at: number): void => choose(found[at]?.id ?? null);
    if (e.key === 'ArrowDown') to(active >= last ? 0 : active + 1);
    else if (e.key === 'ArrowUp') to(active <= 0 ? last : active - 1);
    else if (e.key === 'Enter') run(found[active]);
    else return;
    e.preventDefault();
  };
  return (
    <Dialog title={t('header.palette')} onClose={onClose}>
      <input
        className={`wideFull size13 ${classes.search}`}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found[active] ? `${id}-${found[active].id}` : undefined}
        aria-label={t('palette.search')}
        placeholder={t('palette.search')}
        value={text}
        onChange={(e) => {
          setText(e.currentTarget.value);
          choose(null);
        }}
        onKeyDown={key}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('header.palette')} className={`scrolls ${classes.list}`}>
        {found.map((command, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox, which keeps the focus
          <div
            className="gap8 leastHigh28 pad0-8 rounded pressable row"
            key={command.id}
            id={`${id}-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            onClick={() => run(command)}
            onPointerMove={() => choose(command.id)}
          >
            <span>{command.title}</span>
            <small className="atEnd">{command.group}</small>
            {command.key && <kbd>{keyNames(command.key)}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="marginTop8 muted">{t('list.none')}</p>}
    </Dialog>
  );
}

type Line = readonly [keys: string, words: TextKey];

/** The list of shortcuts by region. Acts of the same words have one line. */
function regions(): ReadonlyMap<TextKey, readonly Line[]> {
  const listed = new Map<TextKey, { readonly region: TextKey; readonly keys: string[] }>();
  for (const { region, listed: others, words, keys = [] } of Object.values(ACTS)) {
    const said = others ?? words;
    if (!region || typeof said !== 'string') continue;
    listed.set(said, { region, keys: [...(listed.get(said)?.keys ?? []), ...keys.map(keyNames)] });
  }
  const made = new Map<TextKey, Line[]>();
  const add = (region: TextKey, line: Line): void => void made.set(region, [...(made.get(region) ?? []), line]);
  for (const [words, { region, keys }] of listed)
    add(region, [keys.length > 2 ? `${keys[0]} – ${keys.at(-1)}` : keys.join(region === 'tab.answer' ? ' ' : ', '), words]);
  add('shortcuts.anywhere', [keyNames('mod+V'), 'import.paste']);
  for (const [region, words, keys] of Object.values(PART_KEYS)) add(region, [keys.join(' ').replace(' Shift ', ' '), words]);
  return made;
}

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose}>
      <div className={`grid gap16 ${classes.shortcuts}`}>
        {[...regions()].map(([title, keys]) => (
          <section key={title}>
            <h3 className="marginBottom4">{t(title)}</h3>
            <dl>
              {keys.map(([name, text]) => (
                <div key={name}>
                  <dt>
                    <kbd>{name}</kbd>
                  </dt>
                  <dd className="second">{t(text)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={classes.licences}>
        <a href="./licences.txt" target="_blank" rel="noopener">
          {t('frame.licences')}
        </a>
      </p>
    </Dialog>
  );
}
