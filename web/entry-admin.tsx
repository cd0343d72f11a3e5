// The browser entry of the admin app. It passes the browser's storage and location to the app.
import './entry-admin.css';
import './admin/admin.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createAdmin } from './admin/admin-context.tsx';
import { AdminApp } from './admin/app.tsx';
import { applyDensity, chosenDensity } from './admin/navigation/density.ts';
import { nextTask } from './admin/next-task.ts';
import { watchWorker } from './admin/push/watch-worker.ts';
import { browserStorage } from './admin/sign-in/token-storage.ts';
import { storeOfDocument } from './admin/store-of-document.ts';
import { chosenTextSet, showTexts } from './admin/texts/shown-texts.ts';
import { defaultTextSet } from './admin/texts/text-sets.ts';
import { openLive } from './live.ts';
import { setShownZone } from './ui/format-date.ts';
import { applyTheme, chosenTheme } from './ui/theme.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element with the id "root".');
const storage = browserStorage();
applyTheme(chosenTheme(storage));
applyDensity(chosenDensity(storage));
const store = storeOfDocument(document.getElementById('page-data')?.textContent);
setShownZone(store.timeZone);
const admin = createAdmin(storage, (path) => window.location.assign(path), store, openLive, nextTask);
// The default set, where the chosen one cannot be loaded.
await showTexts(chosenTextSet()).catch(() => showTexts(defaultTextSet));
watchWorker(admin);
createRoot(root).render(
  <StrictMode>
    <AdminApp admin={admin} />
  </StrictMode>,
);
