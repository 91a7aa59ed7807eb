import { defineProduct, number, tokens } from './shared/product.ts';
import { tokensTrigger } from '../triggers/watch.ts';
import { summaryAndFiles } from './shared/product-files.ts';

type Params = {
  readonly files: number;
  readonly fileTokens: number;
  /** Window that it compacts for, where the model's is larger: its setting of the same name, 100,000 to 1,000,000. */
  readonly autoCompactWindow: number;
};

const SECTIONS = [
  'Primary Request and Intent',
  'Key Technical Concepts',
  'Files and Code Sections',
  'Errors and Fixes',
  'Problem Solving',
  'All User Messages',
  'Pending Tasks',
  'Current Work',
  'Next Step',
];

const SUMMARY = 20_000;
const RESERVE = 13_000;

/**
 * Everything becomes a summary of nine sections; up to 5 files that were read or edited last come back, those of over 5,000 tokens as their
 * path. Project instructions are part of the system prompt here, which stays. The table "What survives compaction" of
 * code.claude.com/docs/en/context-window, read in October 2026; windows: the wiki of xsyetopz/claudetto, Compaction-And-Context, of 2.1.296.
 */
export const claudeCode = defineProduct<Params>({
  id: 'claude-code',
  source: { product: 'Claude Code', version: '2.1.296', where: 'its documentation of compaction', evidence: 'read' },
  params: {
    files: number(5, { min: 0 }),
    fileTokens: tokens(5000),
    autoCompactWindow: tokens(1_000_000, { min: 100_000, max: 1_000_000 }),
  },
  summaries: 20_000,
  trigger: ({ autoCompactWindow }, window) => tokensTrigger(Math.max(1, Math.min(window, autoCompactWindow) - SUMMARY - RESERVE)),
  compact: (messages, { files, fileTokens }) => summaryAndFiles(messages, { files, fileTokens, sections: SECTIONS, tokens: 20_000 }),
});
