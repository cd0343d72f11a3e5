import { expect, test } from 'vitest';
import { findRelease, isOlder, parsePostgresVersion, showVersion, versionOfNumber } from './postgres-releases.ts';

test('a listed release has its day, the end of life of its major version, and the releases after it', () => {
  expect(findRelease({ major: 18, minor: 2 })).toEqual({
    releasedOn: '2026-02-12',
    endOfLife: '2030-11-14',
    next: { version: { major: 18, minor: 3 }, releasedOn: '2026-02-26' },
    newest: { version: { major: 18, minor: 6 }, releasedOn: '2026-08-13' },
  });
  expect(findRelease({ major: 18, minor: 4 }).next?.version).toEqual({ major: 18, minor: 6 });
});

test('a release that is newer than the list has no day and nothing after it; another major version is unknown', () => {
  expect(findRelease({ major: 18, minor: 90 })).toEqual({
    releasedOn: null,
    endOfLife: '2030-11-14',
    next: null,
    newest: null,
  });
  expect(findRelease({ major: 99, minor: 0 })).toEqual({ releasedOn: null, endOfLife: null, next: null, newest: null });
});

test('releases of a major version follow each other by days, before its end of life', () => {
  for (const major of [15, 16, 17, 18]) {
    let version = { major, minor: 0 };
    let { releasedOn, next, endOfLife } = findRelease(version);
    for (; next !== null; { releasedOn, next, endOfLife } = findRelease(version)) {
      expect(String(releasedOn) < next.releasedOn).toBe(true);
      expect(isOlder(version, next.version)).toBe(true);
      version = next.version;
    }
    expect(String(releasedOn) < String(endOfLife)).toBe(true);
  }
});

test('versions as programs print them and servers number them', () => {
  expect(parsePostgresVersion('18.6')).toEqual({ major: 18, minor: 6 });
  for (const text of ['19beta1', '19devel', '18', '', '18.6.1']) expect(parsePostgresVersion(text)).toBeNull();
  expect(showVersion(versionOfNumber(180_004))).toBe('18.4');
});
