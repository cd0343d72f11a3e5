// Hydrates the contact page.
import ContactIsland from './shop/contact/contact-island.tsx';
import { hydrate } from './shop/hydrate.tsx';

hydrate(ContactIsland);
