import { describe, expect, it } from 'vitest';
import {
  isFinalProviderStatus,
  isStoppedProviderStatus,
  providerStatusKind,
  providerStatusWords,
  stoppedStatusWords,
} from './provider-status.ts';

describe('the status words of a provider', () => {
  it.each([
    ['Pending', 'pending', false],
    ['In progress', 'active', false],
    ['in_progress', 'active', false],
    ['Inprogress', 'active', false],
    ['IN-PROGRESS', 'active', false],
    [' Processing ', 'active', false],
    ['completed', 'completed', true],
    ['Partial', 'partial', true],
    ['CANCELED', 'canceled', true],
    ['cancelled', 'canceled', true],
    ['refunded', 'refunded', true],
    ['Fail', 'failed', true],
    ['FAILED', 'failed', true],
    ['error', 'failed', true],
    ['Awaiting moderation', 'unknown', false],
    ['constructor', 'unknown', false],
    ['', 'unknown', false],
  ] as const)('STATE-11, A-42, D-50: %j is %s, final: %j', (status, kind, isFinal) => {
    expect(providerStatusKind(status)).toBe(kind);
    expect(isFinalProviderStatus(status)).toBe(isFinal);
  });

  it('D-50: what ended short is final and not completed', () => {
    expect(stoppedStatusWords.every(isStoppedProviderStatus)).toBe(true);
    expect(isStoppedProviderStatus('Completed')).toBe(false);
    expect(providerStatusWords.filter(isStoppedProviderStatus)).toEqual(stoppedStatusWords);
  });
});
