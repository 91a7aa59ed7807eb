import { useEffect, useRef } from 'react';
import { useText } from '../store/useText.ts';
import { openDialog, setDragging, useUi } from '../store/ui.ts';
import classes from './import.module.css';
import { isTextField, takeFile, takeFiles, takeText } from './take.ts';

/** Opens the browser's file picker; set while the page is mounted. */
let pick: () => void = () => {};
export const pickFile = (): void => pick();

/** Accepts files dropped or pasted anywhere on the page, and holds the only file input. */
export function DropZone() {
  const { t } = useText();
  const dragging = useUi((s) => s.dragging);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    pick = () => input.current?.click();
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
      if (file) void takeFiles(e.dataTransfer?.files ?? []);
      else if (text) void takeText(text);
    };
    const paste = (e: ClipboardEvent) => {
      if (isTextField(e.target)) return;
      const file = e.clipboardData?.files[0];
      const text = e.clipboardData?.getData('text/plain') ?? '';
      if (!file && !text.trim()) return;
      e.preventDefault();
      openDialog(null);
      if (file) void takeFile(file, file.name);
      else void takeText(text);
    };
    const events = { dragenter: enter, dragover: over, dragleave: leave, drop, paste } as const;
    const entries = Object.entries(events) as [string, EventListener][];
    for (const [name, listener] of entries) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener);
    };
  }, []);
  return (
    <>
      <input
        ref={input}
        type="file"
        className="hidden-text"
        tabIndex={-1}
        aria-label={t('import.file')}
        onChange={(e) => {
          const file = e.currentTarget.files?.[0];
          e.currentTarget.value = '';
          openDialog(null);
          if (file) void takeFile(file, file.name);
        }}
      />
      {dragging && (
        <div className={classes.drop} aria-hidden="true">
          <span>{t('import.drop')}</span>
        </div>
      )}
    </>
  );
}
