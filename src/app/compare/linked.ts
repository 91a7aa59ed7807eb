/** What parts of this page tell each other and no link carries: the strategy under the pointer, open rows, columns without room. */
import { create } from 'zustand';

interface Shared {
  /** Row under the pointer, in the table or in the plot: each shows the other's. */
  readonly key: string | null;
  /** Keys of rows whose details are open. */
  readonly expanded: ReadonlySet<string>;
  /** Ids of columns that left the table because width lacks. */
  readonly left: readonly string[];
}

const useShared = create<Shared>()(() => ({ key: null, expanded: new Set(), left: [] }));

export const linkRow = (key: string | null): void => {
  if (useShared.getState().key !== key) useShared.setState({ key });
};

/** Is this row the linked one? Re-renders only the rows for which that changes. */
export const useIsLinked = (key: string): boolean => useShared((s) => s.key === key);

export const useLinkedKey = (): string | null => useShared((s) => s.key);

export const useExpanded = (): ReadonlySet<string> => useShared((s) => s.expanded);

const withKey = (keys: ReadonlySet<string>, key: string, there: boolean): ReadonlySet<string> =>
  new Set(there ? [...keys, key] : [...keys].filter((k) => k !== key));

export const expandRow = (key: string): void => useShared.setState(({ expanded }) => ({ expanded: withKey(expanded, key, true) }));

export const toggleRow = (key: string): void => useShared.setState(({ expanded }) => ({ expanded: withKey(expanded, key, !expanded.has(key)) }));

export const setColumnsLeft = (left: readonly string[]): void => {
  if (left.join() !== useShared.getState().left.join()) useShared.setState({ left });
};

export const useColumnsLeft = (): readonly string[] => useShared((s) => s.left);
