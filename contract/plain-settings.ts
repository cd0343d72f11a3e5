// Settings with one value: the only list of them. The types, the API, the form's draft and the history derive from it.
import { defaultAdminLanguage } from './admin-languages.ts';

type PlainSetting = {
  /** The name in the history and in the list of changes. */
  title: string;
  /** The initial value. Its type is the type of the setting. */
  first: string | boolean;
};

export const plainSettings = {
  name: { title: 'Store name', first: 'Applaud' },
  support_email: { title: 'Support email', first: 'support@applaud.example' },
  /** An IANA name. The admin, files and emails use it for days and times; public pages use that of the browser. */
  time_zone: { title: 'Time zone', first: 'UTC' },
  /** True: links are dispatched right after payment. False: an admin dispatches each one. */
  automatic_dispatch: { title: 'Automatic dispatch', first: false },
  /** True: undelivered units are refunded after every link has ended. */
  automatic_refund: { title: 'Automatic refund', first: false },
  /** True: a drop that a buyer reports is refilled without an admin, where the service refills. */
  automatic_refill: { title: 'Automatic refill', first: false },
  /** True: the rest of a delivery that stalls goes to the next provider, once the first one confirmed its end. */
  automatic_move: { title: 'Automatic move to the next provider', first: false },
  /** True: what is undelivered is refunded after `overdue_refund_days` without any change. A stalled link is canceled first. */
  overdue_refund: { title: 'Automatic refund of overdue deliveries', first: false },
  overdue_refund_days: { title: 'Days until an overdue delivery is refunded', first: '7' },
  /** True: public pages show how fast orders were delivered, once there are 30. */
  measured_speed: { title: 'Measured delivery speed', first: true },
  /** True: the page `/status` is public, and linked from the footer. */
  status_page: { title: 'Public status page', first: false },
  /** False: visitor IP addresses are truncated to their network before storage; stored ones are truncated soon. */
  full_ip: { title: 'Full IP addresses of visitors', first: false },
  /** Without a second factor, an admin can use only the setup calls. A change requires step-up. */
  require_second_factor: { title: 'Second factor for every admin', first: false },
  /** True: the owner gets the figures of the day before, by email. */
  daily_digest: { title: 'Daily digest', first: false },
  /**
   * On, because an operator who is rarely here misses what stopped. It is mailed only once an owner's address is set,
   * which keeps the figures from other readers of the support inbox.
   */
  weekly_digest: { title: 'Weekly digest', first: true },
  /** One of `digestHours`, in the store's time zone. */
  digest_hour: { title: 'Hour of the digest', first: '8' },
  digest_language: { title: 'Language of the digest', first: defaultAdminLanguage },
} as const satisfies Record<string, PlainSetting>;

type Value<T> = T extends string ? string : boolean;

export type PlainName = keyof typeof plainSettings;
export type PlainSettings = { [N in PlainName]: Value<(typeof plainSettings)[N]['first']> };
/** The settings that are on or off, and those of one line of text. */
export type SwitchName = { [N in PlainName]: PlainSettings[N] extends boolean ? N : never }[PlainName];
export type LineName = Exclude<PlainName, SwitchName>;

export const plainNames = Object.keys(plainSettings) as PlainName[];

/** The plain settings alone, of a larger document. `change` applies to each text. */
export function plainOf(settings: PlainSettings, change = (text: string) => text): PlainSettings {
  return Object.fromEntries(
    plainNames.map((name) => {
      const value = settings[name];
      return [name, typeof value === 'string' ? change(value) : value];
    }),
  ) as PlainSettings;
}

export function firstPlainSettings(): PlainSettings {
  return Object.fromEntries(plainNames.map((name) => [name, plainSettings[name].first])) as PlainSettings;
}
