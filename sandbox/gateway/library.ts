// The browser library, served as /static/checkout/checkout.min.js. Plain script text, because it runs on the merchant's
// page under its Content-Security-Policy (no eval, no inline styles). It uses only postMessage to reach the card page.

export const LIBRARY_SCRIPT = `/* Sandbox card gateway: no money moves. */
(function () {
  'use strict';
  var SESSION_KEY = 'HostedCheckout_sessionId';
  var CONTAINER_KEY = 'HostedCheckout_embedContainer';
  var STATE_KEY = 'HostedCheckout_merchantState';
  var SCRIPT_PATH = '/static/checkout/checkout.min.js';

  var script = document.currentScript || document.querySelector('script[src*="' + SCRIPT_PATH + '"]');
  if (!script || !script.src) return;
  var base = script.src.slice(0, script.src.indexOf(SCRIPT_PATH));
  var origin = new URL(script.src).origin;
  var sessionId = null;
  var frame = null;

  function callbackOf(name) {
    return script.getAttribute('data-' + name);
  }

  function call(name, args) {
    var target = callbackOf(name);
    if (!target) return false;
    var found = target.split('.').reduce(function (at, key) {
      return at === undefined || at === null ? undefined : at[key];
    }, window);
    if (typeof found === 'function') {
      found.apply(null, args);
      return true;
    }
    if (/^(https?:)?\\/|^\\./.test(target)) {
      window.location.assign(target);
      return true;
    }
    return false;
  }

  function fail(error) {
    call('error', [{
      cause: error.cause || 'INVALID_REQUEST',
      explanation: error.explanation || '',
      field: error.field,
      result: error.result || 'ERROR',
      validationType: error.validationType
    }]);
  }

  function keep(key, value) {
    try {
      window.sessionStorage.setItem(key, value);
    } catch (_) {
      /* Storage may be switched off; the payment works without it. */
    }
  }

  function kept(key) {
    try {
      return window.sessionStorage.getItem(key);
    } catch (_) {
      return null;
    }
  }

  function withIndicator(url, message) {
    var to = new URL(url, window.location.href);
    to.searchParams.append('resultIndicator', message.resultIndicator);
    to.searchParams.append('sessionVersion', message.sessionVersion);
    return to.href;
  }

  function complete(message) {
    if (message.returnUrl) {
      window.top.location.assign(withIndicator(message.returnUrl, message));
      return;
    }
    if (message.shape === 'positional') call('complete', [message.resultIndicator, message.sessionVersion]);
    else {
      call('complete', [{ resultIndicator: message.resultIndicator, sessionVersion: message.sessionVersion }]);
    }
  }

  function receive(event) {
    if (!frame || event.origin !== origin || event.source !== frame.contentWindow) return;
    var message = event.data;
    if (!message || message.from !== 'hosted-checkout') return;
    if (message.event === 'size') {
      frame.style.height = Math.min(Math.max(Number(message.height) || 0, 120), 2000) + 'px';
    } else if (message.event === 'complete') complete(message);
    else if (message.event === 'error') fail(message.error || {});
    else if (message.event === 'timeout') {
      if (!call('timeout', []) && message.timeoutUrl) window.top.location.assign(message.timeoutUrl);
    }
  }

  function configure(options) {
    var given = options && options.session && options.session.id;
    if (typeof given !== 'string' || given === '') {
      fail({ explanation: 'A session id is needed.', field: 'session.id', validationType: 'MISSING' });
      return;
    }
    /* Like the real library: a session that is still in the storage wins over the one given. */
    sessionId = kept(SESSION_KEY) || given;
    keep(SESSION_KEY, sessionId);
    keep(STATE_KEY, JSON.stringify({ page: window.location.href.split('#')[0] }));
  }

  function showEmbeddedPage(selector) {
    if (!sessionId) {
      fail({ explanation: 'Checkout is not configured.', field: 'session.id', validationType: 'MISSING' });
      return;
    }
    var container = document.querySelector(selector);
    if (!container) {
      fail({ explanation: 'The element ' + selector + ' does not exist.' });
      return;
    }
    keep(CONTAINER_KEY, selector);
    if (frame) frame.remove();
    frame = document.createElement('iframe');
    frame.title = 'Card payment';
    frame.name = 'hosted-checkout';
    frame.style.border = '0';
    frame.style.display = 'block';
    frame.style.width = '100%';
    frame.style.height = '520px';
    frame.style.colorScheme = 'light dark';
    frame.src = base + '/checkout/embedded/' + encodeURIComponent(sessionId) +
      '?parent=' + encodeURIComponent(window.location.origin);
    container.replaceChildren(frame);
  }

  function showPaymentPage() {
    if (!sessionId) {
      fail({ explanation: 'Checkout is not configured.', field: 'session.id', validationType: 'MISSING' });
      return;
    }
    window.location.assign(base + '/checkout/pay/' + encodeURIComponent(sessionId) +
      '?back=' + encodeURIComponent(window.location.href.split('#')[0]));
  }

  /* The payment page comes back with its outcome in the fragment. */
  function resume() {
    var match = /^#__hc-action-(complete|cancel|timeout)(?:-([0-9a-z]+)-([0-9a-z]+)-(object|positional))?$/
      .exec(window.location.hash);
    if (!match || !kept(STATE_KEY)) return;
    window.history.replaceState(window.history.state, '', window.location.href.split('#')[0]);
    if (match[1] === 'complete') complete({ resultIndicator: match[2], sessionVersion: match[3], shape: match[4] });
    else call(match[1], []);
  }

  window.addEventListener('message', receive);
  window.Checkout = { configure: configure, showEmbeddedPage: showEmbeddedPage, showPaymentPage: showPaymentPage };
  if (document.readyState === 'complete') setTimeout(resume, 0);
  else window.addEventListener('load', resume);
})();
`;
