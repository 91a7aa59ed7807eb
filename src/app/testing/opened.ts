/** For component tests: a session that is open and compared, and what the page requests when a person changes something. */
import { vi } from 'vitest';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { CompareRequest, LoadReply } from '../../worker/protocol.ts';
import { comparison, description, result } from '../compare/testing/fixture.ts';
import { client } from '../store/index.ts';
import type { AppState } from '../store/store-state.ts';
import { patch } from '../store/store.ts';
import { conversationInfo } from './conversation.ts';

export const HASH = 'hash';

export const loadReply = (changes: Partial<LoadReply> = {}): LoadReply => ({
  format: 'openai-chat',
  confidence: 1,
  candidates: [],
  conversations: [conversationInfo()],
  warnings: [],
  bytes: 1,
  hash: HASH,
  ...changes,
});

/** Patches the store; a comparison that is requested never comes, so that what is there stays. */
export function opened(changes: Partial<AppState> = {}): void {
  vi.spyOn(client, 'compare')
    .mockReset()
    .mockReturnValue(new Promise(() => undefined));
  patch({
    description,
    scenario: { ...defaultScenario(), rows: [] },
    load: { phase: 'ready' },
    loaded: { ref: { kind: 'sample', id: 'sample', hash: HASH }, name: 'sample.json', reply: loadReply() },
    comparison: comparison([result('middle-removal', 'KKDKKK')]),
    current: true,
    running: null,
    compareError: null,
    measured: null,
    recalled: null,
    notice: null,
    expected: null,
    sent: null,
    hover: null,
    range: null,
    ...changes,
  });
}

/** Nothing is open any more: files of tests share the store. */
export function closed(): void {
  vi.restoreAllMocks();
  patch({ loaded: null, load: { phase: 'idle' }, running: null, notice: null, scenario: defaultScenario() });
}

/** The newest comparison that was requested. */
export const requested = (): CompareRequest | undefined => vi.mocked(client.compare).mock.lastCall?.[0];
