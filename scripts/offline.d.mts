import type { Plugin } from 'vite';

export function offline(collect: Plugin): Plugin;
