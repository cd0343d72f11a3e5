// Starts the live part of the result page in the browser, unless the visitor's own language is elsewhere (D-27).

import { hydrate } from './shop/hydrate.tsx';
import { resultElsewhere } from './shop/success/result-language.ts';
import SuccessIsland from './shop/success/success-island.tsx';

const elsewhere = resultElsewhere(window.location);
if (elsewhere) window.location.replace(elsewhere);
else hydrate(SuccessIsland);
