import { type ChangeEvent, useEffect, useRef } from 'react';
import { useText } from '../store/useAsk.ts';
import { openDialog, setDragging, useUi } from '../store/ui.ts';
import classes from './import.module.css';
import { isTextField } from '../store/undo.ts';
import { during } from '../store/store.ts';
import { takeEntries, takeFiles, takeText } from './take.ts';

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
    const events = { dragenter: enter, dragover: over, dragleave: leave, drop, paste } as const;
    const entries = Object.entries(events) as [string, EventListener][];
    for (const [name, listener] of entries) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener);
    };
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
