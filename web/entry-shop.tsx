// The script of every public page: link language, source of the visit and plain controls. Small and without React. Pages with an island have
// their own script, such as `entry-home.tsx`.
import './entry-shop.css';
import { followLanguage } from './shop/language-memory.ts';
import { startMenu, startPlainControls } from './shop/plain-controls.ts';
import { keepSource } from './shop/visit-source.ts';

keepSource();
followLanguage(document);
startPlainControls(document);
startMenu(document);
