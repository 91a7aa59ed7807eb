import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import '../../i18n/answer-words.ts';
import type { TextKey } from '../../i18n/index.ts';
import { Dialog } from '../components/Dialog.tsx';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useAsk.ts';
import { BESIDE, type Command, commands, FIND, keyNames, KEYS, search, SHORTCUTS, STEPS } from './commands.ts';
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
    command.run();
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
            {command.shortcut && <kbd>{keyNames(command.shortcut)}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="marginTop8 muted">{t('list.none')}</p>}
    </Dialog>
  );
}

const REGIONS: readonly (readonly [TextKey, readonly (readonly [string, TextKey])[]])[] = [
  [
    'tab.answer',
    [
      ['1 – 6', 'frame.tabs'],
      [KEYS.lost, 'answer.lost'],
      [KEYS.why, 'row.why'],
      [KEYS.use, 'row.agent'],
      ['J K', 'shortcuts.facts'],
      ['S N', 'shortcuts.places'],
      [`${KEYS.less} ${KEYS.more}`, 'shortcuts.leave'],
      [KEYS.budget, 'control.compare'],
      [KEYS.other, 'answer.row.choose'],
      [BESIDE, 'diff.title'],
      [KEYS.open, 'header.import'],
    ],
  ],
  [
    'tab.policies',
    [
      ['C', 'row.other'],
      ['Enter', 'shortcuts.expand'],
      ['← →', 'shortcuts.message'],
      ['Shift ← →', 'shortcuts.difference'],
      ['+ −', 'shortcuts.zoom'],
      ['0', 'strip.reset'],
    ],
  ],
  [
    'shortcuts.heads',
    [
      ['Enter', 'shortcuts.head.sort'],
      ['Shift Enter', 'shortcuts.head.addSort'],
      ['← →', 'shortcuts.head.go'],
      ['Home End', 'shortcuts.head.ends'],
      ['Shift ← →', 'shortcuts.head.move'],
      ['+ −', 'shortcuts.head.width'],
      ['↓', 'shortcuts.head.menu'],
    ],
  ],
  [
    'diff.title',
    [
      ['J K', 'shortcuts.difference'],
      ['P', 'shortcuts.pinMessage'],
      ['F', 'shortcuts.fates'],
      ['Enter', 'shortcuts.open'],
    ],
  ],
];

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const frame: readonly (readonly [string, TextKey])[] = [
    [keyNames(SHORTCUTS.palette), 'header.palette'],
    [keyNames(SHORTCUTS.import), 'header.import'],
    [keyNames(SHORTCUTS.export), 'header.export'],
    [`${keyNames(FIND)}, /`, 'diff.find'],
    [keyNames(STEPS.undo), 'toast.undo'],
    [keyNames(STEPS.redo), 'shortcuts.redo'],
    [keyNames('mod+V'), 'import.paste'],
    [SHORTCUTS.shortcuts, 'shortcuts.title'],
  ];
  const groups: readonly (readonly [TextKey, readonly (readonly [string, TextKey])[]])[] = [['shortcuts.anywhere', frame], ...REGIONS];
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose}>
      <div className={`grid gap16 ${classes.shortcuts}`}>
        {groups.map(([title, keys]) => (
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
