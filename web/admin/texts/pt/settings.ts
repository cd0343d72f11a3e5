// The settings page and the sections of its form, in Portuguese (Brazil).
import { byName } from '../../../../contract/by-name.ts';
import { languageNames } from '../../../../contract/language-texts.ts';
import { languages } from '../../../../contract/languages.ts';
import { claimTitles, legalTitles } from '../../../../contract/message-texts/pt-settings.ts';
import type { SetupTexts } from '../setup-texts.ts';

export const settingNames: SetupTexts['settingNames'] = {
  plain: {
    name: 'Nome da loja',
    support_email: 'Email de suporte',
    time_zone: 'Fuso horário',
    automatic_dispatch: 'Envio automático',
    automatic_refund: 'Reembolso automático',
    automatic_refill: 'Reposição automática',
    automatic_move: 'Mudança automática para o próximo fornecedor',
    overdue_refund: 'Reembolso automático de entregas atrasadas',
    overdue_refund_days: 'Dias até reembolsar uma entrega atrasada',
    measured_speed: 'Velocidade de entrega medida',
    status_page: 'Página de status pública',
    full_ip: 'Endereços IP completos dos visitantes',
    require_second_factor: 'Segundo fator para todos os administradores',
    daily_digest: 'Resumo diário',
    weekly_digest: 'Resumo semanal',
    digest_hour: 'Hora do resumo',
    digest_language: 'Idioma do resumo',
  },
  claims: claimTitles,
  legal: legalTitles,
  languages: byName(languages, (lang) => languageNames[lang].pt),
  presets: { specified: 'Como especificado', plain: 'Simples' },
  supportRefund: {
    largest: 'Maior reembolso pelo suporte',
    per_day: 'Reembolsos por um administrador do suporte em 24 horas',
  },
  spending: {
    provider: 'Gastos com fornecedores',
    refunds: 'Reembolsos',
    confirmations: 'Pagamentos marcados como pagos',
  },
  capWindows: { hour: 'em uma hora', day: 'em 24 horas' },
  declineScopes: { address: 'Um endereço', network: 'Uma rede', email: 'Um email', all: 'Toda a loja' },
  declineWindows: { per_10_minutes: 'em 10 minutos', per_day: 'em um dia' },
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
    'business.name': 'Nome da empresa',
    'business.address': 'Endereço da empresa',
    'business.tax_id': 'CNPJ ou número de registro',
    'tracking.ask_for_code': 'Exigir um código',
    'sessions.idle_minutes': 'Saída após minutos sem uso',
    checkout_paused: 'Checkout em pausa',
  },
  shown: (claim) => `${claim}, exibida`,
  confirmedBy: (claim) => `${claim}, confirmada por`,
  supportHours: (language) => `Horário do suporte em ${language}`,
  daysKept: (what) => `${what}, dias guardados`,
  preset: (language) => `Textos padrão em ${language}`,
  text: (key, language) => `Texto ${key} em ${language}`,
  declines: (scope, window) => `${scope}, cartões recusados ${window}`,
  priceCut: 'Maior corte de preço, em porcento',
  testUnits: 'Unidades de um pedido de teste',
  on: 'ligado',
  off: 'desligado',
  defaultText: 'o texto padrão',
  noLimit: 'sem limite',
  nobody: 'ninguém',
  nothing: 'vazio',
};

