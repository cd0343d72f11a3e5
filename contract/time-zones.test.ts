import { describe, expect, it } from 'vitest';
import { dayIn, isoIn, isTimeZone, localMinuteIn, momentAt, timeIn, timeZoneNames } from './time-zones.ts';

describe('D-38: time zones', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+5'])(
    'knows %s',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );
  it.each(['', '+05:30', '-03', 'Mars/Olympus', 'Europe/Berlin; drop', 'x'.repeat(200)])('refuses %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
  it('offers names, each of which it knows', () => {
    const names = timeZoneNames();
    expect(names).toContain('UTC');
    expect(names).toContain('Europe/Berlin');
    expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  });

  const moment = new Date('2026-11-22T02:05:09.070Z');
  it.each([
    ['UTC', '2026-11-22', '2026-11-22T02:05:09.070Z'],
    ['America/Los_Angeles', '2026-11-21', '2026-11-21T18:05:09.070-08:00'],
    ['Asia/Kolkata', '2026-11-22', '2026-11-22T07:35:09.070+05:30'],
    ['Asia/Kathmandu', '2026-11-22', '2026-11-22T07:50:09.070+05:45'],
  ])('%s: the day and the exact time, which still names the same moment', (zone, day, iso) => {
    expect(dayIn(zone, moment)).toBe(day);
    expect(isoIn(zone, moment)).toBe(iso);
    expect(Date.parse(iso)).toBe(moment.getTime());
  });
  it('distinguishes summer from winter time', () => {
    expect(isoIn('Europe/Berlin', new Date('2026-10-25T00:30:00Z'))).toBe('2026-10-25T02:30:00.000+02:00');
    expect(isoIn('Europe/Berlin', new Date('2026-10-25T01:30:00Z'))).toBe('2026-10-25T02:30:00.000+01:00');
    expect(timeIn('Europe/Berlin', new Date('2026-07-01T22:30:00Z'))).toBe('2026-07-02 00:30 (Europe/Berlin)');
  });
});

describe('D-106: the moment of a local time', () => {
  it.each([
    ['UTC', '2026-12-01T00:00', '2026-12-01T00:00:00.000Z'],
    ['Europe/Berlin', '2026-12-01T00:00', '2026-11-30T23:00:00.000Z'],
    ['America/Sao_Paulo', '2026-12-01T00:00', '2026-12-01T03:00:00.000Z'],
    ['Asia/Kathmandu', '2026-12-01T00:00', '2026-11-30T18:15:00.000Z'],
    // Twice, as clocks are set back: the first one.
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
    ['Europe/Berlin', '2027-03-28T03:00', '2027-03-28T01:00:00.000Z'],
  ])('%s: %s is the moment %s', (zone, local, moment) => {
    expect(momentAt(zone, local)?.toISOString()).toBe(moment);
    expect(localMinuteIn(zone, new Date(moment))).toBe(local);
  });

  it.each([
    ['Europe/Berlin', '2027-03-28T02:30'],
    ['America/New_York', '2027-03-14T02:00'],
    // A whole day was left out.
    ['Pacific/Apia', '2011-12-30T12:00'],
    ['UTC', '2027-02-30T00:00'],
    ['UTC', '2027-01-01T24:01'],
  ])('%s: there is no %s', (zone, local) => {
    expect(momentAt(zone, local)).toBeNull();
  });
});
