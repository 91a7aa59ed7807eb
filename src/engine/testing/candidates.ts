import type { Candidate, Unit } from '../answer/contract.ts';

/** A row that may be the answer, as far as its units say; `more` = what keeps it from that. */
export const candidate = (key: string, units: readonly Unit[] | null, more: Partial<Candidate> = {}): Candidate => ({
  key,
  control: false,
  compacted: true,
  accepted: true,
  withinBudget: true,
  model: false,
  constraints: 1,
  units,
  own: 0.5,
  cost: 1,
  left: 0.3,
  ...more,
});
