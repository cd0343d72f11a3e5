// The accounts of admins, in English.

export const accountTexts = {
  password_common: 'This password is among the first that others try. Choose a longer or less common one.',
};
