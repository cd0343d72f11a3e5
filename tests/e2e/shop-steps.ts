// The steps of a buyer on the shop's pages, as one would do them by hand.

import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';

export type Card = { number?: string; expiry: string };

export const approved: Card = { expiry: '01/39' };
export const declined: Card = { expiry: '05/39' };

export async function fillDetails(page: Page, email: string, links: readonly string[]): Promise<void> {
  await page.getByLabel('Email').fill(email);
  for (const [position, link] of links.entries()) {
    if (position > 0) await page.getByRole('button', { name: '+ Add Another Post' }).click();
    await page.locator(`#post-${position}`).fill(link);
  }
}

export async function completeOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Complete Order' }).tap();
}

/** Fills the gateway's form inside the page and pays. */
export async function payBy(
  page: Page,
  { number = '5123450000000008', expiry }: Card,
  press: (button: Locator) => Promise<void> = (button) => button.click(),
): Promise<void> {
  const form = page.frameLocator('#payment-form iframe');
  await form.locator('#cardNumber').fill(number);
  await form.locator('#expiry').fill(expiry);
  await form.locator('#csc').fill('100');
  await form.locator('#holder').fill('Ana Souza');
  await press(form.locator('#pay'));
}

/** Waits for the result page; answers the order's id. */
export async function arriveAtResult(page: Page): Promise<string> {
  await page.waitForURL('**/success?*');
  await page.getByRole('heading', { name: 'Payment received. Thank you!' }).waitFor();
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? '';
  expect(orderId).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
  return orderId;
}

export async function findOrders(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Search' }).click();
}

/** Lets the store answer, and loses the answer on the way to the buyer. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}
