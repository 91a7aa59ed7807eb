import { defineProduct } from './shared/define.ts';
import { tokensTrigger } from '../triggers/seeds.ts';
import { number, tokens } from './shared/params.ts';
import { summaryAndFiles } from './shared/reread.ts';

type Params = {
  /** Files that come back. */
  readonly files: number;
  /** Files with more tokens come back as their path. */
  readonly fileTokens: number;
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

/** Tokens that are set aside for the summary, and beside it. */
const SUMMARY = 20_000;
const RESERVE = 13_000;

/**
 * Everything becomes a summary of nine sections; up to 5 files that were modified last come back, those of over 5,000 tokens as their path.
 * Project instructions are part of the system prompt here, which stays.
 */
export const claudeCode = defineProduct<Params>({
  id: 'claude-code',
  source: { product: 'Claude Code', where: 'its documentation of compaction', evidence: 'read' },
  params: { files: number(5, { min: 0 }), fileTokens: tokens(5000) },
  summaries: 20_000,
  trigger: (_params, window) => tokensTrigger(Math.max(1, window - SUMMARY - RESERVE)),
  compact: (messages, { files, fileTokens }) =>
    summaryAndFiles(messages, { files, which: 'written', fileTokens, sections: SECTIONS, tokens: 20_000 }),
});
