import { lookup, t } from '../../i18n/index.ts';
import type { Change } from '../store/undo.ts';

const PLACES = {
  conversation: 'context',
  until: 'context',
  applied: 'applied',
  undone: 'applied',
  rows: 'rows',
  marks: 'marks',
  kept: 'kept',
  replay: 'replay',
} as const;

const isPlace = (name: string | undefined): name is keyof typeof PLACES => name !== undefined && Object.hasOwn(PLACES, name);

function nameOf([place, name]: readonly string[]): string {
  if (place === 'settings' && name !== undefined) return lookup(`control.${name}`) ?? t('undo.what.settings');
  if (place === 'wishes') return lookup('answer.matters') ?? t('undo.what.settings');
  if (place === 'view') return t(name === 'other' ? 'undo.what.other' : 'undo.what.view');
  return t(`undo.what.${isPlace(place) ? PLACES[place] : 'settings'}`);
}

export function whatChanged(changes: readonly Change[]): string {
  const [first = '', ...others] = new Set(changes.map(({ path }) => nameOf(path)));
  return others.length > 0 ? t('undo.more', { what: first, count: others.length }) : first;
}
