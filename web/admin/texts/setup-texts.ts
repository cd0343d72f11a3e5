// The type of the texts of the settings and the providers, which load with these pages. English defines it.
import type { enSetup } from './en/setup.ts';

export type SetupTexts = typeof enSetup;
