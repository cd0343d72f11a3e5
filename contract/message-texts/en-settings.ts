// What is wrong with values of the settings, in English.
import type { ClaimName } from '../claim-names.ts';
import { languageNames } from '../language-texts.ts';
import type { Language } from '../languages.ts';
import { type LaunchStatementId, launchQuestions, launchStatements } from '../launch.ts';
import { type RetentionName, retentionTitles } from '../retention.ts';
import type { AnyMessage, TextForms, Words } from './forms.ts';

export const claimTitles: Readonly<Record<ClaimName, string>> = {
  customers: 'Customers',
  rating: 'Rating',
  deliveryStart: 'Delivery start',
  deliveryDone: 'Delivery done',
  support: 'Support',
  guarantee: 'Guarantee',
  noPassword: 'No password',
};
export const legalTitles = { terms: 'Terms', privacy: 'Privacy', refunds: 'Refunds' };

type Most = { most: number };
type Grid = { least: number; step: number };
type InLanguage = { lang: Language };
type OfCategory = { category: string };
type OfClaim = { claim: ClaimName };
type OfLegal = { legal: keyof typeof legalTitles };

const valueTexts = {
  store_name_missing: 'Enter the name of the store.',
  store_name_too_long: ({ most }: Most) => `The name may have ${most} characters at most.`,
  store_name_not_plain: 'The name must be plain text on one line.',
  support_email_invalid: 'The support email must be one email address.',
  support_email_too_long: ({ most }: Most) => `The support email may have ${most} characters at most.`,
  brand_color_invalid: 'Enter a color as # and six digits, for example #1f5fe0.',
  brand_color_contrast: ({ contrast, suggestion }: { contrast: number; suggestion: string }) =>
    `This color is too light to read on the page: its contrast is ${contrast} to 1, and 4.5 to 1 is needed. ${suggestion} fits.`,
  logo_unknown: 'Upload the logo again.',
  logo_type: 'Choose an image of the type PNG, JPEG or WebP.',
  logo_too_big: ({ kilobytes }: { kilobytes: number }) => `The image may have ${kilobytes} kB at most.`,
  logo_size: ({ least, most }: { least: number; most: number }) =>
    `The image must have ${least} to ${most} pixels on each side.`,
  time_zone_unlisted: 'Choose a time zone of the list, for example Europe/Berlin.',
  time_zone_unknown: 'This time zone is not available in the database. Choose another name of the same zone.',
  digest_hour_range: 'The hour of the digest is 0 to 23.',
  admin_language_missing: 'Choose a language of the admin.',
  overdue_days_range: ({ least, most }: Most & { least: number }) =>
    `An overdue delivery is refunded after ${least} to ${most} days.`,
  guarantee_days_range: ({ most }: Most) => `A guarantee runs for 0 to ${most} days. 0: none.`,
  retention_days_range: ({ name, least, most }: Most & { name: RetentionName; least: number }) =>
    `${retentionTitles[name]} are kept for ${least} to ${most} days.`,
  dollars_range: ({ mostCents }: { mostCents: number }, { usd }: TextForms) =>
    `Enter an amount from $0.00 to ${usd(mostCents)}, with at most two decimals.`,
  fee_range: ({ most }: Most, { count }: TextForms) =>
    `Enter a number from 0 to ${count(most)}, with at most two decimals, or nothing.`,
  whole_number_range: ({ least, most }: Most & { least: number }, { count }: TextForms) =>
    `Enter a whole number from ${count(least)} to ${count(most)}.`,
  decline_limit_range: ({ most }: Most, { count }: TextForms) =>
    `A limit of declined cards is a whole number from 1 to ${count(most)}, or empty.`,
  banner_too_long: ({ most }: Most) => `A banner may have ${most} plain characters at most.`,
  business_name_too_long: ({ most }: Most) => `The business name may have ${most} plain characters at most.`,
  business_address_too_long: ({ most }: Most) => `The address may have ${most} plain characters at most.`,
  tax_number_too_long: ({ most }: Most) => `The tax number may have ${most} plain characters at most.`,

  hours_missing: ({ lang }: InLanguage) => `Enter the support hours in ${languageNames[lang].en}, too.`,
  too_many_hours_lines: ({ most }: Most) => `The support hours may have ${most} lines at most.`,
  hours_line_too_long: ({ most }: Most) => `A line of the support hours may have ${most} plain characters at most.`,
  hours_line_repeated: 'The support hours contain the same line twice.',
  claim_text_missing: ({ claim, lang }: OfClaim & InLanguage) =>
    `The claim “${claimTitles[claim]}” needs its text in ${languageNames[lang].en}, or must be switched off.`,
  claim_too_long: ({ claim, most }: OfClaim & Most) =>
    `The claim “${claimTitles[claim]}” may have ${most} plain characters at most.`,
  legal_too_long: ({ legal, most }: OfLegal & Most, { count }: TextForms) =>
    `${legalTitles[legal]} may have ${count(most)} characters at most.`,
  legal_not_plain: ({ legal }: OfLegal) => `${legalTitles[legal]} must be plain text.`,
};

