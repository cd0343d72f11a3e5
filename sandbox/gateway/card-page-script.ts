// The browser script of the card page: validates the form, pays, keeps the form after a decline, notifies the
// merchant's page.

export const CARD_PAGE_SCRIPT = `
(function () {
  'use strict';
  var config = JSON.parse(document.getElementById('config').textContent);
  var form = document.getElementById('form');
  var pay = document.getElementById('pay');
  var message = document.getElementById('message');
  var payText = pay.textContent;
  var names = { number: 'cardNumber', expiry: 'expiry', csc: 'csc', holder: 'holder' };
  var isOver = false;

  function input(name) {
    return document.getElementById(names[name]);
  }

  function inLanguage(text) {
    return config.messages[text] || text;
  }

  function say(text, tone) {
    message.className = tone || '';
    message.textContent = inLanguage(text);
  }

  function tell(what) {
    if (!config.parent || window.parent === window) return;
    what.from = 'hosted-checkout';
    window.parent.postMessage(what, config.parent);
  }

  function tellSize() {
    tell({ event: 'size', height: Math.ceil(document.documentElement.getBoundingClientRect().height) });
  }

  function leave(fragment) {
    if (config.back) window.location.assign(config.back + '#__hc-action-' + fragment);
  }

  function finish(text, tone) {
    isOver = true;
    form.hidden = true;
    document.getElementById('tests').hidden = true;
    document.getElementById('cancel-line').hidden = true;
    say(text, tone);
    tellSize();
  }

  function complete(state) {
    if (state.isApproved) finish('Payment approved. Thank you.', 'good');
    else finish('Your bank has not answered yet. Please do not pay again; the shop will tell you the result.', 'calm');
    tell({ event: 'complete', resultIndicator: state.resultIndicator, sessionVersion: state.sessionVersion,
      returnUrl: state.returnUrl, shape: config.shape });
    if (config.parent) return;
    if (state.returnUrl) {
      var to = new URL(state.returnUrl);
      to.searchParams.append('resultIndicator', state.resultIndicator);
      to.searchParams.append('sessionVersion', state.sessionVersion);
      window.location.assign(to.href);
    } else leave(['complete', state.resultIndicator, state.sessionVersion, config.shape].join('-'));
  }

  function show(state) {
    if (state.state === 'complete') complete(state);
    else if (state.state === 'failed') {
      finish(state.isPaidElsewhere
        ? 'This order is already paid. Nothing more was charged.'
        : 'This payment did not succeed and no further try is possible. No money was taken.');
      tell({ event: 'error', error: { cause: 'REQUEST_REJECTED', result: 'ERROR',
        explanation: state.isPaidElsewhere
          ? 'The order is already paid.'
          : 'The payment failed: no tries are left in this session.' } });
    } else if (state.state === 'expired') {
      finish('This payment page has timed out. Nothing was charged on it.');
      tell({ event: 'timeout', timeoutUrl: state.timeoutUrl });
      if (!config.parent) {
        if (state.timeoutUrl) window.location.assign(state.timeoutUrl);
        else leave('timeout');
      }
    } else if (state.state === 'unknown') {
      finish('This payment session does not exist.');
      tell({ event: 'error', error: { cause: 'INVALID_REQUEST', explanation: 'Invalid session.', field: 'session.id',
        result: 'ERROR', validationType: 'INVALID' } });
    } else if (state.state === 'declined') {
      var tries = inLanguage(state.triesLeft === 1 ? 'You have one more try.' : 'You have {count} more tries.');
      say(inLanguage(state.message) + ' ' + tries.replace('{count}', state.triesLeft));
      input('csc').value = '';
      input('number').focus();
      tellSize();
    } else if (state.remainingMs !== null && state.remainingMs !== undefined) {
      setTimeout(look, Math.min(Math.max(state.remainingMs, 0) + 300, 3600000));
    }
  }

  function look() {
    if (isOver) return Promise.resolve();
    return fetch(config.url, { headers: { accept: 'application/json' } })
      .then(function (response) { return response.json(); })
      .then(function (state) {
        if (!isOver) show(state);
        return state;
      });
  }

  function mark(wrong) {
    Object.keys(names).forEach(function (name) {
      var at = input(name);
      at.setAttribute('aria-invalid', wrong[name] ? 'true' : 'false');
      if (wrong[name]) at.setAttribute('aria-describedby', names[name] + '-wrong');
      else at.removeAttribute('aria-describedby');
      document.getElementById(names[name] + '-wrong').textContent = inLanguage(wrong[name] || '');
    });
    var first = Object.keys(names).filter(function (name) { return wrong[name]; })[0];
    if (first) input(first).focus();
    tellSize();
  }

  function busy(isBusy) {
    pay.disabled = isBusy;
    pay.textContent = isBusy ? inLanguage('Paying\\u2026') : payText;
    form.setAttribute('aria-busy', String(isBusy));
  }

  form.addEventListener('submit', function (event) {
    event.preventDefault();
    if (pay.disabled || isOver) return;
    var card = {};
    Object.keys(names).forEach(function (name) { card[name] = input(name).value.trim(); });
    say('');
    mark({});
    busy(true);
    fetch(config.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(card) })
      .then(function (response) { return response.json(); })
      .then(function (answer) {
        busy(false);
        if (answer.wrong) {
          say('Check the highlighted fields.');
          mark(answer.wrong);
        } else show(answer);
      })
      .catch(function () {
        /* The answer was lost, the payment perhaps not: look before the payer tries again. */
        say('The connection was lost. Checking your payment\\u2026', 'calm');
        return look().then(function () {
          busy(false);
          if (!isOver) say('The connection was lost and no payment was made. Please try again.');
          tellSize();
        }).catch(function () {
          busy(false);
          say('The payment page cannot be reached. Check your connection, then try again.');
          tellSize();
        });
      });
  });

  input('number').addEventListener('input', function () {
    var at = input('number');
    if (at.selectionStart !== at.value.length) return;
    at.value = at.value.replace(/\\D/g, '').slice(0, 19).replace(/(.{4})(?=.)/g, '$1 ');
  });

  input('expiry').addEventListener('input', function (event) {
    var at = input('expiry');
    if (event.inputType === 'deleteContentBackward' || at.selectionStart !== at.value.length) return;
    var long = /^\\s*(\\d{1,2})\\s*\\/\\s*20(\\d{2})\\s*$/.exec(at.value);
    var digits = long ? long[1] + long[2] : at.value.replace(/\\D/g, '');
    if (/^[2-9]/.test(digits)) digits = '0' + digits;
    digits = digits.slice(0, 4);
    at.value = digits.length >= 2 ? digits.slice(0, 2) + '/' + digits.slice(2) : digits;
  });

  if (config.back) {
    document.getElementById('cancel').textContent = inLanguage('Cancel and go back');
    document.getElementById('cancel-line').hidden = false;
    document.getElementById('cancel').addEventListener('click', function (event) {
      event.preventDefault();
      leave('cancel');
    });
  }

  new ResizeObserver(tellSize).observe(document.documentElement);
  show(config.state);
})();
`;
