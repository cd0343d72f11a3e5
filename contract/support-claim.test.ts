import { expect, test } from 'vitest';
import { byName } from './by-name.ts';
import { languages } from './languages.ts';
import { firstStoreSettings, profileOf, type StoreSettings } from './store-settings.ts';

const isShown = (change: (settings: StoreSettings) => void, live = true) => {
  const settings = firstStoreSettings();
  settings.claims.support.confirmed_at = '2026-01-01T00:00:00.000Z';
  change(settings);
  return profileOf(settings, live).claims.support.shown;
};
const hours =
  (...lines: string[]) =>
  (settings: StoreSettings) => {
    for (const lang of languages) settings.support_hours[lang] = lines;
  };

test('D-2, D-37: live mode shows “24/7 support” only where the support hours say so', () => {
  expect(isShown(() => {})).toBe(false);
  expect(isShown(hours())).toBe(false);
  expect(isShown(hours('Mon-Fri 9-17'))).toBe(false);
  expect(isShown(hours('24/7'))).toBe(true);
  expect(isShown(hours('Mon-Fri 9-17', 'Emergencies: 24 / 7'))).toBe(true);
  expect(
    isShown((settings) => {
      hours('24/7')(settings);
      Object.assign(settings.support_hours, { en: ['24 hours a day'], pt: ['24 horas por dia'] });
    }),
  ).toBe(true);
  expect(
    isShown((settings) => {
      hours('24/7')(settings);
      settings.support_hours.pt = ['Seg. a sex.'];
    }),
  ).toBe(false);
});

test('D-37: a support claim that promises no round-the-clock support needs no such hours', () => {
  expect(
    isShown((settings) => {
      settings.claims.support.text = byName(languages, (lang) =>
        lang === 'pt' ? 'Suporte por e-mail' : 'Support by email',
      );
    }),
  ).toBe(true);
});

test('D-2: sandbox mode shows the specified claim', () => {
  expect(isShown(hours('Mon-Fri 9-17'), false)).toBe(true);
});
