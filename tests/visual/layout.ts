// Where things are on a page: one line for each thing a visitor meets, its role, its name and its box in whole pixels.
import type { Page } from 'playwright-core';

export type Box = {
  what: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Within something that scrolls across by itself: it may be out of sight. */
  scrolls?: boolean;
};

/** How exactly two layouts have to agree: in pixels, or only in what there is and in which order. */
export type Exactness = { pixels: number } | 'structure';

export function linesOf(boxes: readonly Box[]): string[] {
  return boxes.map(({ what, x, y, width, height }) => `${what} @ ${x} ${y} ${width} ${height}`);
}

/** What is different, one sentence each; empty when they agree. */
export function layoutDifferences(
  expected: readonly string[],
  actual: readonly string[],
  exactness: Exactness,
): string[] {
  const [before, now] = [expected.map(parse), actual.map(parse)];
  const gone = before.filter(({ what }) => !now.some((one) => one.what === what));
  const added = now.filter(({ what }) => !before.some((one) => one.what === what));
  const changed = [...gone.map(({ what }) => `gone: ${what}`), ...added.map(({ what }) => `new: ${what}`)];
  if (changed.length > 0) return changed;
  const reordered = now.find(({ what }, at) => what !== before[at]?.what);
  if (before.length !== now.length || reordered) return [`in another order: ${reordered?.what ?? now.at(-1)?.what}`];
  if (exactness === 'structure') return [];
  return now.flatMap((box, at) => {
    const old = before[at] ?? box;
    const off = Math.max(...(['x', 'y', 'width', 'height'] as const).map((side) => Math.abs(box[side] - old[side])));
    return off > exactness.pixels ? [`moved: ${linesOf([box])[0]}, was @ ${placeOf(old)}`] : [];
  });
}

/**
 * What holds at every width, whatever the letters: nothing is wider than the screen, and no control covers another one
 * unless something is meant to lie over the page.
 */
export function layoutFaults(boxes: readonly Box[], width: number, layered: boolean): string[] {
  const fixed = boxes.filter(({ scrolls }) => !scrolls);
  const wide = fixed.filter((box) => box.x < 0 || box.x + box.width > width);
  const controls = layered ? [] : fixed.filter(({ what }) => /^(button|link|textbox|slider|summary) /.test(what));
  const covered = controls.flatMap((one, at) =>
    controls.slice(at + 1).filter((other) => overlap(one, other) && !holds(one, other) && !holds(other, one)),
  );
  return [
    ...wide.map((box) => `wider than the screen: ${linesOf([box])[0]}`),
    ...covered.map((box) => `covers another control: ${linesOf([box])[0]}`),
  ];
}

function parse(line: string): Box {
  const at = line.lastIndexOf(' @ ');
  const [x = 0, y = 0, width = 0, height = 0] = line
    .slice(at + 3)
    .split(' ')
    .map(Number);
  return { what: line.slice(0, at), x, y, width, height };
}

function placeOf({ x, y, width, height }: Box): string {
  return `${x} ${y} ${width} ${height}`;
}

/** By more than the rounding. */
function overlap(one: Box, other: Box): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 1 && down > 1;
}

function holds(outer: Box, inner: Box): boolean {
  const right = inner.x + inner.width <= outer.x + outer.width;
  return inner.x >= outer.x && inner.y >= outer.y && right && inner.y + inner.height <= outer.y + outer.height;
}

export async function boxesOf(page: Page, within: string): Promise<Box[]> {
  return page.evaluate((root) => {
    const roles: Record<string, string> = { A: 'link', BUTTON: 'button', TEXTAREA: 'textbox', INPUT: 'textbox' };
    const holders = 'header, main, footer, nav, section, article, form, dialog, iframe, progress, table';
    const words = 'h1, h2, h3, h4, p, li, dt, dd, label, summary, strong, s';
    const controls = 'a, button, input, textarea, select';
    const found: Box[] = [];
    for (const element of document.querySelectorAll(`:is(${root}) :is(${holders}, ${words}, ${controls})`)) {
      const { x, y, width, height } = element.getBoundingClientRect();
      // Said to screen readers only, or not at all.
      if (
        element.closest('.sr-only') ||
        width <= 1 ||
        height <= 1 ||
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      ) {
        continue;
      }
      const role =
        element instanceof HTMLInputElement && element.type === 'range'
          ? 'slider'
          : (element.getAttribute('role') ?? roles[element.tagName] ?? element.tagName.toLowerCase());
      const named = element.getAttribute('aria-label') ?? labelOf(element) ?? '';
      const own = element.matches(holders) ? '' : (element.textContent ?? '');
      const name = (named || own).replace(/\s+/g, ' ').trim();
      const box = { x: x + scrollX, y: y + scrollY, width, height };
      const [left, top, across, down] = [box.x, box.y, box.width, box.height].map(Math.round) as [
        number,
        number,
        number,
        number,
      ];
      const what = `${role} ${JSON.stringify(name)}`;
      found.push({ what, x: left, y: top, width: across, height: down, scrolls: scrollsAcross(element) });
    }
    return found;

    function scrollsAcross(element: Element): boolean {
      for (let holder = element.parentElement; holder && holder !== document.body; holder = holder.parentElement) {
        const scrolls = holder.scrollWidth > holder.clientWidth;
        if (scrolls && /auto|scroll/.test(getComputedStyle(holder).overflowX)) return true;
      }
      return false;
    }
    function labelOf(element: Element): string | undefined {
      if (!('labels' in element)) return undefined;
      const [label] = element.labels as NodeListOf<HTMLLabelElement>;
      return label?.textContent ?? undefined;
    }
  }, within);
}

/** Words that are broken although they need less than a third of the screen, and texts that end in an ellipsis. */
export async function brokenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    for (const element of document.querySelectorAll('main *')) {
      const canShorten = getComputedStyle(element).textOverflow === 'ellipsis' && !element.matches('input');
      if (canShorten && element.scrollWidth > element.clientWidth) faults.push(`shortened: ${element.textContent}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.sr-only')) continue;
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(
        /(?<![^\s(#·])[\p{L}\p{N}]{2,12}(?![^\s),.:;·])/gu,
      )) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        const width = boxes.reduce((sum, box) => sum + box.width, 0);
        const isBroken = boxes.some(({ top }) => top >= (boxes[0]?.bottom ?? top));
        if (isBroken && width < document.documentElement.clientWidth * 0.3) faults.push(`broken: ${word}`);
      }
    }
    return faults;
  });
}

/** How much wider than the screen the page is, and texts that a box around them cuts off without an ellipsis. */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const holder = node.parentElement;
      if (!node.nodeValue?.trim() || !holder?.checkVisibility() || holder.closest('.sr-only')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const isCut = (around: Element) => {
        const { overflowX, textOverflow } = getComputedStyle(around);
        const cuts = around.matches('button') || (/hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis');
        const { left, right } = around.getBoundingClientRect();
        const isForScreenReaders = right - left <= 1;
        return cuts && !isForScreenReaders && (box.left < left - 1 || box.right > right + 1);
      };
      const isShortened = (around: Element) => getComputedStyle(around).textOverflow === 'ellipsis';
      for (let around: Element | null = holder; around && !isShortened(around); around = around.parentElement) {
        if (isCut(around)) faults.push(`cut: ${node.nodeValue}`);
      }
    }
    return faults;
  });
}
