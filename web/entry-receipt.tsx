// The script of the receipt page: it shows the print button and connects it.
import './entry-receipt.css';

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}
