/**
 * The licences of all bundled packages, with their texts, as one file beside the bundle. Vite's own option (`build.license`) omits packages
 * that only the worker bundles, and packages without a text.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LICENCE_FILE = /^(?:licen[cs]e|copying|unlicense)/i;
const NOTICE_FILE = /^notice/i;
/** Its helpers are part of every bundle, as modules without a file. */
const BUNDLERS = ['vite', 'rolldown'];
/** Vite's licence file also lists what Vite itself bundles, which is not in ours. */
const OF_ITS_TOOLS = /^# Licenses of bundled dependencies[\s\S]*/m;
/** A package without a licence text, and one of the same repository and licence that has it. */
const SAME_TEXT = { '@ai-sdk/provider-utils': 'ai' };
const MODULES = path.resolve(import.meta.dirname, '../node_modules');

/**
 * The package of a module: the nearest folder, below the last node_modules of the path, whose package.json has a name and a version. null
 * for our own modules and virtual ones.
 */
export function packageOf(moduleId) {
  const file = moduleId.replace(/^\0/, '').replace(/[?#].*$/, '');
  const at = file.lastIndexOf(`${path.sep}node_modules${path.sep}`);
  if (at < 0) return null;
  for (let folder = path.dirname(file); folder.length > at + 14; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json');
    const { name, version } = existsSync(manifest) ? manifestOf(folder) : {};
    if (name && version) return folder;
  }
  return null;
}

const manifestOf = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
const textsIn = (folder, pattern) =>
  readdirSync(folder)
    .sort()
    .filter((file) => pattern.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8').replace(OF_ITS_TOOLS, '').trim())
    .filter((text) => text !== '');

function textsOfRelative(manifest) {
  const relative = SAME_TEXT[manifest.name];
  if (!relative) return [];
  const folder = path.join(MODULES, relative);
  const { license, repository } = manifestOf(folder);
  return license === manifest.license && repository.url === manifest.repository.url ? textsIn(folder, LICENCE_FILE) : [];
}

/** Name, version, licence and licence text of the package in a folder. Throws if the licence or its text is missing. */
export function licenceOf(folder) {
  const manifest = manifestOf(folder);
  const { name, version, license } = manifest;
  const own = textsIn(folder, LICENCE_FILE);
  const texts = own.length > 0 ? own : textsOfRelative(manifest);
  const identifier = typeof license === 'string' ? license : license?.type;
  if (!identifier) throw new Error(`licences: the package ${name}@${version} is bundled and names no licence`);
  if (texts.length === 0) throw new Error(`licences: the package ${name}@${version} (${identifier}) is bundled and brings no licence text`);
  return { name, version, identifier, text: [...texts, ...textsIn(folder, NOTICE_FILE)].join('\n\n') };
}

/** The file: every licence once, sorted by name. */
export function licencesText(licences) {
  const byName = licences.toSorted((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
  const line = '─'.repeat(80);
  const parts = byName.map(({ name, version, identifier, text }) => `${line}\n${name} ${version} · ${identifier}\n\n${text}\n`);
  return `Software of others in this program, with their licences (${byName.length} packages)\n\n${parts.join('\n')}`;
}

/**
 * Two plugins with shared findings: `collect` for every bundle, workers too, and `emit` for the bundle that the file belongs to, which must
 * be written last. A bundled package without a licence text fails the build.
 * @param fileName of the file, in the folder of the bundle
 */
export function licences(fileName) {
  const folders = new Set();
  const take = (bundle) => {
    for (const chunk of Object.values(bundle)) {
      // Fonts are files of packages too.
      for (const id of chunk.type === 'chunk' ? chunk.moduleIds : (chunk.originalFileNames ?? [])) {
        const folder = packageOf(path.resolve(id));
        if (folder) folders.add(folder);
      }
    }
  };
  return {
    collect: () => ({ name: 'licences-collect', generateBundle: (_, bundle) => take(bundle) }),
    emit: () => ({
      name: 'licences',
      generateBundle(_, bundle) {
        take(bundle);
        const all = [...folders, ...BUNDLERS.map((name) => path.join(MODULES, name))];
        const found = new Map();
        for (const folder of all) {
          const one = licenceOf(folder);
          found.set(`${one.name}@${one.version}`, one);
        }
        this.emitFile({ type: 'asset', fileName, source: licencesText([...found.values()]) });
      },
    }),
  };
}
