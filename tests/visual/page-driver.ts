// Brings a scene onto the screen of a real browser, the same every time: the clock stands still, nothing moves, the
// letters are loaded, and the store's answers are those of the scene.
import { type Browser, type BrowserContext, chromium, type Page, type Request, type Route } from 'playwright-core';
import type { EndpointKey } from '../../contract/index.ts';
import type { Language } from '../../contract/languages.ts';
import { pathOf } from '../../contract/pages.ts';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { type Replies, type Reply, type Scene, type Theme, today, type Width } from './scene.ts';

export type PageDriver = {
  page: Page;
  /** Opens the scene's page and leads it into its state. */
  open(scene: Scene, lang: Language): Promise<void>;
  setWidth(scene: Scene, width: Width): Promise<void>;
  /** Makes the store return the responses of this scene from now on. */
  answer(scene: Scene): void;
  setTheme(theme: Theme): Promise<void>;
  /** Waits until all is drawn. */
  settle(): Promise<void>;
  /** What the scene's frame shows, as PNG. */
  screenshot(scene: Scene): Promise<Buffer>;
  close(): Promise<void>;
};

const heights: Record<Width, number> = { 360: 780, 768: 1024, 1440: 900 };

export async function launchBrowser(): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  // Letters and colours as little as possible after the taste of the machine.
  const same = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb', '--hide-scrollbars'];
  // A picture is taken of what is drawn to the end, however busy the machine is.
  const whole = [
    '--run-all-compositor-stages-before-draw',
    '--disable-checker-imaging',
    '--disable-threaded-scrolling',
  ];
  return chromium.launch({ executablePath: findChromium(), args: [...sandbox, ...same, ...whole] });
}

/** `adminToken` of the real store goes with what a signed-in admin of a scene asks of it. */
export async function openPageDriver(browser: Browser, url: string, adminToken = ''): Promise<PageDriver> {
  const context = await frozenContext(browser);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  let replies: Replies = {};
  let opened = 0;
  let memory: string | null = null;
  const underWay = new Set<Request>();
  context.on('request', (request) => underWay.add(request));
  context.on('requestfinished', (request) => underWay.delete(request));
  context.on('requestfailed', (request) => underWay.delete(request));
  const onApiCall = (route: Route) => {
    const reply = replyTo(route.request(), replies);
    // Meant to never come.
    if (reply === 'waits') underWay.delete(route.request());
    return answer(route, reply, adminToken);
  };

  async function open(scene: Scene, lang: Language): Promise<void> {
    // The page of the scene before would get answers of this one, and might lead elsewhere. The same address again would be a
    // reload, which keeps the entered text and the scroll position.
    await page.goto('about:blank');
    await context.clock.setSystemTime(today);
    underWay.clear();
    replies = scene.replies ?? {};
    await page.setViewportSize({ width: 768, height: heights[768] });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.unrouteAll();
    // Watched calls make every page take twice as long.
    if (scene.replies || scene.token) await page.route('**/api/**', onApiCall);
    await startWith(scene);
    if (scene.holds) await page.route(scene.holds, () => {});
    const address = url + (scene.path?.(lang) ?? pathOf(scene.page, lang));
    for (let tries = 0; tries < 60; tries += 1) {
      await page.goto(address, { waitUntil: scene.holds ? 'domcontentloaded' : 'load' });
      if (!scene.isIt || (await scene.isIt(page, lang))) break;
    }
    await page.waitForFunction(isHydrated);
    const isQuiet = () => underWay.size === 0;
    await scene.act?.({ page, lang, pass: (ms) => page.clock.runFor(ms), isQuiet });
    // What the pointer comes to lie on when the page changes its width would look touched.
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready.then(() => {}));
  }

  /** The tab remembers what the scene says, and nothing of the scene before. A new tab would take twice as long. */
  async function startWith({ kept = {}, token }: Scene): Promise<void> {
    if (memory) await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: memory });
    opened += 1;
    const items = Object.entries(kept).map(([key, value]) => [key, JSON.stringify(value)] as const);
    const source = `(${remember})(${JSON.stringify({ scene: `${opened}`, items, token: token ?? null })})`;
    ({ identifier: memory } = await session.send('Page.addScriptToEvaluateOnNewDocument', { source }));
  }

  async function setWidth({ frame }: Scene, width: Width): Promise<void> {
    await page.setViewportSize({ width, height: heights[width] });
    await page.evaluate(() => window.scrollTo(0, 0));
    if (frame === 'screen') return settle();
    // As high as what it holds, so that nothing that sticks to the edge of the screen covers the rest.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.max(height, heights[width]) });
    await settle();
  }

  /** Two frames later all is drawn. The page's own clock stands still; that of a world beside it does not. */
  async function settle(): Promise<void> {
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    });
    const expression = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';
    await session.send('Runtime.evaluate', { contextId, expression, awaitPromise: true });
  }

  async function screenshot({ frame }: Scene): Promise<Buffer> {
    const box = typeof frame === 'object' ? await page.locator(frame.part).first().boundingBox() : null;
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    const { x, y, width, height } = box ?? { x: 0, y: 0, ...size };
    const clip = { x: Math.floor(x), y: Math.floor(y), width: Math.ceil(width), height: Math.ceil(height), scale: 1 };
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, clip });
    return Buffer.from(data, 'base64');
  }

  return {
    page,
    open,
    answer: (scene) => {
      replies = scene.replies ?? {};
    },
    setWidth,
    settle,
    screenshot,
    setTheme: (colorScheme) => page.emulateMedia({ colorScheme }),
    close: () => context.close(),
  };
}

