/** The strategy under the pointer, in the table or in the plot: each shows the other's. Of this page only, never in a link. */
import { create } from 'zustand';

const useLinked = create<{ readonly key: string | null }>()(() => ({ key: null }));

export const linkRow = (key: string | null): void => {
  if (useLinked.getState().key !== key) useLinked.setState({ key });
};

/** Is this row the linked one? Re-renders only the rows for which that changes. */
export const useIsLinked = (key: string): boolean => useLinked((s) => s.key === key);

export const useLinkedKey = (): string | null => useLinked((s) => s.key);
