// The texts of every chart, in Portuguese (Brazil). A file of its own: the set "As specified" loads it without the overview.
import type { Texts } from '../texts.ts';

export const chart: Texts['overview']['chart'] = {
  table: 'Tabela',
  chart: 'Gráfico',
  asTable: (title) => `Mostrar ${title} como tabela`,
  asChart: (title) => `Mostrar ${title} como gráfico`,
};
