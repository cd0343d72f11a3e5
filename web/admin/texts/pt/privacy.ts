// Personal data of people, and data retention, in Portuguese (Brazil).
import { retentionTitles } from '../../../../contract/message-texts/pt-settings.ts';
import type { SetupTexts } from '../setup-texts.ts';

export const people: SetupTexts['people'] = {
  help: 'Para pedidos de ver ou apagar dados pessoais. Primeiro verifique se o pedido vem do dono do endereço.',
  email: 'Email da pessoa',
};

export const retention: SetupTexts['retention'] = {
  help: 'Registros mais antigos são apagados toda noite. Pedidos perdem só os emails e links; o resto fica para a contabilidade. A página de privacidade mostra estes números, a menos que você tenha escrito a sua.',
  titles: retentionTitles,
  days: (title) => `${title}, dias`,
  notes: {
    visits: 'Páginas vistas. Os totais ficam.',
    alerts: 'Com endereços completos e erros relatados pelas páginas. Alertas sobre dinheiro ficam.',
    sessions: 'Onde os administradores entraram.',
    mails: 'Os destinatários, e se o email chegou.',
    messages: 'Com seus textos, respondidas ou não.',
    orders: 'Pedidos antigos mantêm valores, quantidades e datas.',
  },
  fullIp: 'Guardar endereços IP completos dos visitantes',
  fullIpOn:
    'Visitas e páginas abertas são guardadas com o endereço completo. Muitas leis o tratam como dado pessoal. A página de privacidade informa isso.',
  fullIpOff:
    'Endereços de visitantes são reduzidos à sua rede antes de guardar. Endereços completos antigos são reduzidos em minutos.',
  countFailed: 'Não foi possível contar o que seria apagado',
  counting: 'Contando…',
  orMore: (count) => `${count} ou mais`,
  deletesTonight: (what) => `Salvar apaga hoje à noite, para sempre: ${what}.`,
};
