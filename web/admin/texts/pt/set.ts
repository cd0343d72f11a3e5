// The set "Português (BR)".
import type { Texts } from '../texts.ts';
import { actionItems, customers, inbox, overview } from './overview.ts';
import { common, headings, navigation, palette, shell, signIn } from './shell.ts';

export const pt: Texts = {
  common,
  headings,
  navigation,
  palette,
  shell,
  signIn,
  overview,
  actionItems,
  customers,
  inbox,
};