const priceTexts = {
  base_price_too_low: 'The price per 1,000 must be at least $0.001, in steps of $0.001.',
  base_price_too_high: 'The price per 1,000 may be $1,000.00 at most.',
  smallest_order_free: ({ category }: OfCategory) => `The smallest order of ${category} would cost less than one cent.`,
  too_many_discounts: ({ category, most }: OfCategory & Most) => `${category} may have ${most} discounts at most.`,
  discount_start_invalid: (
    { category, least, most, step }: OfCategory & Most & { least: number; step: number },
    { count }: TextForms,
  ) =>
    `A discount on ${category} starts at a quantity that can be bought: ` +
    `${count(least)} to ${count(most)} in steps of ${step}.`,
  discount_percent_range: ({ category }: OfCategory) =>
    `A discount on ${category} is a whole number from 1 to 99 percent.`,
  discounts_unordered: ({ category }: OfCategory) =>
    `The discounts on ${category} must be in the order of their quantities.`,
  discount_not_higher: ({ category }: OfCategory) => `A discount on ${category} must be higher than the one before it.`,
  offers_unlisted: 'The store has no such offer, or it is listed twice.',
  offer_id_invalid:
    'The ID of an offer is words of a to z and 0 to 9 with a hyphen between them, such as tiktok-likes.',
  offer_kind_unknown: 'This action is not sold on this platform.',
  offer_margin_elsewhere: 'The margin rule of likes and views of Instagram is in `margins`; another offer has its own.',
  offer_kind_fixed: 'The platform and the action of an offer cannot be changed. Add another offer.',
  offers_too_many: ({ most }: Most) => `A store has ${most} offers at most.`,
  offer_not_attested: ({ category }: OfCategory) =>
    `Confirm that you may sell ${category} under the rules of its platform before you turn it on.`,
  offer_field_of_admins: 'The confirmation and the margin rule of an offer need an admin.',
  offers_contradict: 'The offers and the settings by category have different values here. Send one of them.',
  offer_name_invalid: ({ category, most }: OfCategory & Most) =>
    `The name of ${category} is 1 to ${most} plain characters in each language.`,
  offer_text_invalid: ({ category, most }: OfCategory & Most) =>
    `The description of ${category} may have ${most} plain characters at most.`,
  offer_minimum_not_below_maximum: ({ category }: OfCategory) =>
    `The smallest quantity of ${category} must be below the largest one.`,
  offer_maximum_off_step: ({ category, least, step }: OfCategory & Grid, { count }: TextForms) =>
    `The largest quantity of ${category} must be ${count(least)} plus whole steps of ${count(step)}.`,
  offer_minimum_below_service: (
    {
      category,
      least,
      posts,
      smallest,
      min,
    }: OfCategory & { least: number; posts: number; smallest: number; min: number },
    { count }: TextForms,
  ) =>
    `The smallest quantity of ${category} is too small for the service: ${posts} links get ${count(smallest)} each, ` +
    `and it takes ${count(min)} at least. Enter ${count(least)} or more.`,
  offer_default_invalid: ({ category, least, most, step }: OfCategory & Most & Grid, { count }: TextForms) =>
    `The first quantity of ${category} must be on sale: ${count(least)} to ${count(most)} in steps of ${count(step)}.`,
  offer_packages_count: ({ category, most }: OfCategory & Most) => `${category} need 1 to ${most} packages.`,
  offer_package_invalid: ({ category, least, most, step }: OfCategory & Most & Grid, { count }: TextForms) =>
    `Each package of ${category} must be on sale: ${count(least)} to ${count(most)} in steps of ${count(step)}.`,
  offer_packages_unordered: ({ category }: OfCategory) =>
    `The packages of ${category} must be in the order of their quantities, each once.`,
  price_cut_limit: ({ category, cutPercent, mostPercent }: OfCategory & { cutPercent: number; mostPercent: number }) =>
    `This lowers the price of ${category} by ${cutPercent} %. The limit is ${mostPercent} % in 24 hours. ` +
    'An owner can change it in Settings, Limits.',
  price_below_floor: (
    {
      category,
      provider,
      serviceId,
      costCents,
      floor,
      leastCents,
    }: OfCategory & Record<'provider' | 'serviceId', string> & Record<'costCents' | 'floor' | 'leastCents', number>,
    { usd }: TextForms,
  ) =>
    `Service ${serviceId} of ${provider} costs ${usd(costCents)} per 1,000. At these prices some orders of ${category} keep ` +
    `less than ${floor} % after this cost and the gateway's fee. ` +
    `The lowest allowed price is ${usd(leastCents)} per 1,000.`,
  price_floor_unreachable: ({ category, floor }: { category: string; floor: number }) =>
    `No price leaves ${floor} % of an order of ${category} after the gateway's fee. Lower the floor.`,
  margin_unreachable: ({ category, share }: { category: string; share: number }) =>
    `No price of ${category} leaves ${share} % after the gateway's fee. Lower the target.`,
  margin_target_below_floor: 'The target must not be below the floor.',
  proposal_changed: 'The proposed price changed. Review it.',
  price_return_at_loss: ({ loss }: { loss: AnyMessage }, { text }: TextForms) =>
    `These prices are below a provider's cost. ${text(loss)}`,
};

