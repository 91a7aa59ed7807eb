import type { TextKey } from '../../i18n/index.ts';
import { Dialog } from '../components/Dialog.tsx';
import { useText } from '../store/useAsk.ts';
import '../../i18n/answer-words.ts';
import { BESIDE, FIND, keyNames, KEYS, SHORTCUTS, STEPS } from './commands.ts';
import classes from './palette.module.css';

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
      <div className={classes.shortcuts}>
        {groups.map(([title, keys]) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl>
              {keys.map(([name, text]) => (
                <div key={name}>
                  <dt>
                    <kbd>{name}</kbd>
                  </dt>
                  <dd>{t(text)}</dd>
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
