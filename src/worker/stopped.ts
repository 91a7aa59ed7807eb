/** Thrown inside a run that was stopped; the session answers `cancelled`. */
export class Stopped extends Error {}