/** The operator's own texts, with those of instructions for a transfer. `problem` is one of the parts below. */
const ownTexts = {
  too_many_texts: ({ lang, most }: InLanguage & Most, { count }: TextForms) =>
    `Your texts in ${languageNames[lang].en} may be ${count(most)} at most.`,
  texts_too_long: ({ lang, most }: InLanguage & Most, { count }: TextForms) =>
    `Your texts in ${languageNames[lang].en} may have ${count(most)} characters together at most.`,
  text_unknown: ({ key }: { key: string }) => `The store has no text “${key}”.`,
  text_invalid: ({ key, lang, problem }: InLanguage & { key: string; problem: AnyMessage }, { text }: TextForms) =>
    `The text “${key}” in ${languageNames[lang].en} ${text(problem)}.`,
  text_part_too_long: ({ most }: Most, { count }: TextForms) => `may have ${count(most)} characters at most`,
  text_part_not_plain: 'must be plain text on one line',
  text_part_lacks: ({ name }: { name: string }) => `must contain {${name}}`,
  text_part_has: ({ name }: { name: string }) => `must not contain {${name}}, which has no value here`,
  transfer_text_length: ({ lang, least, most }: InLanguage & Most & { least: number }, { count }: TextForms) =>
    `The instructions in ${languageNames[lang].en} must have ${least} to ${count(most)} characters.`,
  transfer_placeholder_unknown: ({ lang, name }: InLanguage & { name: string }) =>
    `The instructions in ${languageNames[lang].en} contain {{${name}}}, which has no value. The placeholders are {{amount}}, {{reference}} and {{expires}}.`,
};

const launchTexts = {
  settings_version_unknown: 'The settings have no such version.',
  sandbox_open: 'A store in sandbox mode is always open: no money moves.',
  statement_missing: ({ statement }: { statement: LaunchStatementId }) =>
    `One statement is missing: ${launchStatements[statement]}`,
  answer_missing: ({ question }: { question: keyof typeof launchQuestions }) =>
    `One answer is missing: ${launchQuestions[question]}`,
  launch_checks_open: ({ checks }: { checks: readonly AnyMessage[] }, { text }: TextForms) =>
    `The store is not ready to open. To be done: ${checks.map(text).join(' ')}`,
  check_support_email: 'Enter a support email of your own.',
  check_email_unreachable:
    'Enter a support email of your own. Nobody can receive email at an address that ends in .example.',
  check_gateway:
    'Turn on a payment method in Settings, Payment methods. Its keys are entered there, or set in the environment.',
  check_provider: 'Enter the provider’s address, its key and both service ids.',
  check_catalog: 'Import the provider’s catalog on the API tab. Until then, the limits of its services are unknown.',
  check_services_fit: 'The services take every quantity on sale, also split over five links.',
  check_services: ({ problems }: { problems: readonly Words[] }, { text }: TextForms) =>
    `Some orders are refused by the provider. ${problems.map(text).join(' ')}`,
  check_claims: 'Confirm the claims that are true, or switch them off: others are not shown.',
  check_business: 'Fill in the business details for receipts.',
  check_legal: 'Write terms, privacy and refunds of your own.',
  check_mail: 'Set up a mail server so that emails can be sent.',
  check_mail_test: 'The last test email was not sent. Correct the mail server and send another test email.',
  check_node: ({ version, day }: { version: string; day: string }) =>
    `Node ${version} has had no security updates since ${day}. Install a newer one (docs/install.md).`,
  check_first_password: 'Change the password of the first admin: ADMIN_PASSWORD is among the first that others try.',
};

export const settingsTexts = { ...valueTexts, ...priceTexts, ...ownTexts, ...launchTexts };