export const store: SetupTexts['store'] = {
  emailHelp: 'Aparece nas páginas. As mensagens dos visitantes vão para lá.',
  hoursHelp: 'Uma linha por horário, ou “24/7”. Vazio: nenhum horário aparece.',
  zoneHelp: (time) => `Horário local: ${time}.`,
  zoneChanged: (days) =>
    `Salvar recalcula os números pelos dias deste fuso. Visitantes de mais de ${days} dias ficam nos dias em que foram contados.`,
  rebuilding: (next, current) =>
    `Os números estão sendo recalculados para ${next}. Até lá, dias e horários estão em ${current}.`,
  businessHelp: 'Aparecem no recibo de cada pedido pago.',
  address: 'Endereço',
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
  days: (category) => `${category}: dias de garantia`,
  refill: 'Repor automaticamente as quedas informadas',
  refillOn: 'Uma queda informada é reposta na hora quando o serviço permite reposição. As outras aparecem no Início.',
  export: 'Exportar quedas informadas (CSV)',
  refillOff: 'As quedas informadas aparecem no Início. Você repõe cada uma ou a dispensa com um motivo.',
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
  measured: 'Mostrar em quanto tempo os pedidos são entregues',
  measuredHelp:
    'A partir de 30 pedidos em 30 dias, a página inicial, o checkout e as páginas dos pedidos mostram o que a loja mediu. No modo real, isso substitui as afirmações sobre a entrega. Os números não podem ser editados.',
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

export const dispatch: SetupTexts['dispatch'] = {
  automatic: 'Envio automático',
  automaticOn:
    'Os links são enviados assim que o pedido é pago. A loja repete quando o fornecedor está ocupado. Se uma resposta se perde, você decide.',
  automaticOff: 'Você envia cada link na página do pedido.',
  paidOrders: 'Isto não muda pedidos já pagos.',
  refund: 'Reembolso automático de unidades não entregues',
  refundOn:
    'Quando todos os links de um pedido terminam com menos do que foi comprado, o resto é reembolsado pelo gateway.',
  refundOff: 'A página do pedido sugere o reembolso, e você decide.',
  move: 'Mover ao próximo fornecedor o que parou',
  moveOn:
    'A loja pede ao fornecedor atual que cancele, no máximo uma vez por dia. Ela envia o restante ao próximo depois do fim confirmado.',
  moveOff: 'Uma entrega parada aparece no Início. Você decide.',
  overdue: 'Reembolsar o que nunca chega',
  overdueOn: (days) =>
    `Depois de ${days} dias sem mudança, a loja cancela o que parou. Depois do fim confirmado, ela reembolsa o que falta pelo gateway, dentro dos limites.`,
  overdueOff: 'Cancele e reembolse você mesmo uma entrega parada.',
};

export const tracking: SetupTexts['tracking'] = {
  label: 'Exigir um código',
  help: 'Compradores digitam o email e um código enviado por email para ver seus pedidos.',
  rules: { automatic: 'Automático', always: 'Sempre', never: 'Nunca' },
  hints: {
    automatic: 'Uma loja real com servidor de email exige o código. As outras funcionam como em Nunca.',
    always: 'Sem servidor de email, só o navegador que fez um pedido o mostra.',
    never: 'Quem tem o email de um comprador vê os pedidos dos últimos 90 dias, com links encurtados e sem recibos.',
  },
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
  inDollars: (title) => `${title}, em dólares`,
  capsHelp:
    'O que esta loja pode gastar antes que um dono verifique. Um teto atingido recusa mais gastos até um dono liberar, e o dono recebe um email na hora. Vazio: sem teto.',
  cap: (kind, window) => `${kind} ${window}`,
  priceCut: 'Maior corte de preço em 24 horas, em porcento',
  testUnits: 'Unidades de um pedido de teste',
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
  declined: (window) => `Cartões recusados ${window}`,
  noLimit: 'Sem limite',
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

export const secondFactor: SetupTexts['secondFactor'] = {
  required: 'Obrigatório para todos os administradores',
  on: 'Administradores sem aplicativo de autenticação ou chave de acesso só podem configurar um. Configure o seu primeiro.',
  off: 'Cada administrador escolhe: aplicativo de autenticação, chave de acesso ou só a senha.',
};

export const sessions: SetupTexts['sessions'] = {
  label: 'Sair de uma página sem uso',
  help: 'Uma página que só se atualiza não está em uso. Toda sessão termina 24 horas depois da entrada.',
  ownerOnly: 'Só um dono muda isto.',
  never: 'Nunca, só 24 horas depois da entrada',
  minutes: (minutes) => `Depois de ${minutes} minutos`,
  hours: (hours) => (hours === 1 ? 'Depois de uma hora' : `Depois de ${hours} horas`),
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
