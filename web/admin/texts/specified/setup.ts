// The texts of the settings and the providers: the labels of the specification to the letter, and else English.
import { enSetup } from '../en/setup.ts';
import type { SetupTexts } from '../setup-texts.ts';
import { provider, providerTest } from './providers.ts';

export const specifiedSetup: SetupTexts = { ...enSetup, provider, providerTest };
