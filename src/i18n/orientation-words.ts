/** English words of documents and guide, added to the dictionary by importing this file. */
import { orientation } from './en/orientation.ts';
import { addDictionary } from './index.ts';

addDictionary('en', orientation);
