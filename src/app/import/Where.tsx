/** Where programs keep their sessions, to be copied into a file dialog. */
import { useState } from 'react';
import { Button } from '../components/Button.tsx';
import { copyText } from '../share/files.ts';
import { useText } from '../store/useText.ts';
import classes from './import.module.css';

/** Names and paths are those of the programs; `words` where there is no path to copy. */
const PLACES: readonly { readonly name: string; readonly path?: string; readonly words?: 'set.where.editor' | 'set.where.saved' }[] = [
  { name: 'Claude Code', path: '~/.claude/projects/<project>/*.jsonl' },
  { name: 'Codex', path: '~/.codex/sessions/<year>/<month>/<day>/*.jsonl' },
  { name: 'Gemini CLI', path: '~/.gemini/tmp/<project>/chats/*.json' },
  { name: 'pi', path: '~/.pi/agent/sessions/<project>/*.jsonl' },
  { name: 'opencode', path: '~/.local/share/opencode/storage/' },
  { name: 'Cline, Roo Code', words: 'set.where.editor' },
  { name: 'LangChain, AI SDK, OpenAI', words: 'set.where.saved' },
];

/** The folder above the parts that differ by project and day: what a file dialog can open. */
const folderOf = (path: string): string => path.replace(/<.*$/, '');

export function Where() {
  const { t } = useText();
  const [copied, setCopied] = useState<string | null>(null);
  return (
    <section className={classes.where} aria-label={t('set.where')}>
      <h3>{t('set.where')}</h3>
      <table>
        <tbody>
          {PLACES.map(({ name, path, words }) => (
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
          ))}
        </tbody>
      </table>
      <p>{t('set.limits')}</p>
    </section>
  );
}
