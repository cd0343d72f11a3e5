// The session tab, in Portuguese (Brazil).
import { formatDatePtBr } from '../../../ui/format-date.ts';
import type { Texts } from '../texts.ts';

export const session: Texts['session'] = {
  date: (at) => formatDatePtBr(at),
  refresh: 'Atualizar',
  logout: 'Encerrar sessão',
  status: 'Estado',
  statuses: {
    Active: 'Ativa',
    'Expiring Soon': 'Expira em breve',
    Expired: 'Expirada',
    'Not Authenticated': 'Não autenticada',
  },
  remaining: 'Tempo restante',
  nobody: 'Ninguém está conectado.',
  ends: (date) => `Termina em ${date}`,
  user: 'Usuário',
  admin: 'Administrador',
  role: 'Papel',
  account: 'Senha, chaves de acesso e outras sessões',
  protection: 'Proteção',
  protections: {
    hashing: 'Hash de senhas: a loja guarda só hashes argon2id das senhas (19 MiB de memória, 2 passagens).',
    bruteForce:
      'Proteção contra força bruta: cinco falhas em 15 minutos bloqueiam a conta e o endereço. Um navegador que já entrou antes conta à parte.',
    logout: 'Encerrar a sessão invalida este token na hora, em todos os lugares.',
  },
  token: 'Token',
  type: 'Tipo',
  algorithm: 'Algoritmo',
  validFor: 'Validade',
  hours: '24 horas',
  issued: 'Emitido',
  expires: 'Expira',
  ip: 'IP',
  loginTime: 'Entrada',
};
