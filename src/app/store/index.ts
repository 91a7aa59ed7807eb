/** What the parts of the page use of the store; files of this folder import each other. */
export * from './engine.ts';
export * from './loading.ts';
export * from './navigate.ts';
export * from './numbers.ts';
export * from './storage.ts';
export * from './store-actions.ts';
export * from './store-state.ts';
export * from './store.ts';
export * from './ui.ts';
export * from './undo.ts';
export * from './useAsk.ts';
