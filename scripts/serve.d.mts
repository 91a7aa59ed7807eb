import type { PreviewServer } from 'vite';

export function staysInside(folder: string, address: string): Promise<boolean>;
export function serve(root: string, port: number): Promise<PreviewServer>;
