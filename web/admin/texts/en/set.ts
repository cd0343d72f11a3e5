// The set "English".
import { common, headings, navigation, palette, shell, signIn } from './shell.ts';

export const en = { common, headings, navigation, palette, shell, signIn };
