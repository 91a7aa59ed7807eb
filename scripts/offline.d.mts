import type { Plugin } from 'vite';

export interface PrecacheFile {
  readonly url: string;
  readonly revision: string | null;
}
export function precacheOf(folder: string): readonly PrecacheFile[];
export function offline(collect: Plugin): Plugin;
