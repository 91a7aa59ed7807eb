import type { Page } from '@playwright/test';

export interface GivenFile {
  readonly path: string;
  readonly text: string;
}

/** Drops a folder as a browser does: entries that are read one after the other. */
export async function dropFolder(page: Page, name: string, files: readonly GivenFile[]): Promise<void> {
  await page.evaluate(
    ({ name, files }) => {
      const entries = files.map(({ path: below, text: content }) => ({
        isFile: true,
        isDirectory: false,
        name: below,
        file: (done: (file: File) => void) => done(new File([content], below)),
      }));
      let given = false;
      const folder = {
        isFile: false,
        isDirectory: true,
        name,
        createReader: () => ({
          readEntries: (done: (some: unknown) => void) => {
            done(given ? [] : entries);
            given = true;
          },
        }),
      };
      const event = new DragEvent('drop', { bubbles: true, cancelable: true });
      const transfer = {
        types: ['Files'],
        files: [new File([''], name)],
        items: [{ kind: 'file', webkitGetAsEntry: () => folder }],
        getData: () => '',
      };
      Object.defineProperty(event, 'dataTransfer', { value: transfer });
      window.dispatchEvent(event);
    },
    { name, files },
  );
}
