import type { Plugin } from 'vite';

export function licences(fileName: string): { collect(): Plugin; emit(): Plugin };
