/** Which settings stay when another file is opened, and which go with their file. */
import { defaultScenario } from './defaults.ts';
import { FILE_SETTINGS, type FileSetting, type Scenario, type TranscriptRef } from './schema.ts';

type Parts = Pick<Scenario, 'settings' | 'replay'>;

export function isAutomatic({ settings, replay }: Parts, name: FileSetting): boolean {
  switch (name) {
    case 'target':
      return settings.target <= 1;
    case 'replayWindow':
      return replay.window === null;
    case 'priceModel':
    case 'caching':
      return replay[name] === null;
    default:
      return settings[name] === null;
  }
}

function withAutomatic({ settings, replay }: Parts, name: FileSetting): Parts {
  switch (name) {
    case 'target':
      return { settings: { ...settings, target: defaultScenario().settings.target }, replay };
    case 'replayWindow':
      return { settings, replay: { ...replay, window: null } };
    case 'priceModel':
    case 'caching':
      return { settings, replay: { ...replay, [name]: null } };
    default:
      return { settings: { ...settings, [name]: null }, replay };
  }
}

export function withKept({ kept: _old, ...scenario }: Scenario, kept: readonly FileSetting[]): Scenario {
  return kept.length > 0 ? { ...scenario, kept } : scenario;
}

export function withPinned(scenario: Scenario, name: FileSetting, pinned: boolean): Scenario {
  const others = (scenario.kept ?? []).filter((one) => one !== name);
  return withKept(scenario, pinned ? [...others, name] : others);
}

/** An automatic setting is never pinned: a value set later belongs to its file again. */
export function withoutIdlePins(scenario: Scenario): Scenario {
  const { kept = [] } = scenario;
  const held = kept.filter((name) => !isAutomatic(scenario, name));
  return held.length === kept.length ? scenario : withKept(scenario, held);
}

/** Settings that the next file will not have. */
export const goesWithFile = (scenario: Scenario): readonly FileSetting[] =>
  FILE_SETTINGS.filter((name) => !isAutomatic(scenario, name) && !scenario.kept?.includes(name));

const withoutOpen = (tables: Scenario['view']['tables']): Scenario['view']['tables'] =>
  Object.fromEntries(Object.entries(tables).map(([name, { open: _open, ...table }]) => [name, table]));

/**
 * The scenario for another file: preferences and rows stay; whatever names messages or was carried out on them goes; settings of the file
 * are automatic again, unless pinned. `same` = the same bytes read again (as another format): then they stay.
 */
export function scenarioForNew({ until: _until, ...before }: Scenario, transcript: TranscriptRef, same: boolean): Scenario {
  // The same object where nothing changes, so that nothing is drawn again.
  const { tables } = before.view;
  const isOpen = !same && Object.values(tables).some(({ open }) => open !== undefined);
  const view =
    before.view.selected === null && !isOpen ? before.view : { ...before.view, selected: null, tables: isOpen ? withoutOpen(tables) : tables };
  const { settings, replay } = (same ? [] : goesWithFile(before)).reduce<Parts>(withAutomatic, before);
  return { ...before, settings, transcript, conversation: 0, format: null, marks: {}, applied: [], undone: 0, replay: { ...replay, hand: [] }, view };
}

/** The scenario before another recorded compaction, null = at the end: what was carried out on the other context goes. */
export function withUntil({ until: _until, ...scenario }: Scenario, until: number | null): Scenario {
  return { ...scenario, ...(until !== null && { until }), applied: [], undone: 0, view: { ...scenario.view, selected: null } };
}
