// The labels that the specification gives to the letter, over the English ones.
import { signInMessages } from '../../../../contract/sign-in-messages.ts';
import * as en from '../en.ts?first';
import type { LabelText } from '../label-text.ts';
import type { Texts } from '../texts.ts';

export function portuguese(text: string): LabelText {
  return { lang: 'pt-BR', text };
}

export const common: Texts['common'] = {
  ...en.common,
  tryAgain: 'Try Again',
  requestFailed: 'Network response was not ok',
};

export const navigation: Texts['navigation'] = {
  ...en.navigation,
  overview: 'Overview',
  security: 'Security',
  liveusers: 'Live Users',
  api: 'API',
};

export const headings: Texts['headings'] = {
  ...navigation,
  overview: 'Dashboard',
  visitors: portuguese('Visitantes'),
  security: portuguese('Segurança'),
};

export const shell: Texts['shell'] = {
  ...en.shell,
  dashboard: 'Dashboard',
  viewSite: 'View Site',
  exit: 'Exit Admin',
  logout: 'Logout',
};

export const signIn: Texts['signIn'] = {
  ...en.signIn,
  heading: 'Admin login',
  done: 'Login Successful!',
  doneNotice: portuguese('Login realizado com sucesso'),
  failedNotice: portuguese('Erro de autenticação'),
  checking: portuguese(signInMessages.checkingLogin),
  wrongCredentials: portuguese(signInMessages.loginFailed),
  wrongCode: portuguese(signInMessages.wrongCode),
  wrongPasskey: portuguese(signInMessages.wrongPasskey),
  passkeyRequired: portuguese(signInMessages.passkeyRequired),
  locked: (minutes) => portuguese(signInMessages.loginLocked(minutes)),
};
