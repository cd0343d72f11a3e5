import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { likesRequest, type PanelStandIn, startPanelStandIn } from '../../../../../tests/stand-ins/panel-stand-in.ts';
import { createBreaker } from '../../breaker.ts';

let setup: PanelStandIn;
beforeEach(async () => {
  setup = await startPanelStandIn();
});
afterEach(() => setup.stop());

describe('the circuit (rule 10)', () => {
  function guarded() {
    const at = { ms: 0 };
    const breaker = createBreaker({ clock: { now: () => new Date(at.ms) } });
    return { at, breaker, subject: setup.client({ breaker }) };
  }
  const failing = (times: number, act: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: times }, () => act().catch(() => null)));

  it('opens after 10 answers of 500 and above: then nothing is sent until the probe', async () => {
    const { at, breaker, subject } = guarded();
    setup.answerWith('Bad gateway', 502);
    await failing(5, () => subject.place(likesRequest));
    await failing(5, () => subject.balance());
    expect(breaker.report().state).toBe('open');

    await expect(subject.place(likesRequest)).resolves.toMatchObject({ outcome: 'unreachable' });
    await expect(subject.statuses(['5'])).rejects.toMatchObject({ fault: 'unavailable' });
    await expect(subject.refill('5')).rejects.toMatchObject({ fault: 'unavailable' });
    expect(setup.callCount()).toBe(10);

    at.ms = 15_000;
    setup.answerWith('{"balance":"1","currency":"USD"}');
    await expect(subject.balance()).resolves.toEqual({ balance: '1', currency: 'USD' });
    expect(breaker.report().state).toBe('closed');
  });

  it.each(['lost_answer', 'reset_mid_body', 'server_error'] as const)('10 times %s opens it', async (trouble) => {
    const { breaker, subject } = guarded();
    setup.meet(trouble);
    await failing(10, () => subject.balance());
    expect(breaker.report().state).toBe('open');
  });

  it('10 time-outs and 10 refused connections open it', async () => {
    const slow = createBreaker({ clock: { now: () => new Date(0) } });
    setup.meet('slow_answer');
    for (let calls = 0; calls < 10; calls += 1) await failing(1, () => setup.client({ breaker: slow }).balance());
    expect(setup.callCount()).toBe(10);
    expect(slow.report().state).toBe('open');

    const { breaker, subject } = guarded();
    await setup.hangUp();
    await failing(10, () => subject.balance());
    expect(breaker.report().state).toBe('open');
    setup = await startPanelStandIn();
  });

  it.each([
    ['{"error":"Not enough funds on balance"}', 200],
    ['{"error":"Not enough funds on balance"}', 500],
    ['<html></html>', 200],
    ['<html></html>', 403],
    ['{}', 200],
  ])('refusals and odd shapes do not open it: %s (%s)', async (text, status) => {
    const { breaker, subject } = guarded();
    setup.answerWith(text, status);
    await failing(12, () => subject.balance());
    expect(breaker.report()).toEqual({ state: 'closed', failuresInRow: 0, openedAt: null });
    expect(setup.callCount()).toBe(12);
  });

  it('an admin who resets it lets calls through at once', async () => {
    const { breaker, subject } = guarded();
    setup.meet('server_error');
    await failing(10, () => subject.balance());
    breaker.reset();
    setup.answerWith('{"order":5}');
    await expect(subject.place(likesRequest)).resolves.toMatchObject({ outcome: 'placed' });
  });
});
