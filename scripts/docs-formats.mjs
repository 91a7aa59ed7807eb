/** The table of formats, from what the readers declare about themselves (src/engine/formats/contract.ts), and where programs keep sessions. */
import { NOTE, table } from './docs-parts.mjs';

const EVIDENCE = { recorded: 'recorded', source: 'from source', fixtures: 'from fixtures' };

/** A list of names as a sentence says it, each once. */
const namesOf = (list) => list.map(({ title }) => title).join(', ');

/** The path of a program as one cell: below the home folder it is the same on every system but for the separators. */
function pathCell(place, { SYSTEMS, SYSTEM_NAMES, pathOn }) {
  const [home] = [pathOn('linux', place)].filter((path) => path.startsWith('~/') && path === pathOn('mac', place));
  const windows = pathOn('windows', place);
  const isSame = home !== undefined && windows === `%USERPROFILE%\\${home.slice(2).replaceAll('/', '\\')}`;
  if (isSame) return `\`${home}\``;
  const known = SYSTEMS.filter((system) => pathOn(system, place) !== undefined);
  return known.map((system) => `${SYSTEM_NAMES[system]} \`${pathOn(system, place)}\``).join(', ');
}

const placesTable = (places) =>
  table(
    ['program', 'path'],
    [...places.PLACES, ...places.MORE_PLACES].filter(({ path }) => path).map((place) => [place.name, pathCell(place, places)]),
  );

/**
 * @param formats every format (src/engine/formats/index.ts) with its title
 * @param places src/app/import/OpenFile.tsx
 */
export function formatsPage(formats, places) {
  const rows = formats.map(({ id, title, evidence, written, serialize, unread }) => [
    `\`${id}\``,
    title,
    EVIDENCE[evidence],
    written ? `${written.by} ${written.tested}` : '',
    serialize ? 'yes' : '',
    unread ?? '',
  ]);
  const written = formats.filter(({ serialize }) => serialize);
  return `${[
    NOTE,
    '',
    '# Formats',
    '',
    `${formats.length} formats are read, recognised by their content; ${written.length} of them can be written: ${namesOf(written)}.`,
    '',
    '**Known by.** *Recorded*: files that the program itself wrote are read in the tests. *From source*: the shapes are those of the',
    "program's source or reference. *From fixtures*: the shapes are those of files and readers in the tests of other tools; the real program may differ.",
    '',
    '**Tested up to.** The newest version whose files were read. A file of a newer version is read too: a warning says so once, and what was not',
    'understood.',
    '',
    'What is not understood is never dropped silently: it is counted in a warning. The last column is what is left out on purpose.',
    '',
    table(['id', 'format', 'known by', 'tested up to', 'written', 'not read'], rows),
    '',
    '## Databases',
    '',
    'SQLite databases of opencode (`opencode.db`), Cursor (`store.db` of the CLI, `state.vscdb` of the editor), Zed (`threads.db`), Kiro CLI',
    '(`data.sqlite3`), goose (`sessions.db`) and Hermes (`state.db`) are opened, up to 200 MB, and nothing is written to them. While a program runs,',
    'its newest turns are in the file whose name ends in `-wal`: the terminal reads that file too; in the page, choose or drop both files together.',
    'Without it a warning says what may be missing. Tables with tokens of accounts are not read. In a folder only databases with these names are',
    'opened. The reader of databases is loaded only for one.',
    '',
    '## Where sessions are kept',
    '',
    'A folder may be dropped as a whole, and `map` takes one. Parts in `<>` differ; on Windows `~` is `%USERPROFILE%`.',
    '',
    placesTable(places),
  ].join('\n')}\n`;
}