/** Runs before the scripts of each document of a scene. A frame within shares the storage and leaves it alone. */
function remember({
  scene,
  items,
  token,
}: {
  scene: string;
  items: readonly (readonly [string, string])[];
  token: string | null;
}): void {
  if (window.top !== window.self || location.protocol === 'about:' || sessionStorage.getItem('scene') === scene) return;
  sessionStorage.clear();
  localStorage.clear();
  sessionStorage.setItem('scene', scene);
  for (const [key, value] of items) sessionStorage.setItem(key, value);
  if (token) localStorage.setItem('adminToken', token);
}

async function frozenContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    deviceScaleFactor: 1,
    // The page's policy forbids the style that holds everything still; that it holds otherwise is tested elsewhere.
    bypassCSP: true,
  });
  context.setDefaultTimeout(30_000);
  await context.clock.install({ time: new Date(today.getTime() - 1_000) });
  await context.clock.pauseAt(today);
  await context.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important }',
    );
    document.adoptedStyleSheets = [still];
  });
  return context;
}

/** Where a page has a live part, the browser has taken it over. */
function isHydrated(): boolean {
  const island = document.getElementById('island') ?? document.getElementById('root');
  const live = document.getElementById('page-data')?.textContent?.includes('"island"');
  return !island || !live || Object.keys(island).some((key) => key.startsWith('__reactContainer'));
}

function replyTo(request: Request, replies: Replies): Reply<unknown> | undefined {
  const called = `${request.method()} ${new URL(request.url()).pathname}`;
  const key = (Object.keys(replies) as EndpointKey[]).find((one) => patternOf(one).test(called));
  return key && replies[key];
}

async function answer(route: Route, reply: Reply<unknown> | undefined, adminToken: string): Promise<void> {
  if (reply === undefined) {
    const headers = route.request().headers();
    const signedIn = headers.authorization !== undefined;
    return route.continue(signedIn ? { headers: { ...headers, authorization: `Bearer ${adminToken}` } } : {});
  }
  if (reply === 'waits') return;
  if (reply === 'lost') return route.abort('connectionreset');
  if ('returns' in reply) return route.fulfill({ status: 200, json: reply.returns, headers: reply.headers ?? {} });
  const { refuses, ...body } = reply;
  await route.fulfill({ status: refuses, json: { status: 'error', ...body } });
}

function patternOf(key: EndpointKey): RegExp {
  return new RegExp(`^${key.replace(/\{\w+\}/g, '[^/]+')}$`);
}
