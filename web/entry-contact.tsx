// Starts the live part of the contact page in the browser.
import ContactIsland from './shop/contact/contact-island.tsx';
import { hydrate } from './shop/hydrate.tsx';

hydrate(ContactIsland);
