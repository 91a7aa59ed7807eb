/** The price list in use, with the day it was published. A test compares the version with what is installed. */
export const PRICE_LIST = { name: 'genai-prices', version: '0.1.8', date: '2026-09-23' } as const;
