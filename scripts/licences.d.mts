import type { Plugin } from 'vite';

export interface Licence {
  readonly name: string;
  readonly version: string;
  readonly identifier: string;
  readonly text: string;
}
export function packageOf(moduleId: string): string | null;
export function licenceOf(folder: string): Licence;
export function licencesText(licences: readonly Licence[]): string;
export function licences(fileName: string): { collect(): Plugin; emit(): Plugin };
