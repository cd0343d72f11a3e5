// Hydrates the checkout page.
import './entry-checkout.css';
import CheckoutIsland from './shop/checkout/checkout-island.tsx';
import { hydrate } from './shop/hydrate.tsx';

hydrate(CheckoutIsland);
