/** Where programs keep their sessions, by operating system. Names and paths are those of the programs. */

export const SYSTEMS = ['mac', 'linux', 'windows'] as const;
export type System = (typeof SYSTEMS)[number];
/** Names are the same in every language. */
export const SYSTEM_NAMES: Readonly<Record<System, string>> = { mac: 'macOS', linux: 'Linux', windows: 'Windows' };

export interface Place {
  readonly name: string;
  /** By system, or one for all; absent = there is no path to copy. */
  readonly path?: string | Readonly<Record<System, string>>;
  /** In place of a path, or beside it. */
  readonly words?: 'set.where.saved' | 'set.where.copied-text';
}

const home = (path: string): Readonly<Record<System, string>> => ({
  mac: `~/${path}`,
  linux: `~/${path}`,
  windows: `%USERPROFILE%\\${path.replaceAll('/', '\\')}`,
});
const storage = (extension: string): Readonly<Record<System, string>> => ({
  mac: `~/Library/Application Support/Code/User/globalStorage/${extension}/tasks/<id>/`,
  linux: `~/.config/Code/User/globalStorage/${extension}/tasks/<id>/`,
  windows: `%APPDATA%\\Code\\User\\globalStorage\\${extension}\\tasks\\<id>\\`,
});

export const PLACES: readonly Place[] = [
  { name: 'Claude Code', path: home('.claude/projects/<project>/*.jsonl') },
  { name: 'Codex', path: home('.codex/sessions/<year>/<month>/<day>/*.jsonl') },
  { name: 'Gemini CLI', path: home('.gemini/tmp/<project>/chats/*.json') },
  { name: 'pi', path: home('.pi/agent/sessions/<project>/*.jsonl') },
  { name: 'opencode', path: home('.local/share/opencode/storage/') },
  {
    name: 'goose',
    path: {
      mac: '~/.local/share/goose/sessions/',
      linux: '~/.local/share/goose/sessions/',
      windows: '%APPDATA%\\Block\\goose\\data\\sessions\\',
    },
  },
  { name: 'Cline', path: storage('saoudrizwan.claude-dev') },
  { name: 'Roo Code', path: storage('rooveterinaryinc.roo-cline') },
  { name: 'LangChain, AI SDK, OpenAI', words: 'set.where.saved' },
  { name: 'Claude Code, Codex, Gemini CLI', words: 'set.where.copied-text' },
];

export const pathOn = (system: System, { path }: Place): string | undefined => (typeof path === 'object' ? path[system] : path);

/** The folder above the parts that differ by project and day: what a file dialog can open. */
export const folderOf = (path: string): string => path.replace(/<.*$/, '');

/** The system that a browser says it runs on. */
export function systemOf(platform: string): System {
  if (/win/i.test(platform) && !/darwin/i.test(platform)) return 'windows';
  return /mac|darwin|iphone|ipad/i.test(platform) ? 'mac' : 'linux';
}
