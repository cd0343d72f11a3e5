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
  countFailed: 'Não foi possível contar o que seria apagado',
  counting: 'Contando…',
  orMore: (count) => `${count} ou mais`,
  deletesTonight: (what) => `Salvar apaga hoje à noite, para sempre: ${what}.`,
};
