// About, terms, privacy, refunds and the status page: the same facts as in English, in Brazilian Portuguese.
import { statedFacts } from '../../../contract/language-texts.ts';
import type { enAbout, enLegal, enStatus } from './en-information.ts';
import { units } from './pt-orders.ts';
import type { Translation } from './text.ts';

const facts = statedFacts.pt;

export const ptLegal = {
  contents: 'Nesta página',
  terms: {
    title: 'Termos de uso',
    lead: 'O que você compra na {name} e o que pode ou não esperar.',
    sections: [
      {
        heading: 'O que você compra',
        text: [
          'Você compra uma quantidade de curtidas ou visualizações para publicações públicas do Instagram que você mesmo indica. Um pedido pode ser dividido entre até cinco publicações.',
          'Repassamos seus links e quantidades a um fornecedor de engajamento, que faz a entrega. Você não precisa criar conta aqui, e nunca pedimos senha.',
        ],
      },
      {
        heading: 'O que não prometemos',
        text: [
          'Não prometemos quem está por trás de uma curtida ou visualização, nem que ela traga seguidores, vendas ou alcance.',
          'O Instagram pode remover curtidas e visualizações a qualquer momento, mesmo depois da entrega. {losses}',
          'Quando estas páginas falam em prazos, indicam o que costuma acontecer. A {name} não faz parte do Instagram nem da Meta.',
        ],
      },
      {
        heading: 'As regras da plataforma e a lei',
        text: [
          'As regras do Instagram restringem engajamento comprado. O Instagram pode removê-lo, mostrar suas publicações a menos pessoas ou agir sobre a sua conta. A decisão de correr esse risco é sua.',
          'Em muitos países, é ilegal enganar outras pessoas sobre a popularidade de alguém, de um produto ou de uma empresa. Não use o que compra aqui para isso.',
        ],
      },
      {
        heading: 'Seu pedido',
        text: [
          'Compre apenas para publicações suas ou pelas quais você possa responder. Deixe-as públicas, com o mesmo link, até o fim da entrega.',
          'Confira os links antes de pagar. Se um estiver errado, escreva logo: um link pode ser trocado até ser enviado.',
        ],
      },
      {
        heading: 'Preço e pagamento',
        text: [
          'Os preços são em dólares americanos. O valor mostrado na finalização da compra é o preço total, cobrado uma única vez.',
          'O pagamento é feito com cartão, no formulário do nosso provedor de pagamentos. Um pedido que não é pago expira sozinho.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacidade',
    lead: 'O que a {name} guarda sobre você, por quê e por quanto tempo.',
    addresses: {
      cut: 'Seu endereço de rede é encurtado antes de ser guardado,',
      whole: 'Seu endereço de rede é guardado por inteiro,',
    },
    sections: [
      {
        heading: 'Seu pedido',
        text: [
          'Guardamos seu e-mail, os links das publicações, o país do seu endereço de rede, o que foi pedido, os termos que você aceitou, quanto custou e em que ponto está, para entregar, responder a você e manter nossa contabilidade. O seu e-mail, os links e o país são apagados após {orders} dias, ou quando você pedir, junto com nossas anotações sobre o pedido e sobre você, e o que corrigimos nele.',
          'O registro de que escrevemos a você sobre um pedido fica guardado por {mails} dias.',
          'Os dados do cartão vão direto para o provedor de pagamentos. Ficamos sabendo apenas se o pagamento foi aprovado, o valor, o número da transação e o tipo do cartão com os quatro últimos dígitos.',
          'O fornecedor de engajamento recebe o link da publicação e a quantidade, nunca o seu e-mail.',
        ],
      },
      {
        heading: 'Consulta de pedidos',
        text: [
          'A página Meus pedidos funciona sem senha: quem digitar o seu e-mail vê o número, a data, a quantidade, o preço e o andamento dos pedidos feitos com ele nos últimos 90 dias, com os links encurtados. O resto só abre no navegador em que o pedido foi feito, pelo link dos nossos e-mails ou com um código que enviamos por e-mail.',
        ],
      },
      {
        heading: 'Sua visita',
        text: [
          'Contamos as visitas sem cookies: a página, o site que levou a ela, quanto tempo ficou aberta, o tipo de aparelho, de navegador e de tela, o idioma, o fuso horário, o país e, quando conhecida, a cidade. {address} e o que distingue você dos demais é um código que muda todos os dias.',
          'Esses registros são apagados após {visits} dias. Ficam apenas os totais. Quais páginas estão abertas agora, com o nome e a versão do seu navegador, é apagado em até dois dias.',
          'Se o seu navegador pede para não ser rastreado (Global Privacy Control ou Do Not Track), nenhum registro é guardado: apenas uma contagem diária aumenta em um.',
          'O próprio navegador lembra o idioma escolhido, que você já esteve aqui e, até a aba ser fechada, o pedido que você está montando e quando as últimas páginas foram abertas.',
        ],
      },
      {
        heading: 'Segurança',
        text: [
          'Sinais de abuso, como muitos acessos com senha errada ou um excesso de requisições, são guardados com o endereço de rede completo, o nome e a versão do navegador e o e-mail que foi tentado, por {alerts} dias. O mesmo vale para o que o seu navegador informa quando o formulário do cartão falha.',
          'Para contar requisições e pedidos não pagos, guardamos um código feito a partir do seu endereço de rede, que não pode ser revertido sem a nossa chave: por um dia no máximo, e junto do seu pedido.',
        ],
      },
      {
        heading: 'Mensagens',
        text: [
          'O que você nos escreve, com seu nome e endereço, fica guardado por {messages} dias para que possamos responder. Usamos seu e-mail para os seus pedidos e as suas perguntas, não para publicidade, e não vendemos nada sobre você.',
        ],
      },
      {
        heading: 'Você decide',
        text: [
          'Escreva para {email} para ver, corrigir ou apagar o que guardamos sobre você. O que a contabilidade precisa conservar fica sem o seu endereço e sem os seus links.',
        ],
      },
    ],
  },
  refunds: {
    title: 'Reembolsos',
    lead: 'Você paga pelo que é entregue. Veja como receber o restante de volta.',
    sections: [
      {
        heading: 'Quando você recebe o dinheiro de volta',
        text: [`Se um pedido foi pago e nada foi entregue, devolvemos o valor inteiro. ${facts.missingPart}`],
      },
      {
        heading: 'Quando não há reembolso',
        text: [
          'O que foi entregue não é reembolsado, mesmo que o Instagram o remova depois. {losses}',
          'Se a publicação é privada, foi apagada ou não é a que você queria, não há como entregar. Escreva logo: o que ainda não foi enviado pode ser reembolsado.',
        ],
      },
      {
        heading: 'Como pedir',
        text: ['Escreva para {email} com o número do pedido. Basta dizer o que está faltando.'],
      },
      {
        heading: 'Como o valor é devolvido',
        text: [
          `O dinheiro volta pelo provedor de pagamentos para o cartão usado na compra, nunca por outro caminho. ${facts.bankDays}`,
        ],
      },
    ],
  },
} as const satisfies Translation<typeof enLegal>;

export const ptAbout = {
  title: 'Como funciona',
  lead: 'Três passos, um ou dois minutos, sem criar conta.',
  choose: 'Escolher meu pacote',
  sample: 'Este é um exemplo. Cada pedido tem uma página como esta.',
  seeSample: 'Ver um pedido de exemplo',
  who: {
    title: 'Quem entrega',
    text: [
      '{name} recebe seu pedido e responde às suas dúvidas. Fornecedores de engajamento entregam as curtidas e visualizações.',
      'O fornecedor recebe o link da publicação e a quantidade, nunca o seu e-mail. O número do cartão vai para o provedor de pagamentos, nunca para nós.',
      '{name} não faz parte do Instagram nem da Meta. Não prometemos quem está por trás de uma curtida ou visualização.',
    ],
    seller: 'Vendedor',
  },
  when: {
    title: 'Do pagamento à entrega',
    lead: 'Mantenha as publicações públicas e os links sem alteração até o fim da entrega.',
    steps: [
      {
        title: 'Você paga',
        text: `O provedor de pagamentos confirma o pagamento para nós. ${facts.orderPage}`,
      },
      {
        title: 'Enviamos seus links',
        text: 'Cada publicação segue para um fornecedor com a parte dela da quantidade. {start}',
      },
      {
        title: 'As curtidas e visualizações chegam',
        text: 'A página do pedido mostra, para cada publicação, quanto já foi entregue. {done}',
      },
      {
        title: 'O pedido fica completo',
        text: 'O fornecedor informou que todas as publicações foram entregues.',
      },
    ],
  },
  ifNot: {
    title: 'E se algo der errado',
    cases: [
      {
        title: 'O cartão é recusado',
        text: 'Nada é cobrado. Tente outro cartão. Um pedido que não é pago expira sozinho.',
      },
      {
        title: 'O pagamento ainda não foi confirmado',
        text: 'Não pague de novo. Consultamos o provedor de pagamentos até ter uma resposta clara.',
      },
      {
        title: 'Falta uma parte',
        text: `O pedido mostra quanto falta. ${facts.missingPart} Se nada acontecer, escreva para {email} com o número do pedido.`,
      },
      {
        title: 'A publicação é privada ou foi apagada',
        text: 'Não dá para entregar nela. Deixe a publicação pública de novo ou escreva para nós logo.',
      },
      {
        title: 'Curtidas ou visualizações somem depois',
        text: 'O Instagram pode remover curtidas e visualizações a qualquer momento. {losses}',
      },
    ],
  },
  refunds: {
    title: 'Reembolsos',
    text: `{guarantee} O reembolso volta pelo provedor de pagamentos para o cartão usado na compra. ${facts.bankDays}`,
    more: 'Regras de reembolso',
  },
  questions: 'Perguntas frequentes',
  else: 'Ainda tem dúvidas? {link}.',
  write: 'Fale com a gente',
} as const satisfies Translation<typeof enAbout>;

export const ptStatus = {
  units,
  title: 'Status',
  titles: {
    ok: 'Tudo funcionando',
    degraded: 'As entregas podem atrasar',
    down: 'Não podemos receber pedidos agora',
  },
  leads: {
    ok: 'Você pode fazer pedidos, e os pedidos são entregues.',
    degraded: 'Você pode fazer pedidos. Os pedidos pagos ficam registrados, e a entrega continua assim que possível.',
    down: 'Os pedidos pagos ficam registrados. Tente de novo em alguns minutos.',
  },
  orders: 'Pedidos de {unit}',
  selling: { selling: 'Abertos', paused: 'Pausados' },
  provider: 'Serviço de entrega',
  providers: { reachable: 'Responde', unreachable: 'Não responde', unknown: 'Ainda não verificado' },
  lastDelivery: 'Última entrega concluída',
  none: 'Ainda não se sabe',
  checked: 'Verificado em {time}. Recarregue a página para ver novidades.',
} as const satisfies Translation<typeof enStatus>;
