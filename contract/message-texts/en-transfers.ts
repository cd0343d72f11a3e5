// Payments by transfer, in English: what is wrong with their settings, and why a line of a bank is refused.

type Bounds = { least: number; most: number };

export const transferTexts = {
  transfer_line_decided: 'This line was decided before. Read the file again.',
  transfer_not_chosen: 'The buyer of this order never chose a transfer. Mark the order as paid on its page.',
  transfer_of_paid_order:
    'This order is paid, and the transfer has another amount. Return it, and leave the line with a note.',
  transfer_of_deleted_order: 'This order was deleted. Return the transfer, and leave the line with a note.',
  transfer_expiry_range: ({ least, most }: Bounds) => `An order waits ${least} to ${most} days for its transfer.`,
  transfer_settings_missing: 'Enter the instructions for a transfer first.',
  pix_cpf_invalid: 'The check digits of this CPF are wrong. A phone number begins with +55.',
  pix_cnpj_invalid: 'The check digits of this CNPJ are wrong.',
  pix_phone_invalid: 'A phone number as a Pix key has the form +55, area code and number.',
  pix_email_invalid: 'This email address is no Pix key. It may have 77 characters at most.',
  pix_key_unknown: 'Enter a CPF, a CNPJ, an email address, a phone number with +55, or a random key.',
  pix_name_missing: 'Enter the name of the receiver in Latin letters.',
  pix_city_missing: 'Enter the city of the receiver in Latin letters.',
  pix_rate_range: 'The rate is 0.01 to 1,000 reais for a dollar, with at most four decimals.',
};
