// Addresses that admins enter, and what services at other addresses answered, in Portuguese (Brazil).
import type { MessageTexts, ParamsOf } from '../store-messages.ts';
import type { connectionTexts as english, Peer, SecretName } from './en-connections.ts';
import { sentence } from './forms.ts';

const peerNames: Readonly<Record<Peer, string>> = {
  channel: 'canal',
  discord: 'Discord',
  endpoint: 'endpoint',
  gateway: 'gateway',
  heartbeat: 'sinal',
  ntfy: 'servidor ntfy',
  provider: 'fornecedor',
  push: 'serviço de push',
  slack: 'Slack',
  telegram: 'Telegram',
  webhook: 'webhook',
};

const secretNames: Readonly<Record<SecretName, string>> = {
  api_key: 'chave de API',
  bot_token: 'token do bot',
  token: 'token',
  secret: 'segredo',
  endpoint: 'endpoint',
  key: 'chave',
  password: 'senha',
};

const providerFieldNames: Readonly<Record<ParamsOf<'provider_field_missing'>['field'], string>> = {
  name: 'o nome',
  apiUrl: 'a URL da API',
  apiKey: 'a chave de API',
};

export const connectionTexts: Pick<MessageTexts, keyof typeof english> = {
  url_invalid: ({ who }) => `A URL do ${peerNames[who]} não é uma URL.`,
  url_with_user: ({ who }) => `A URL do ${peerNames[who]} não pode conter usuário nem senha.`,
  url_not_https: ({ who }) => `A URL do ${peerNames[who]} deve começar com https://.`,
  address_not_public: ({ who }) => `O ${peerNames[who]} não está em um endereço público.`,
  address_missing: ({ who }) => `O ${peerNames[who]} não tem endereço.`,
  whole_url_needed: 'Digite a URL inteira: nada da URL salva vai para outro servidor.',
  secret_needed: ({ secret }) =>
    `Informe de novo: ${secretNames[secret]}. O valor salvo só é enviado ao servidor para o qual foi salvo.`,
  secret_differs: 'Digite este segredo por inteiro: o salvo é outro.',

  peer_words: ({ words }, { text }) => text(words),
  peer_answered: ({ who, status, words }, { text }) =>
    `O ${peerNames[who]} respondeu ${status}${words === '' ? '.' : `: ${text(words)}`}`,
  peer_silent: ({ who, words }) => `O ${peerNames[who]} não respondeu (${words}).`,
  peer_unreachable: ({ who, words }) => `O ${peerNames[who]} está inacessível (${words}).`,
  peer_timed_out: ({ seconds }) => `Nenhuma resposta em ${seconds} s.`,

  mail_test_login: 'O servidor de email recusou o usuário ou a senha.',
  mail_test_host: 'Não existe servidor com este nome.',
  mail_test_port: 'O servidor não aceita conexões nesta porta.',
  mail_test_certificate: 'O certificado do servidor de email não é válido para este nome.',
  mail_test_timeout:
    'O servidor de email não respondeu a tempo. Confira servidor e porta; um firewall pode bloqueá-los.',
  mail_test_security: 'O servidor de email não usa este tipo de criptografia nesta porta.',
  mail_test_sender: ({ words }, { text }) => `O servidor de email recusou o endereço do remetente: ${text(words)}`,
  mail_test_other: ({ words }, { text }) => `O teste falhou: ${text(words)}`,
  server_password_missing: 'Digite a senha deste usuário.',
  mailbox_user_missing: 'Digite o usuário da caixa de email.',
  mailbox_missing: 'Nenhuma caixa de email está configurada.',
  sender_name_invalid: 'O nome deve ser uma linha, sem caracteres de controle.',
  set_by_environment: ({ variable }) =>
    `${variable} está definida no ambiente da loja. Remova-a lá para mudar isto aqui.`,
  backup_folder_relative: 'Digite um caminho absoluto, como /var/backups/applaud.',
  backup_folder_unusable: ({ words }) => `A loja não consegue gravar nesta pasta (${words}).`,
  mail_server_missing: 'Nenhum servidor de email está configurado.',
  mail_server_answered: ({ words }, { text }) => `O servidor de email respondeu: ${text(words)}`,
  mail_not_accepted: ({ words }, { text }) => `O servidor de email não aceitou o email: ${text(words)}`,
  mail_not_written: 'Não foi possível escrever o email.',
  mail_domain_impossible: 'O domínio deste endereço não pode existir.',
  mail_server_silent: 'O servidor de email não respondeu a tempo.',
  mail_utf8_missing: 'O servidor de email não oferece SMTPUTF8, que as letras antes do @ deste endereço exigem.',

  channel_failed: 'O canal falhou.',
  channel_sealed: 'A configuração não pode ser lida: SECRETS_KEY agora é outra.',
  too_many_channels: ({ most }) => `Já há ${most} canais.`,
  channel_kind_fixed: 'Adicione outro canal para outro tipo.',
  quiet_hours_incomplete: 'O horário de silêncio precisa de um início e um fim.',
  channel_email_missing: 'Digite um endereço de email.',
  bot_token_form: 'Este não é um token de bot do Telegram.',

  ping_url_missing: 'Informe a URL do sinal.',
  ping_url_sealed: 'A URL não pode ser lida: SECRETS_KEY agora é outra.',
  monitor_silent: ({ words }) => `O serviço de monitoramento não respondeu: ${words}.`,
  monitor_refused: ({ status }) => `O serviço de monitoramento retornou HTTP ${status}.`,

  provider_field_missing: ({ field }) => `Informe ${providerFieldNames[field]}.`,
  provider_key_form: 'A chave de API deve ter letras, dígitos e sinais, sem espaços.',
  service_id_form: 'Um ID de serviço é um número ou uma palavra curta.',
  provider_set_above: 'O endereço, a chave e os serviços deste fornecedor são definidos acima.',
  provider_changed: 'Outro administrador alterou este fornecedor agora mesmo. Recarregue e tente de novo.',
  provider_not_saved: 'Nenhum fornecedor está configurado ainda. Salve primeiro a URL e a chave.',
  provider_address_missing: 'Salve primeiro o endereço e a chave.',
  provider_key_refused: ({ words }, { text }) => `O fornecedor recusou a chave: ${text(words)}`,
  provider_test_failed: ({ words }, { text }) => `A chamada de teste ao fornecedor falhou: ${text(words)}`,
  provider_unclear: ({ words }, { text }) =>
    `${sentence(text(words))} O resultado é desconhecido. Procure o link no painel do fornecedor e registre o resultado.`,
};
