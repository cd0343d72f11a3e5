// Starts the admin in the browser. The admin itself is `AdminApp` of web/admin/admin-app.tsx; it is not rendered on the server.
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import './entry-admin.css';

const found = import.meta.glob<{ AdminApp: ComponentType }>('./admin/admin-app.tsx');
const root = document.getElementById('root');
const load = found['./admin/admin-app.tsx'];
if (root && load) load().then(({ AdminApp }) => createRoot(root).render(<AdminApp />));
