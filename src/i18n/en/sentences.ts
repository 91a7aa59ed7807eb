/** What the engine tells programs in English too: formats by name, why a file is refused, why the built-in summariser failed. */
export { english as sentences } from '../../engine/transcript/english.ts';
