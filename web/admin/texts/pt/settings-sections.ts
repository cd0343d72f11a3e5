// The sections of the settings, in Portuguese (Brazil).
import type { Texts } from '../texts.ts';

export const settingsSections: Texts['settingsSections'] = {
  launch: 'Lançamento',
  store: 'Loja',
  claims: 'Promessas',
  prices: 'Preços',
  dispatch: 'Envio',
  tracking: 'Meus pedidos',
  guardrails: 'Limites',
  'card-testing': 'Teste de cartões',
  legal: 'Textos legais',
  texts: 'Textos',
  emails: 'Emails',
  business: 'Dados da empresa',
  retention: 'Retenção',
  owner: 'Dono',
  'sign-in': 'Seu acesso',
  admins: 'Administradores',
  'second-factor': 'Segundo fator',
  sessions: 'Saída automática',
  'api-keys': 'Chaves de API',
  webhooks: 'Webhooks',
  people: 'Dados pessoais',
  history: 'Histórico',
  audit: 'Registro de auditoria',
  backups: 'Backups',
};
