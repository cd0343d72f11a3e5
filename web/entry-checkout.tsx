// Hydrates the checkout page, which has no menu: of the script of the other pages it needs links and the source of the visit.
import './entry-checkout.css';
import CheckoutIsland from './shop/checkout/checkout-island.tsx';
import { hydrate } from './shop/hydrate.tsx';
import { followLanguage } from './shop/language-memory.ts';
import { keepSource } from './shop/visit-source.ts';

keepSource();
followLanguage(document);
hydrate(CheckoutIsland);
