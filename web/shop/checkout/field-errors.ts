// The error of each field: shown when the buyer leaves a filled field or sends the form, until it is typed in again. And what
// the error card shows about the field that it names: the card turns to "Fixed" once that field is mended (D-65).
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { rules } from '../link-field/field-rules.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import type { Failure } from './failure.ts';
import { isCheckoutFailureCode } from './failure-codes.ts';

/** By value: a field that is typed in again has another one, and a link that moves keeps its error. */
type Judged = { email: string | null; links: readonly string[] };
type Details = { email: string; posts: readonly string[] };

export const retryId = 'try-again';

/** `failure`: of the card. `show` puts another one in its place. */
export function useFieldErrors(
  { email, posts }: Details,
  texts: CheckoutTexts['texts'],
  failure: Failure | null,
  show: (failure: Failure) => void,
) {
  const [judged, setJudged] = useState<Judged>({ email: null, links: [] });
  const links = posts.map(rules.rewrite);
  const failures = rules.list(email, links);
  // The details that the failure is about. They may break no rule of the form: the gateway can refuse an email.
  const wrong = useRef<{ failure: Failure | null; email: string; links: string[] }>({ failure: null, email, links });
  if (failure && !failure.isFixed && wrong.current.failure !== failure) wrong.current = { failure, email, links };
  const latest = useRef(turn);
  latest.current = turn;

  /** The named field was changed, and breaks no rule. After a field was removed, its position may be another one's. */
  function isMended(): boolean {
    const { field, position } = failure ?? {};
    const before = wrong.current;
    const isSame = field === 'email' ? email === before.email : `${links}` === `${before.links}`;
    const isAny = position === undefined || links.length !== before.links.length;
    return !isSame && !failures.some((broken) => broken.field === field && (isAny || broken.position === position));
  }

  /** The focus moves when the card turns, and not a second time. */
  function turn(movesFocus: boolean): void {
    const isFixed = isMended();
    if (!failure?.field || isFixed === Boolean(failure.isFixed)) return;
    show({ ...failure, isFixed });
    if (isFixed && movesFocus) focusRetry();
  }

  const form = {
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      // The chip of a link is a part of its field. A switch to another tab leaves no field.
      const isField = target.matches('input, .relative *') && !target.closest('.relative')?.contains(relatedTarget);
      if (!isField || document.activeElement === target) return;
      // What the press chose keeps the focus; the page itself, or a part of it, is nothing to type in.
      if (isPressed()) afterPress(() => latest.current((document.activeElement as HTMLElement).tabIndex < 0));
      else turn(true);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
      if (!failure?.field || !isEnter || !(event.target instanceof HTMLInputElement) || !isMended()) return;
      // Else the same key press would press the button.
      event.preventDefault();
      turn(false);
      focusRetry();
    },
  };
  const textOf = (reason: string | undefined) => (isCheckoutFailureCode(reason) && texts.failures[reason]) || null;

  return {
    /** For the form around the fields and the card. */
    form,
    email:
      (judged.email === email && textOf(failures.find(({ field }) => field === 'email')?.reason)) ||
      (wrong.current.failure?.field === 'email' && wrong.current.email === email
        ? textOf(wrong.current.failure.code)
        : null),
    posts: posts.map((post, at) => {
      const reason = failures.find(({ position }) => position === at)?.reason;
      if (!judged.links.includes(rules.rewrite(post))) return null;
      // The help text of the field repeats the rule.
      return reason === 'link_invalid' ? texts.linkField.help : textOf(reason);
    }),
    isJudged: (post: string) => judged.links.includes(rules.rewrite(post)),
    judgeEmail: () => {
      if (email.trim() !== '') setJudged((before) => ({ ...before, email }));
    },
    judgePost: (post: string) => {
      if (post.trim() !== '') setJudged((before) => ({ ...before, links: [...before.links, rules.rewrite(post)] }));
    },
    judgeAll: () => setJudged({ email, links }),
    /** A field that is added must not begin with an error. */
    forgetEmpty: () => setJudged((before) => ({ ...before, links: before.links.filter((link) => link !== '') })),
  };
}

function focusRetry(): void {
  document.getElementById(retryId)?.focus();
}

function isPressed(): boolean {
  return document.querySelector(':active') !== null;
}

/** A click that takes the focus away must not miss its target because the card changes its height. */
function afterPress(act: () => void): void {
  setTimeout(() => (isPressed() ? afterPress(act) : act()), 50);
}
