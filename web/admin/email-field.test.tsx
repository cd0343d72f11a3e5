// Every email field of the admin shows the address in its one form when it is left, and saves that (D-53).
import { beforeEach, describe, expect, it } from 'vitest';
import { AdminsSection } from './account/admins-section.tsx';
import { DataPrivacySection } from './data-privacy/data-privacy-section.tsx';
import { NotificationsSection } from './notifications/notifications-section.tsx';
import { OwnerSection } from './settings/owner-section.tsx';
import { openSettings, storeWithSettings } from './settings/testing-settings.tsx';
import { button, click, dispatchEvent, type FakeStore, field, fill } from './testing.tsx';
import { openSection } from './testing-signed-in.tsx';

const typed = ' he\u200blp\uff20ｓhop\u3002example\u202e';
const clean = 'help@shop.example';
let store: FakeStore;

beforeEach(() => {
  ({ store } = storeWithSettings());
  store.on('GET /api/admin/admins', { body: [] });
  store.on('GET /api/admin/notification-channels', { body: [] });
  store.on('GET /api/admin/owner-address', {
    body: { address: 'a@b.example', is_set: true, can_mail: true, pending: null },
  });
});

/** Types, and leaves the field. */
async function typeInto(selector: string): Promise<void> {
  await fill(field(selector), typed);
  await dispatchEvent(field(selector), new FocusEvent('focusout', { bubbles: true }));
}

describe('D-53: an address typed with look-alike and invisible characters is shown clean', () => {
  it.each(['left', 'sent by Enter'])('the support email, and the save is accepted: %s', async (how) => {
    await openSettings();
    await fill(field('#setting-support_email'), typed);
    const event = how === 'left' ? new FocusEvent('focusout', { bubbles: true }) : enter();
    await dispatchEvent(field('#setting-support_email'), event);
    expect(field('#setting-support_email').value).toBe(clean);
    expect(field('#setting-support_email').getAttribute('aria-invalid')).toBeNull();
    await click(button('Review and save'));
    await click(button('Save', document.querySelector('dialog') ?? document));
    expect(store.calls('PUT /api/admin/store-settings')[0]?.body).toMatchObject({ settings: { support_email: clean } });
  });

  it('of a notification channel', async () => {
    await openSection(<NotificationsSection />);
    await click(button('Add channel'));
    await click(
      [...document.querySelectorAll('dialog button')].find((one) => one.textContent?.startsWith('Email')) as Element,
    );
    await typeInto('[name=channel-address]');
    expect(field('[name=channel-address]').value).toBe(clean);
  });

  it('of an admin', async () => {
    await openSection(<AdminsSection />);
    await click(button('Invite an admin'));
    await typeInto('[name=new-email]');
    expect(field('[name=new-email]').value).toBe(clean);
  });

  it.each([
    ['owner', '[name=owner-address]', <OwnerSection key="owner" />],
    ['person', '[name=person-email]', <DataPrivacySection key="person" />],
  ])('of the %s', async (_, selector, section) => {
    await openSection(section);
    await typeInto(selector);
    expect(field(selector).value).toBe(clean);
  });
});

function enter(): KeyboardEvent {
  return new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });
}
