/** English words of reports, added to the dictionary by importing this file. */
import { report } from './en/report.ts';
import { addDictionary } from './index.ts';

addDictionary('en', report);
