/**
 * The direction of imports, as docs/architecture.md draws it. `scripts/check-deps.mjs` runs it, asserts that the modules
 * were really read, and proves with seeded violations that each rule bites.
 */
const ENGINE = [
  'lib',
  'transcript',
  'tokens',
  'formats',
  'signals',
  'summarizers',
  'truncation',
  'triggers',
  'strategies',
  'strips',
  'products',
  'compaction',
  'measures',
  'pipelines',
  'recall',
  'answer',
  'ask',
  'decay',
  'replay',
  'sets',
];

const engineOrder = ENGINE.slice(0, -1).map((folder, i) => ({
  name: `engine-${folder}-imports-upwards-only`,
  comment: `${folder} may import only ${ENGINE.slice(0, i + 1).join(', ')}`,
  severity: 'error',
  from: { path: `^src/engine/${folder}/`, pathNot: '\\.test\\.tsx?$' },
  to: { path: `^src/engine/(${ENGINE.slice(i + 1).join('|')})/` },
}));

/** Folders of the page from the lowest up; the files beside them put the page together. */
const APP = [
  'store',
  'theme',
  'components',
  'documents',
  'table',
  'rows',
  'charts',
  'diff',
  'models',
  'loss',
  'compare',
  'history',
  'settings',
  'replay',
  'answer',
  'set',
  'import',
  'snapshot',
  'start',
  'tune',
  'share',
  'frame',
];

const appOrder = APP.map((folder, i) => ({
  name: `app-${folder}-imports-what-stands-below`,
  comment: `${folder} may import only ${APP.slice(0, i + 1).join(', ')}`,
  severity: 'error',
  from: { path: `^src/app/${folder}/`, pathNot: '(\\.test\\.tsx?$|/testing/)' },
  to: { path: `^src/app/(${[...APP.slice(i + 1).map((other) => `${other}/`), '[^/]+$'].join('|')})` },
}));

module.exports = {
  forbidden: [
    ...engineOrder,
    ...appOrder,
    {
      name: 'folders-of-the-page-have-a-place',
      comment: 'a new folder stands in the list APP',
      severity: 'error',
      from: { path: '^src/app/' },
      to: { path: '^src/app/[^/]+/', pathNot: `^src/app/(${APP.join('|')}|testing)/` },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'engine-stands-alone',
      severity: 'error',
      from: { path: '^src/engine/', pathNot: '(\\.test\\.tsx?$|^src/engine/testing/)' },
      to: { path: '^src/(app|worker|cli|scenario|models|i18n)/' },
    },
    {
      name: 'engine-without-node',
      severity: 'error',
      from: { path: '^src/engine/', pathNot: '(\\.test\\.tsx?$|^src/engine/testing/)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'engine-without-page-libraries',
      severity: 'error',
      from: { path: '^src/engine/', pathNot: '(\\.test\\.tsx?$|^src/engine/testing/)' },
      to: { path: 'node_modules/(react|zustand|@mantine|comlink|i18next|idb-keyval)' },
    },
    {
      name: 'strategies-never-import-each-other',
      comment: 'combining strategies is what pipelines/ is for; a strategy is a file directly in the folder of its family',
      severity: 'error',
      from: { path: '^src/engine/strategies/', pathNot: '(\\.test\\.ts$|^src/engine/strategies/index\\.ts$)' },
      to: { path: '^src/engine/strategies/(?!shared/)[^/]+/[^/]+\\.ts$' },
    },
    {
      name: 'families-keep-to-themselves',
      comment: 'what three families need stands in strategies/shared/',
      severity: 'error',
      from: { path: '^src/engine/strategies/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/engine/strategies/[^/]+/shared/', pathNot: '^src/engine/strategies/$1/' },
    },
    {
      name: 'families-keep-their-insides',
      comment: 'what others need of a strategy is a field of the contract',
      severity: 'error',
      from: { path: '^src/', pathNot: '(\\.test\\.tsx?$|^src/engine/strategies/)' },
      to: { path: '^src/engine/strategies/[^/]+/shared/' },
    },
    {
      name: 'independent-measures-share-no-eye',
      comment: 'they judge strategies that write down facts: neither the extractor of facts nor what a strategy writes or selects with, on no way',
      severity: 'error',
      from: { path: '^src/engine/recall/independent/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/engine/(signals/facts|strategies|summarizers|compaction|pipelines)/', reachable: true },
    },
    {
      name: 'scenario-imports-engine-only',
      severity: 'error',
      from: { path: '^src/scenario/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(app|worker|cli)/' },
    },
    {
      name: 'models-import-engine-only',
      severity: 'error',
      from: { path: '^src/models/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(app|worker|cli|scenario|i18n)/' },
    },
    {
      name: 'nothing-calls-a-model-but-worker-and-terminal',
      comment:
        'what a model is and the words of its prompts may be imported; what calls one runs in the worker and the terminal, but for the one of the browser itself (device.ts) and the connections (network.ts), which only a page can reach',
      severity: 'error',
      from: { path: '^src/(app|scenario)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/models/', pathNot: '/(contract|device|instructions|network)\\.ts$' },
    },
    {
      name: 'adapters-import-engine-and-prompts',
      comment: 'an adapter is thin: the engine, and of models/ the words that the page asks with',
      severity: 'error',
      from: { path: '^src/adapters/', pathNot: '(\\.test\\.ts$|/testing/)' },
      to: { path: '^src/(?!adapters/|engine/|models/(prompt|instructions)\\.ts$)' },
    },
    {
      name: 'nothing-imports-adapters',
      severity: 'error',
      from: { path: '^src/(?!adapters/)', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/adapters/' },
    },
    {
      name: 'report-imports-engine-and-words',
      severity: 'error',
      from: { path: '^src/report/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(?!report/|engine/|i18n/)' },
    },
    { name: 'worker-imports-no-page', severity: 'error', from: { path: '^src/worker/', pathNot: '\\.test\\.ts$' }, to: { path: '^src/(app|cli)/' } },
    {
      name: 'page-reaches-the-engine-through-the-worker',
      comment:
        'contract files (types and their constants), general tools, the geometry of strips and the arithmetic of the answer may be imported, the engine itself runs only in the worker',
      severity: 'error',
      from: { path: '^src/app/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/engine/', pathNot: ['/(contract|types|params)\\.ts$', '^src/engine/(lib|strips|answer)/'] },
    },
    {
      name: 'charts-are-drawn-by-the-kit',
      comment: 'one file knows the library, so that every chart has the same axes and the page loads it once',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/charts/Drawing\\.tsx$' },
      to: { path: '(^|/)node_modules/recharts/|^recharts' },
    },
    {
      name: 'the-chart-library-is-loaded-when-needed',
      severity: 'error',
      from: { path: '^src/app/', pathNot: '/testing/' },
      to: { path: '^src/app/charts/Drawing\\.tsx$', dynamic: false },
    },
    { name: 'page-imports-no-terminal', severity: 'error', from: { path: '^src/app/' }, to: { path: '^src/cli/' } },
    {
      name: 'terminal-imports-no-page',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(app|worker)/' },
    },
    {
      name: 'dictionary-imports-nothing',
      severity: 'error',
      from: { path: '^src/i18n/(en|zh)' },
      // What the engine tells programs in English is the English of its keys.
      to: { path: '^src/(app|worker|cli|engine|scenario)/', pathNot: '^src/engine/transcript/english\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
