import type { CSSProperties } from 'react';
import type { Retention } from '../../engine/answer/contract.ts';
import { PRIORITIES, type Priority } from '../../engine/signals/contract.ts';
import { FATE_LETTERS, type FateKind, FATES } from '../../engine/strategies/contract.ts';
import { useText } from '../store/index.ts';
import styles from './rows.module.css';

export function FateChip({ fate }: { readonly fate: FateKind }) {
  const { t } = useText();
  const letter = FATE_LETTERS[FATES.indexOf(fate)]!;
  return (
    <span className={`fixed edge wide14 ${styles.fate}`} data-fate={letter} role="img" aria-label={t(`fate.${fate}`)} title={t(`fate.${fate}`)}>
      <span aria-hidden>{letter}</span>
    </span>
  );
}

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

export function EdgeLine({
  index,
  color,
  priority,
  role,
  fate,
}: {
  readonly index: number;
  readonly color: 'priority' | 'fate' | 'role';
  readonly priority: Uint8Array;
  readonly role: Uint8Array;
  readonly fate: FateKind | null;
}) {
  return (
    <i
      className={`absolute ${styles.edge}`}
      data-fate={color === 'fate' && fate ? FATE_LETTERS[FATES.indexOf(fate)] : undefined}
      data-role={color === 'role' ? ROLES[role[index] ?? 1] : undefined}
      data-priority={color === 'priority' ? PRIORITIES[priority[index] ?? 1] : undefined}
      aria-hidden
    />
  );
}

export function PriorityLetter({ priority }: { readonly priority: Priority }) {
  return (
    <span className={`marginRight4 ${styles.priority}`} aria-hidden>
      {priority[0]}
    </span>
  );
}

export function PinLetter({ letter }: { readonly letter: string }) {
  return (
    <span className="letter bgAccent textOnAccent" aria-hidden>
      {letter}
    </span>
  );
}

/** The share that is kept as a bar, with a tick for random dropping in as many tokens. */
export function KeptBar({ kept }: { readonly kept: Retention }) {
  const { t } = useText();
  return (
    <span
      className={`rounded relative grows high8 bgSunk ${styles.kept}`}
      role="img"
      aria-label={t('answer.kept.bar', { share: kept.share, chance: kept.chance })}
      title={t('answer.kept.bar', { share: kept.share, chance: kept.chance })}
      style={{ '--kept': kept.share, '--chance': kept.chance } as CSSProperties}
    >
      <i className="absolute rounded bgKeep" />
      <b className="absolute bgText" />
    </span>
  );
}
