// The texts of the settings and the providers: the labels of the specification to the letter, and else English.
import { setup as enSetup } from '../en.ts?setup';
import type { SetupTexts } from '../setup-texts.ts';
import { provider, providerTest } from './providers.ts';

export const specifiedSetup: SetupTexts = { ...enSetup, provider, providerTest };
