// The section of the digest, in Portuguese (Brazil).
import type { SetupTexts } from '../setup-texts.ts';

export const digest: SetupTexts['digest'] = {
  help: 'Os números do dia ou da semana anterior, ao lado do período anterior a esse, e o que requer atenção. Vai por email para o endereço salvo na seção Dono. Enquanto não houver endereço salvo ali, nenhum resumo é enviado por email. Um canal o recebe se você o escolher entre as mensagens dele.',
  hourHelp: (zone) => `No fuso horário da loja, ${zone}.`,
  preview: 'Prévia',
  hide: 'Ocultar prévia',
  previewHelp: 'Os números reais, como o resumo seria enviado agora. Nada é enviado.',
  failed: 'Não foi possível carregar a prévia',
  period: 'Período',
  periods: { daily: 'Ontem', weekly: 'Semana passada' },
};
