// The accounts of admins, in Portuguese (Brazil).
import type { MessageTexts } from '../store-messages.ts';
import type { accountTexts as english } from './en-accounts.ts';

export const accountTexts: Pick<MessageTexts, keyof typeof english> = {
  password_common:
    'Esta senha está entre as primeiras que outras pessoas tentam. Escolha uma mais longa ou menos comum.',
};
