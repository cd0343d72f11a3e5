// The set "As specified": the labels of the specification to the letter, and English where it gives none.
import { first as en } from '../en.ts?first';
import type { FirstTexts } from '../texts.ts';
import { overview } from './overview.ts';
import { common, headings, navigation, shell, signIn } from './shell.ts';

export const specified: FirstTexts = {
  ...en,
  common,
  headings,
  navigation,
  shell,
  signIn,
  overview,
};
