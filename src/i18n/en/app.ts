/**
 * English of the page. One flat object, grouped by the part of the page; see `../index.ts` for interpolation.
 * Accessible names that tests and screen readers rely on: "Import", "Samples", "Share", "Export", "Paste transcript",
 * "Transcript file", "Compare", "Strategies", "Context window", "Trigger", "Target", "Side by side".
 */
export const app = {
  'app.title': 'Compaction Playground',
  // Table, strips and plot

  // Side by side

  // Frame
  'header.import': 'Import',
  'header.samples': 'Samples',
  'header.share': 'Share',
  'header.export': 'Export',
} as const;
