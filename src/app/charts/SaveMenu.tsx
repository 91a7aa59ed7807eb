/** Saves the chart of its figure as a picture; what makes pictures is loaded with the first one. */
import { useRef } from 'react';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { Popover, usePopover } from '../components/Popover.tsx';
import { fileName, download, saveBytes } from '../components/share-files.ts';
import { useApp, useText } from '../store/index.ts';
import { toast } from '../store/ui.ts';
import type { Picture } from './picture.ts';
import styles from './charts.module.css';

interface Props {
  readonly title: string;
  /** What is saved where no chart stands in the figure; null while nothing is drawn. */
  readonly draw?: () => Promise<Picture | null>;
}

export function SaveMenu({ title, draw }: Props) {
  const { t } = useText();
  const { popover, button, close } = usePopover();
  const ref = useRef<HTMLButtonElement>(null);
  const save = async (kind: 'svg' | 'png'): Promise<void> => {
    close();
    const session = useApp.getState().loaded?.name ?? '';
    const figure = ref.current?.closest('figure');
    const { pictureOf, pngOf } = await import('./picture.ts');
    const picture = draw ? await draw() : figure && pictureOf(figure, [session, title].filter(Boolean).join(' · '));
    const png = picture && kind === 'png' ? await pngOf(picture) : null;
    const name = fileName(session, title.replace(/[^\p{L}\p{N}]+/gu, '-'), kind);
    if (png) saveBytes(name, png);
    else if (picture && kind === 'svg') download(name, picture.svg, 'image/svg+xml');
    else toast('chart.save.none');
  };
  const label = t('chart.save', { title });
  return (
    <Popover
      {...popover}
      position="bottom-end"
      label={label}
      target={
        <button ref={ref} type="button" className={styles.tool} aria-label={label} title={label} {...button}>
          <Icon name="export" size={12} />
        </button>
      }
    >
      <div className={styles.saves}>
        <Button onClick={() => save('svg')}>{t('chart.save.as', { kind: 'SVG' })}</Button>
        <Button onClick={() => save('png')}>{t('chart.save.as', { kind: 'PNG' })}</Button>
      </div>
    </Popover>
  );
}
