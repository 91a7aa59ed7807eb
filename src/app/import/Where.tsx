/** Where programs keep their sessions, to be copied into a file dialog. */
import { useState } from 'react';
import { Button } from '../components/Button.tsx';
import { copyText } from '../share/files.ts';
import { useText } from '../store/useText.ts';
import classes from './import.module.css';
import { folderOf, pathOn, PLACES, SYSTEM_NAMES, SYSTEMS, systemOf } from './places.ts';

export function Where() {
  const { t } = useText();
  const [copied, setCopied] = useState<string | null>(null);
  const [system, setSystem] = useState(() => systemOf(navigator.platform));
  return (
    <section className={classes.where} aria-label={t('set.where')}>
      <div className={classes.whereHead}>
        <h3>{t('set.where')}</h3>
        <label>
          <span className="hidden-text">{t('set.where.system')}</span>
          <select value={system} onChange={(e) => setSystem(SYSTEMS.find((one) => one === e.currentTarget.value) ?? system)}>
            {SYSTEMS.map((one) => (
              <option key={one} value={one}>
                {SYSTEM_NAMES[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <table>
        <tbody>
          {PLACES.map((place) => {
            const { name, words } = place;
            const path = pathOn(system, place);
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{path ? <code className="mono">{path}</code> : words && t(words)}</td>
                <td>
                  {path && (
                    <Button
                      kind="link"
                      aria-label={t('set.where.copy', { name })}
                      onClick={() => void copyText(folderOf(path)).then((done) => done && setCopied(name))}
                    >
                      {copied === name ? t('set.where.copied') : t('set.where.copy.short')}
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p>{t('set.where.hidden', { keys: t(`set.where.hidden.${system}`) })}</p>
      <p>{t('set.limits')}</p>
    </section>
  );
}
