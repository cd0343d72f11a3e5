// @ts-check
// `node scripts/readme-pictures.mjs`: takes the pictures of the README again, of a new sandbox store. Its demo orders are
// invented at each run. Look at the pictures before a commit.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { buildIfStale } from './build.mjs';
import { findChromium } from './find-chromium.mjs';
import { root } from './freshness.mjs';
import { installTools } from './tools.mjs';

installTools();
const { chromium } = await import('playwright-core');
const { default: sharp } = await import('sharp');

const port = process.env.PORT ?? '3600';
const url = `http://localhost:${port}`;
const admin = { email: 'owner@applaud.example', password: 'a password for pictures' };
const width = 1280;

await buildIfStale();
const folder = mkdtempSync(join(tmpdir(), 'applaud-pictures-'));
const store = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], {
  env: {
    ...process.env,
    NODE_ENV: 'production',
    PORT: port,
    DATA_DIR: folder,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const hasEnded = new Promise((resolve) => store.once('close', resolve));
try {
  await opened();
  await takePictures();
} finally {
  store.kill('SIGTERM');
  await hasEnded;
  rmSync(folder, { recursive: true, force: true });
}

async function takePictures() {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width, height: 740 }, colorScheme: 'light', locale: 'en-US' });
    const take = async (/** @type {string} */ name, /** @type {number} */ height) => {
      await page.setViewportSize({ width, height });
      // Until charts, counters and transitions have come to rest.
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(1_500);
      const file = join(root, 'docs', 'pictures', `${name}.webp`);
      const { size } = await sharp(await page.screenshot())
        .webp({ quality: 76 })
        .toFile(file);
      console.log(`${file}: ${size} bytes`);
    };
    await page.goto(url);
    await take('home', 740);
    await page.goto(`${url}/admin-login`);
    await page.fill('input[name=email]', admin.email);
    await page.fill('input[name=password]', admin.password);
    await page.click('button[type=submit]');
    await page.waitForURL(/\/admin(\?|$)/);
    const callAdmin = await signIn();
    // The steps of the setup would cover the work of a day, and a reload ends the message of the sign-in.
    await callAdmin('/api/admin/setup', { shown: false });
    await page.reload();
    await take('admin', 940);
    await page.goto(`${url}/admin/orders/${findOrder(await callAdmin('/api/orders?limit=100'))}`);
    await take('order', 860);
  } finally {
    await browser.close();
  }
}

/** Calls as the admin: PUT with a body, GET without. */
async function signIn() {
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/api/admin/login`, { method: 'POST', headers, body: JSON.stringify(admin) });
  const { token } = await login.json();
  return async (/** @type {string} */ path, /** @type {object | undefined} */ body = undefined) => {
    const answer = await fetch(`${url}${path}`, {
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body ? { method: 'PUT', body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
}

/**
 * One of several links of which some are sent, and some of these under way: it shows the most.
 * @param {{ id: string, delivery: { state: string, links: number, sent: number, ended: number } }[]} orders
 */
function findOrder(orders) {
  const open = orders.filter(({ delivery: { links, sent, ended } }) => sent < links && ended > 0 && ended < sent);
  const [most] = open.sort((a, b) => b.delivery.links - a.delivery.links);
  if (!most) throw new Error('No demo order is under way with a link to send: run it again.');
  return most.id;
}

function opened() {
  return new Promise((resolve, reject) => {
    store.once('close', () => reject(new Error('The store has ended.')));
    store.stdout.on('data', (text) => {
      if (String(text).includes('is open at')) resolve(undefined);
    });
  });
}
