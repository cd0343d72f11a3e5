// The settings page and the sections of its form, in Portuguese (Brazil).
import { byName } from '../../../../contract/by-name.ts';
import { languageNames } from '../../../../contract/language-texts.ts';
import { languages } from '../../../../contract/languages.ts';
import { claimTitles, legalTitles } from '../../../../contract/message-texts/pt-settings.ts';
import type { SetupTexts } from '../setup-texts.ts';

export const settingNames: SetupTexts['settingNames'] = {
  claims: claimTitles,
  legal: legalTitles,
  languages: byName(languages, (lang) => languageNames[lang].pt),
  presets: { specified: 'Como especificado', plain: 'Simples' },
  categories: { Likes: 'Curtidas', Views: 'Visualizações' },
};

export const settingsPage: SetupTexts['settingsPage'] = {
  failed: 'Não foi possível carregar as configurações',
  savedBy: (version, admin) => `Versão ${version}, salva por ${admin},`,
  first: (version) => `Versão ${version}, os valores de uma loja nova,`,
  locked: 'Seu papel não pode mudar as configurações.',
  unsaved: (changes) => (changes === 1 ? '1 alteração não salva' : `${changes} alterações não salvas`),
  discard: 'Descartar',
  review: 'Revisar e salvar',
  saveTitle: 'Salvar estas alterações?',
  noChanges: 'Não há mais alterações para salvar.',
  late: 'Suas alterações, sobre as da outra pessoa, estão listadas acima.',
  save: 'Salvar',
  saved: 'Configurações salvas',
  savedHelp: 'As páginas as mostram em um segundo.',
};

export const history: SetupTexts['history'] = {
  failed: 'Não foi possível carregar o histórico',
  older: 'Mostrar alterações anteriores',
  theStore: 'A loja',
  version: (version) => `, versão ${version}`,
  first: 'Os valores de uma loja nova.',
};

export const changes: SetupTexts['changes'] = {
  becomes: 'passa a',
  titles: {
    'prices.unit_price_micros': 'Preço base por mil',
    'prices.tiers.Likes': 'Descontos em curtidas',
    'prices.tiers.Views': 'Descontos em visualizações',
    checkout_paused: 'Checkout em pausa',
  },
  shown: (claim) => `${claim}, exibida`,
  confirmedBy: (claim) => `${claim}, confirmada por`,
  supportHours: (language) => `Horário do suporte em ${language}`,
  preset: (language) => `Textos padrão em ${language}`,
  text: (key, language) => `Texto ${key} em ${language}`,
  on: 'ligado',
  off: 'desligado',
  defaultText: 'o texto padrão',
  noLimit: 'sem limite',
  nobody: 'ninguém',
  nothing: 'vazio',
};

export const store: SetupTexts['store'] = {
  hoursHelp: 'Uma linha por horário, ou “24/7”. Vazio: nenhum horário aparece.',
  zoneHelp: (time) => `Horário local: ${time}.`,
  zoneChanged: (days) =>
    `Salvar recalcula os números pelos dias deste fuso. Visitantes de mais de ${days} dias ficam nos dias em que foram contados.`,
  rebuilding: (next, current) =>
    `Os números estão sendo recalculados para ${next}. Até lá, dias e horários estão em ${current}.`,
  businessHelp: 'Aparecem no recibo de cada pedido pago.',
};

export const selling: SetupTexts['selling'] = {
  help: 'As páginas de uma categoria em pausa mostram o aviso e não aceitam novos pedidos. Pedidos já feitos podem ser pagos, e os pagos são entregues.',
  pause: (category) => `Pausar a venda de ${category.toLowerCase()}`,
  since: (date) =>
    `Em pausa desde ${date}, porque nenhum fornecedor podia entregar. Quando um puder, o Início oferece voltar a vender.`,
  banner: (category, language) => `Aviso de ${category.toLowerCase()} em ${language}`,
  defaultBanner: 'Aparece a frase padrão.',
};

export const guarantee: SetupTexts['guarantee'] = {
  help: 'Durante a garantia, o comprador pode informar perdas na página do pedido, uma vez por dia e por publicação. Uma mudança vale também para pedidos já feitos. 0: sem garantia.',
  export: 'Exportar quedas informadas (CSV)',
};

export const prices: SetupTexts['prices'] = {
  basePrice: 'Preço base por mil, em dólares',
  help: 'A partir de uma quantidade, o pedido inteiro tem desconto. Um pedido mantém o preço com que foi feito.',
  discounts: (category) => `${category}: descontos`,
  noDiscounts: 'Nenhum: toda quantidade custa o preço base.',
  from: 'A partir de',
  percent: '% de desconto',
  remove: (category, from) =>
    `Remover o desconto em ${category.toLowerCase()} a partir de ${from || 'nenhuma quantidade'}`,
  add: (category) => `Adicionar desconto em ${category.toLowerCase()}`,
  packages: (category) => `${category}: preços dos pacotes`,
  columns: { quantity: 'Quantidade', now: 'Agora', after: 'Depois de salvar' },
};

