/** Chinese has one plural form, `_other`: the keys of an English dictionary without the `_one` forms. */
export type ChineseKeys<English> = Exclude<keyof English & string, `${string}_one`>;
