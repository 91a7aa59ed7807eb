/** The palette's variables as packed colours; new ones when the colour scheme changes. */
import { useSyncExternalStore } from 'react';
import type { StripColors } from './paint.ts';
import { mix, parseColor } from './pixels.ts';

const SCHEME = 'data-theme';
let known: { readonly scheme: string | null; readonly colors: StripColors } | null = null;

function read(): StripColors {
  const scheme = document.documentElement.getAttribute(SCHEME);
  if (known && known.scheme === scheme) return known.colors;
  const style = getComputedStyle(document.documentElement);
  const context = document.createElement('canvas').getContext('2d');
  /** The canvas normalises any CSS colour to #rrggbb; a build may have shortened it. */
  const color = (name: string) => {
    const value = style.getPropertyValue(name).trim();
    if (!context) return parseColor(value);
    context.fillStyle = value;
    return parseColor(context.fillStyle);
  };
  const colors: StripColors = {
    bg: color('--bg'),
    track: color('--track'),
    keep: color('--keep'),
    edit: color('--edit'),
    editText: color('--edit-text'),
    sum: color('--sum'),
    off: color('--off'),
    offText: color('--off-text'),
    drop: color('--drop'),
    priority: ['--p-l', '--p-n', '--p-h', '--p-c'].map(color),
    role: [color('--p-c'), color('--accent'), color('--keep'), mix(color('--track'), color('--keep'), 0.5)],
  };
  known = { scheme, colors };
  return colors;
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [SCHEME] });
  return () => observer.disconnect();
}

export const useStripColors = (): StripColors => useSyncExternalStore(subscribe, read);
