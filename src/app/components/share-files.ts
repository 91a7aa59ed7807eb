/** Getting text out of the page: as a file, or to the clipboard. */

export const download = (name: string, text: string, type = 'text/plain'): void => save(name, new Blob([text], { type: `${type};charset=utf-8` }));

export const saveBytes = (name: string, bytes: Uint8Array<ArrayBuffer>): void => save(name, new Blob([bytes]));

function save(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has read the URL; revoking it at once loses the file in Safari.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function fileName(transcript: string, part: string, extension: string): string {
  const stem = transcript.replace(/\.[a-z0-9]{1,6}$/i, '').replace(/[\\/:*?"<>|\s]+/g, '-') || 'transcript';
  return `${stem}.${part.replaceAll('~', '-')}.${extension}`;
}
