import '../../i18n/en/set.ts';
import { Select } from '../components/NumberField.tsx';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { pickFile, pickFolder, takeFolder } from './FileStates.tsx';
import { useState } from 'react';
import { copyText } from '../components/elements.ts';
import classes from './import.module.css';

export function PickButtons({ onTake }: { readonly onTake: () => void }) {
  const { t } = useText();
  return (
    <>
      <Button kind="primary" icon="file" onClick={pickFile} text={t('import.files')} />
      <Button
        icon="folder"
        onClick={() => {
          if ('showDirectoryPicker' in globalThis) {
            onTake();
            void takeFolder();
          } else pickFolder();
        }}
        text={t('import.folder')}
      />
    </>
  );
}

export const SYSTEMS = ['mac', 'linux', 'windows'] as const;
export type System = (typeof SYSTEMS)[number];
export const SYSTEM_NAMES: Readonly<Record<System, string>> = { mac: 'macOS', linux: 'Linux', windows: 'Windows' };

export interface Place {
  readonly name: string;
  /** By system, or one for all; absent = there is no path to copy, or none that is known. */
  readonly path?: string | Readonly<Partial<Record<System, string>>>;
  readonly words?: 'set.where.saved' | 'set.where.copied-text';
}

const home = (path: string): Readonly<Record<System, string>> => ({
  mac: `~/${path}`,
  linux: `~/${path}`,
  windows: `%USERPROFILE%\\${path.replaceAll('/', '\\')}`,
});
const editor = (name: string, path: string): Readonly<Record<System, string>> => ({
  mac: `~/Library/Application Support/${name}/User/${path}`,
  linux: `~/.config/${name}/User/${path}`,
  windows: `%APPDATA%\\${name}\\User\\${path.replaceAll('/', '\\')}`,
});
const storage = (extension: string): Readonly<Record<System, string>> => editor('Code', `globalStorage/${extension}/tasks/<id>/`);

export const PLACES: readonly Place[] = [
  { name: 'Claude Code', path: home('.claude/projects/<project>/*.jsonl') },
  { name: 'Codex', path: home('.codex/sessions/<year>/<month>/<day>/*.jsonl') },
  { name: 'Gemini CLI', path: home('.gemini/tmp/<project>/chats/*.json') },
  { name: 'pi', path: home('.pi/agent/sessions/<project>/*.jsonl') },
  { name: 'opencode', path: home('.local/share/opencode/storage/') },
  {
    name: 'goose',
    path: { mac: '~/.local/share/goose/sessions/', linux: '~/.local/share/goose/sessions/', windows: '%APPDATA%\\Block\\goose\\data\\sessions\\' },
  },
  { name: 'Cline', path: storage('saoudrizwan.claude-dev') },
  { name: 'Roo Code', path: storage('rooveterinaryinc.roo-cline') },
  { name: 'LangChain, AI SDK, OpenAI', words: 'set.where.saved' },
  { name: 'Claude Code, Codex, Gemini CLI', words: 'set.where.copied-text' },
];

/**
 * Programs beside the most common ones, for docs/formats.md alone. Zed's: its `crates/agent/src/db.rs` @0642ec7e and `crates/paths/src/paths.rs`
 * @010c9b6f. Cursor's source is closed: as its readers have it, pppp606/cursor-efficiency @ac05b4d5 (vscdbRelation).
 */
export const MORE_PLACES: readonly Place[] = [
  { name: 'Cursor, transcripts', path: home('.cursor/projects/<project>/agent-transcripts/') },
  { name: 'Cursor CLI', path: home('.cursor/chats/<project>/<id>/store.db') },
  { name: 'Cursor, editor', path: editor('Cursor', 'globalStorage/state.vscdb') },
  { name: 'VS Code chat', path: editor('Code', 'workspaceStorage/<id>/chatSessions/') },
  { name: 'Copilot CLI', path: home('.copilot/session-state/<id>/events.jsonl') },
  { name: 'opencode, database', path: home('.local/share/opencode/opencode.db') },
  { name: 'Qwen Code', path: home('.qwen/projects/<project>/chats/*.jsonl') },
  { name: 'Kimi Code', path: home('.kimi-code/sessions/<project>/<id>/agents/<agent>/wire.jsonl') },
  { name: 'Factory Droid', path: home('.factory/sessions/<project>/*.jsonl') },
  { name: 'Amp', path: { mac: '~/.local/share/amp/threads/', linux: '~/.local/share/amp/threads/' } },
  { name: 'Kiro CLI', path: home('.kiro/sessions/cli/*.jsonl') },
  { name: 'Continue', path: home('.continue/sessions/*.json') },
  { name: 'Grok Build', path: home('.grok/sessions/<project>/<id>/chat_history.jsonl') },
  { name: 'Hermes', path: home('.hermes/sessions/*.json') },
  {
    name: 'Zed',
    path: {
      mac: '~/Library/Application Support/Zed/threads/threads.db',
      linux: '~/.local/share/zed/threads/threads.db',
      windows: '%LOCALAPPDATA%\\Zed\\threads\\threads.db',
    },
  },
];

export const pathOn = (system: System, { path }: Place): string | undefined => (typeof path === 'object' ? path[system] : path);

export const folderOf = (path: string): string => path.replace(/<.*$/, '');

export function systemOf(platform: string): System {
  if (/win/i.test(platform) && !/darwin/i.test(platform)) return 'windows';
  return /mac|darwin|iphone|ipad/i.test(platform) ? 'mac' : 'linux';
}

export function Where() {
  const { t } = useText();
  const [copied, setCopied] = useState<string | null>(null);
  const [system, setSystem] = useState(() => systemOf(navigator.platform));
  return (
    <section className={`marginBottom12 ${classes.where}`} aria-label={t('set.where')}>
      <div className={`row gap8 spread ${classes.whereHead}`}>
        <h3 className="marginBottom4">{t('set.where')}</h3>
        <label>
          <span className="hidden-text">{t('set.where.system')}</span>
          <Select
            value={system}
            options={SYSTEMS.map((one) => [one, SYSTEM_NAMES[one]])}
            onChange={(chosen) => setSystem(SYSTEMS.find((one) => one === chosen) ?? system)}
          />
        </label>
      </div>
      <table>
        <tbody>
          {PLACES.map((place) => {
            const { name, words } = place;
            const path = pathOn(system, place);
            return (
              <tr key={name}>
                <th className="ruled toLeft" scope="row">
                  {name}
                </th>
                <td className="ruled toLeft">{path ? <code className="mono">{path}</code> : words && t(words)}</td>
                <td className="ruled toLeft">
                  {path && (
                    <Button
                      kind="link"
                      aria-label={t('list.pair', { name: t('action.copy'), value: name })}
                      onClick={() => void copyText(folderOf(path)).then((done) => done && setCopied(name))}
                      text={copied === name ? t('action.copied') : t('action.copy')}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="marginTop8 muted">{t('set.where.hidden', { keys: t(`set.where.hidden.${system}`) })}</p>
      <p className="marginTop8 muted">{t('set.limits')}</p>
    </section>
  );
}
