/** The key of one endpoint: a field that is emptied as soon as the key is stored, and a button that forgets it. */
import { type KeyboardEvent, useRef, useState } from 'react';
import { keySlot, type ModelChoice } from '../../models/contract.ts';
import { Button } from '../components/Button.tsx';
import { Field } from '../components/Field.tsx';
import { useText } from '../store/index.ts';
import { forgetKey, setKey } from '../store/model-keys.ts';
import { useUi } from '../store/ui.ts';
import { providerTitle } from '../rows/model-words.ts';
import classes from './models.module.css';

export function KeyField({ choice }: { readonly choice: Pick<ModelChoice, 'provider' | 'baseUrl'> }) {
  const { t } = useText();
  const slot = keySlot(choice);
  const state = useUi((s) => s.keys[slot]);
  const field = useRef<HTMLInputElement>(null);
  const [inTab, setInTab] = useState(false);
  const [filled, setFilled] = useState(false);
  // Uncontrolled: the value stays in the field alone, out of component state and attributes.
  const take = (): void => {
    const input = field.current;
    const key = input?.value.trim() ?? '';
    if (!input || key === '') return;
    setKey(slot, key, inTab);
    input.value = '';
    setFilled(false);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    take();
  };
  if (state !== undefined) {
    return (
      <p className={classes.key}>
        <span>✓ {t(state === 'tab' ? 'models.key.tab' : 'models.key.memory', { provider: providerTitle(choice.provider) })}</span>
        <Button onClick={() => forgetKey(slot)}>{t('models.key.forget')}</Button>
      </p>
    );
  }
  return (
    <div className={classes.key}>
      <Field
        label={t(choice.provider === 'compatible' ? 'models.key.optional' : 'models.key', { provider: providerTitle(choice.provider) })}
        className={classes.field}
      >
        <input
          ref={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          data-1p-ignore
          data-lpignore="true"
          onInput={(e) => setFilled(e.currentTarget.value.trim() !== '')}
          onKeyDown={keyDown}
        />
      </Field>
      <Button disabled={!filled} onClick={take}>
        {t('models.key.use')}
      </Button>
      <label className={classes.check}>
        <input type="checkbox" checked={inTab} onChange={(e) => setInTab(e.currentTarget.checked)} />
        {t('models.key.keep')}
      </label>
    </div>
  );
}
