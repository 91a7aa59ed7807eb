import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useAsk.ts';
import { Dialog } from '../components/Dialog.tsx';
import { type Command, commands, keyNames, search } from './commands.ts';
import classes from './palette.module.css';

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
        className={classes.search}
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
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('header.palette')} className={classes.list}>
        {found.map((command, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox, which keeps the focus
          <div
            key={command.id}
            id={`${id}-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            onClick={() => run(command)}
            onPointerMove={() => choose(command.id)}
          >
            <span>{command.title}</span>
            <small>{command.group}</small>
            {command.shortcut && <kbd>{keyNames(command.shortcut)}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={classes.none}>{t('list.none')}</p>}
    </Dialog>
  );
}
