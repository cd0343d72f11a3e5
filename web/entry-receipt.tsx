// What a receipt runs in the browser: the button that prints it, hidden until somebody listens.
import './entry-receipt.css';

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}
