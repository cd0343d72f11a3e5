// The tab of the visitors who are online now, in Portuguese (Brazil).
import { countryName } from '../../country-names.ts';
import type { Texts } from '../texts.ts';
import { visitors } from './visitors.ts';

const words = new Map([
  ['Home', 'Início'],
  ['About', 'Sobre'],
  ['Contact', 'Contato'],
  ['Success', 'Confirmação'],
  ['Order Tracking', 'Acompanhamento de pedidos'],
  ['Admin Dashboard', 'Painel'],
  ['Admin Orders', 'Pedidos no painel'],
  ['Admin Login', 'Entrada do painel'],
  ['Unknown', 'Desconhecido'],
]);

export const liveUsers: Texts['liveUsers'] = {
  failed: 'Não foi possível carregar quem está ao vivo',
  fetchFailed: 'A solicitação falhou',
  online: 'Online agora',
  onlineHelp: 'Ativos nos últimos 90 s',
  sessions: 'Sessões',
  sessionsHelp: 'Nas últimas 24 horas',
  today: 'Visitantes de hoje',
  todayHelp: (zone) => `Desde a meia-noite, ${zone}`,
  countries: 'Países',
  countriesHelp: 'De quem está online',
  none: 'Ninguém está online agora.',
  table: 'Visitantes ao vivo',
  columns: { ip: 'IP', country: 'País', page: 'Página atual', browser: 'Navegador', activity: 'Última atividade' },
  country: (name) => words.get(name) ?? countryName(name, 'pt-BR'),
  word: (name) => words.get(name) ?? name,
  ip: visitors.ip,
};
