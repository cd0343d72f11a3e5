// What every public page runs in the browser: the language of its links, and its plain controls. Small and without React;
// the pages with a live part have a script of their own for that (`entry-home.tsx` and the like).
import './entry-shop.css';
import { followLanguage } from './shop/language-memory.ts';
import { startPlainControls } from './shop/plain-controls.ts';

followLanguage(document);
startPlainControls(document);
