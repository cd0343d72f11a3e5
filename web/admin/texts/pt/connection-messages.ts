// What is wrong with an address, and what services at other addresses answered, in Portuguese (Brazil).
import type { ServerMessages } from '../server-messages.ts';

export const connectionMessages: ServerMessages = [
  ['The {} URL is not a URL.', 'A URL do {} não é uma URL.'],
  ['The {} URL must not hold a user or a password.', 'A URL do {} não pode conter usuário nem senha.'],
  ['The {} URL must begin with https://.', 'A URL do {} deve começar com https://.'],
  ['The {} is not at a public address.', 'O {} não está em um endereço público.'],
  ['The {} has no address.', 'O {} não tem endereço.'],
  ['heartbeat', 'sinal'],
  ['channel', 'canal'],
  ['provider', 'fornecedor'],
  ['push service', 'serviço de push'],
  ['ntfy server', 'servidor ntfy'],
  ['Telegram API', 'Telegram'],
  ['Discord API', 'Discord'],
  ['Slack API', 'Slack'],

  ['The mail server answered: {}', 'O servidor de email respondeu: {}'],
  ['The mail server did not accept the email: {}', 'O servidor de email não aceitou o email: {}'],
  ['The {} answered {}: {}', 'O {} respondeu {}: {}'],
  ['The {} answered {}.', 'O {} respondeu {}.'],
  ['The {} did not answer ({}).', 'O {} não respondeu ({}).'],
  ['The {} could not be reached ({}).', 'O {} está inacessível ({}).'],
  ['No response within {} s.', 'Nenhuma resposta em {} s.'],
  ['The channel failed.', 'O canal falhou.'],
  [
    'The configuration cannot be read: SECRETS_KEY is another one now.',
    'A configuração não pode ser lida: SECRETS_KEY agora é outra.',
  ],
  ['"{}": {}', '"{}": {}'],

  ['There are {} channels already.', 'Já há {} canais.'],
  ['Add another channel for another kind.', 'Adicione outro canal para outro tipo.'],
  ['Quiet hours need a beginning and an end.', 'O horário de silêncio precisa de um início e um fim.'],
];
