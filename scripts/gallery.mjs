// @ts-check
// `npm run gallery`: every part of web/ui in every state, redrawn at every change. For development; no build contains it.
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { root } from './freshness.mjs';

const server = await createServer({
  configFile: false,
  root: join(root, 'web', 'ui', 'gallery'),
  plugins: [react(), tailwindcss()],
  server: { host: '127.0.0.1', port: 3001, fs: { allow: [root] } },
});
await server.listen();
server.printUrls();
