/** What the parts of the page use: the store, the actions, the worker's client and words. */
export { actions } from './store-actions.ts';
export { client } from './engine.ts';
export { useApp } from './store.ts';
export { type AskState, useAsk } from './useAsk.ts';
export { useText } from './useAsk.ts';
