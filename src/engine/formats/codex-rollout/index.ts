import type { Format, Source } from '../contract.ts';
import { filled, isObject } from '../json.ts';
import { ITEM_TYPES } from '../openai-responses/items.ts';
import { parseRollout } from './parse.ts';
import { stated } from '../written.ts';

const SAMPLE = 50;
const WRAPPERS = new Set(['session_meta', 'response_item', 'turn_context', 'compacted']);

function detect(source: Source): number {
  let bare = 0;
  let header = false;
  for (const { value } of source.records.slice(0, SAMPLE)) {
    if (!isObject(value)) continue;
    const type = filled(value.type);
    if (type !== undefined && WRAPPERS.has(type) && isObject(value.payload)) return 0.97;
    if (filled(value.record_type) !== undefined) header = true;
    if (type === undefined && filled(value.id) !== undefined && filled(value.timestamp) !== undefined && 'instructions' in value) header = true;
    if (type !== undefined && ITEM_TYPES.has(type)) bare++;
  }
  return header && bare > 0 ? 0.9 : 0;
}

/** Read only: a rollout holds internal state of the program that wrote it, which cannot be reconstructed. */
export const codexRollout: Format = {
  id: 'codex-rollout',
  evidence: 'recorded',
  written: { by: 'Codex', tested: '0.146.0', version: stated('payload.cli_version') },
  extension: 'jsonl',
  detect,
  parse: parseRollout,
};