export const claims: SetupTexts['claims'] = {
  help: 'Uma promessa deve ser verdadeira.',
  liveHelp: 'Ela aparece depois de confirmada',
  sandboxHelp: 'No modo real, ela só aparece depois de confirmada',
  moreHelp:
    '; outras palavras exigem nova confirmação. Abrir a loja confirma a garantia de reembolso: você declara ali que reembolsa o que não foi entregue.',
  show: 'Mostrar a promessa',
  confirm: 'Confirmo que isto é verdade',
  fact: 'Um fato do software: não precisa de confirmação.',
  hoursMissing: 'Não aparece: o horário do suporte acima não é “24/7” em todos os idiomas.',
  confirmed: (admin, date) => `Confirmada por ${admin}, ${date}`,
  unconfirmed: 'Não aparece: não confirmada',
};

export const typedNumbers: SetupTexts['typedNumbers'] = {
  least: (count) => `No mínimo ${count}`,
  most: (count) => `No máximo ${count}`,
  inSteps: (step) => `Só de ${step} em ${step}`,
  whole: 'Só números inteiros',
  invalid: 'Inválido, não mudou',
  enterNumber: 'Digite um número.',
};

export const guardrails: SetupTexts['guardrails'] = {
  help: 'O que administradores com o papel Suporte podem reembolsar. Gerentes e donos reembolsam qualquer valor.',
  ownerOnly: 'Só um dono muda estes limites.',
  capsHelp:
    'O que esta loja pode gastar antes que um dono verifique. Um teto atingido recusa mais gastos até um dono liberar, e o dono recebe um email na hora. Vazio: sem teto.',
  used: (hour, day) => `Usado: ${hour} em uma hora, ${day} em 24 horas`,
  reached: 'Teto atingido',
  lift: {
    provider: 'Liberar gastos com fornecedores',
    refunds: 'Liberar reembolsos',
    confirmations: 'Liberar marcação como pago',
  },
};

export const cardTesting: SetupTexts['cardTesting'] = {
  help: 'Novos pagamentos esperam quando este número de cartões foi recusado, até a recusa mais antiga sair do período. Deixe um limite vazio para desligá-lo. Para quem pagou nos últimos 90 dias, só vale o limite do email.',
  hints: {
    address: 'Um endereço IPv4, ou o /64 de um endereço IPv6.',
    network: 'O /24 de um endereço IPv4, ou o /48 de um endereço IPv6.',
    email: 'O email do pedido.',
    all: 'Todos os compradores juntos.',
  },
  paused: 'Checkout em pausa',
  opened: 'Checkout aberto',
  failed: 'Não foi possível mudar o checkout',
  isPaused: 'O checkout está em pausa.',
  isOpen: 'O checkout está aberto.',
  pausedHelp: 'Ninguém pode pedir nem pagar. Pagamentos já iniciados ainda contam.',
  openHelp: 'Uma pausa recusa novos pedidos e pagamentos, e a página informa os compradores.',
  open: 'Abrir o checkout',
  pause: 'Pausar o checkout',
};

export const legal: SetupTexts['legal'] = {
  help: {
    paragraph: 'Uma linha vazia termina um parágrafo,',
    heading: 'começa um título;',
    and: 'e',
    values: 'são trocados pelos da loja. Se ficar vazio, aparece o texto padrão.',
  },
  placeholder: 'O texto padrão aparece.',
  see: 'Ver a página',
};

export const sessions: SetupTexts['sessions'] = {
  ownerOnly: 'Só um dono muda isto.',
};

export const owner: SetupTexts['owner'] = {
  help: (hours) =>
    `O dono recebe um email sobre novas entradas, administradores, chaves e segundos fatores, e sobre tudo que é urgente. Uma troca do endereço espera ${hours} horas, e o endereço atual recebe um email na hora.`,
  failed: 'Não foi possível carregar o dono',
  email: 'Email do dono',
  emailHelp: 'É o email de suporte até você salvar um endereço aqui.',
  save: 'Salvar endereço',
  saved: 'Endereço salvo',
  waits: (hours) => `Passa a valer em ${hours} horas.`,
  goesTo: (address) => `Os avisos vão para ${address}.`,
  noMail: 'Nenhum servidor de email definido (SMTP_URL): os avisos ficam só na lista de alertas e em Emails.',
  pendingTo: 'Os avisos vão para',
  pendingFrom: (time, admin) => `a partir de ${time}. Pedido por ${admin}.`,
  cancel: 'Cancelar a troca',
};
