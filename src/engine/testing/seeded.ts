/**
 * Set-up of every test file: properties draw the same cases in every run, so that the gate says the same each time.
 * `npm run fuzz` sets another seed for each of its runs.
 */
import fc from 'fast-check';

/** Of the gate. Any number would do. */
const SEED = 20_261_122;

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FUZZ_SEED ?? SEED) });
