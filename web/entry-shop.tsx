// The script of every public page: link language and plain controls. Small and without React. Pages with an island have
// their own script, such as `entry-home.tsx`.
import './entry-shop.css';
import { followLanguage } from './shop/language-memory.ts';
import { startMenu, startPlainControls } from './shop/plain-controls.ts';

followLanguage(document);
startPlainControls(document);
startMenu(document);
