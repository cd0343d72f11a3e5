// The type of the texts of the settings and the providers, which load with these pages. English defines it.
import type { setup } from './en.ts';

export type SetupTexts = typeof setup;
