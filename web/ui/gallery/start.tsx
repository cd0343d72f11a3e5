// The entry of the gallery; `npm run gallery` serves it.
import './gallery.css';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element with the id "root".');
createRoot(root).render(<Gallery />);
