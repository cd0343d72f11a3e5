// The public pages in Brazilian Portuguese: natural sentences, not the English ones word by word.
import type { en } from './en.ts';
import { ptLinkRule } from './pt-checkout.ts';
import { ptAbout } from './pt-legal.ts';
import { progress, ptClient, states, units } from './pt-orders.ts';
import type { Translation } from './text.ts';

export const pt = {
  shell: {
    skip: 'Ir para o conteúdo',
    needsScript: {
      home: 'Para escolher outro pacote e pagar, é preciso ativar o JavaScript.',
      client: 'Para consultar pedidos, é preciso ativar o JavaScript. Você também pode escrever para nós.',
      success:
        'Para acompanhar o pagamento, é preciso ativar o JavaScript. Se você já pagou, seu pedido segue normalmente: a confirmação é feita por nós.',
    },
    sandbox: 'Ambiente de teste: nenhum valor é cobrado',
    main: 'Principal',
    footer: 'Rodapé',
    legal: 'Informações legais',
    menu: 'Menu',
    questions: 'Dúvidas?',
    home: 'Início',
    about: 'Como funciona',
    contact: 'Contato',
    client: 'Meus pedidos',
    terms: 'Termos de uso',
    privacy: 'Privacidade',
    refunds: 'Reembolsos',
  },
  heads: {
    home: {
      title: 'curtidas e visualizações para suas publicações no Instagram',
      description:
        'Escolha quantas curtidas ou visualizações você quer, cole o link da publicação e pague com cartão. Sem conta, sem senha.',
    },
    about: {
      title: 'Como funciona',
      description:
        'Três passos para mais curtidas ou visualizações e respostas diretas sobre segurança, prazo, reembolso e senha.',
    },
    contact: {
      title: 'Contato',
      description: 'Como falar com o suporte por e-mail, quando respondemos e o que escrever para agilizar a resposta.',
    },
    checkout: {
      title: 'Finalizar compra',
      description: 'Informe seu e-mail e os links das publicações e pague com cartão nesta mesma página.',
    },
    success: { title: 'Seu pedido', description: 'O que aconteceu com o pagamento e quais são os próximos passos.' },
    client: { title: 'Meus pedidos', description: 'Encontre seus pedidos pelo e-mail e acompanhe a entrega.' },
    terms: {
      title: 'Termos de uso',
      description: 'O que você compra aqui, o que prometemos e o que não prometemos, em palavras simples.',
    },
    privacy: {
      title: 'Privacidade',
      description: 'O que esta loja guarda sobre você, por quê, por quanto tempo e quem mais tem acesso.',
    },
    refunds: {
      title: 'Reembolsos',
      description: 'Quando você recebe seu dinheiro de volta, como pedir e como o valor é devolvido.',
    },
    receipt: { title: 'Recibo', description: 'O que foi comprado e pago em um pedido.' },
    'not-found': { title: 'Página não encontrada', description: 'Não há nada neste endereço.' },
  },
  home: {
    page: {
      headline: 'Mais {unit} nas suas publicações',
      lead: 'Escolha quantas, cole o link e pague com cartão. Sem criar conta.',
      benefits: 'Vantagens',
      howTitle: 'Como funciona',
      questionsTitle: 'Bom saber',
      more: 'Veja mais respostas em {link}.',
      moreLink: 'como funciona',
    },
    island: {
      units,
      names: { Likes: 'Curtidas', Views: 'Visualizações' },
      postLink: 'Link da sua publicação (opcional)',
      pastePost: 'Link da publicação',
      linkWrong: ptLinkRule,
      picker: 'Monte seu pacote',
      what: 'O que você quer?',
      slider: 'Quantidade de {unit}',
      quickPicks: 'Pacotes',
      perThousand: '{price} por 1.000',
      exact: 'Quantidade exata',
      range: '{min} a {max}',
      proceed: 'Ir para o pagamento',
      share: 'Divida entre até {posts} publicações',
      price: 'Preço',
      insteadOf: 'em vez de',
      off: '{percent}% OFF',
      save: 'Você economiza {amount}',
      nextTier: '{percent}% de desconto a partir de {count} {unit}',
      lastTier: 'O menor preço por 1.000',
      costLess: '{count} {unit} custam {price}, menos que a sua seleção atual',
      costSame: '{count} {unit} custam {price}, o mesmo que a sua seleção atual',
      take: 'Levar {count}',
    },
  },
  benefits: {
    start: 'Começa rápido',
    done: 'Pronto em um dia',
    password: 'Só precisamos do link público da publicação',
    money: 'Seu dinheiro protegido',
    card: 'Pague com cartão',
    cardText: 'O número do cartão vai para o provedor de pagamentos, nunca para nós',
    follow: 'Acompanhe o pedido',
    followText: 'Consulte pelo e-mail quando quiser, sem criar conta',
    posts: 'Até {posts} publicações',
    postsText: 'Um pedido pode ser dividido entre várias publicações',
    write: 'Fale com a gente',
  },
  steps: [
    {
      title: 'Escolha um pacote',
      text: 'Curtidas ou visualizações, na quantidade que quiser. O preço aparece na hora e é o valor final.',
    },
    {
      title: 'Cole o link da publicação',
      text: 'Um link, ou até cinco. A sua conta continua sendo só sua.',
    },
    {
      title: 'Conclua o pedido',
      text: 'Pague com cartão na mesma página. Depois, acompanhe a entrega pelo seu e-mail.',
    },
  ],
  questions: {
    safety: {
      question: 'É seguro para a minha conta?',
      answer:
        'Usamos apenas o link público da publicação. Você não faz login e não nos dá acesso à sua conta. O Instagram tem regras próprias sobre engajamento comprado e pode removê-lo ou agir sobre contas que o usam: leve isso em conta antes de decidir.',
    },
    speed: {
      question: 'Em quanto tempo chega?',
      answer: '{promises} Você acompanha cada publicação em Meus pedidos.',
      noPromise: 'A entrega começa depois que o pagamento é confirmado.',
    },
    posts: {
      question: 'Várias publicações podem dividir um pedido?',
      answer: 'Sim. Adicione até {posts} links ao finalizar a compra, e a quantidade é dividida igualmente entre eles.',
    },
    refunds: {
      question: 'E se algo não for entregue?',
      answer:
        '{guarantee} Escreva para {email} com o número do pedido. O reembolso volta para o cartão usado no pagamento.',
      more: 'Como funcionam os reembolsos',
    },
    passwords: {
      question: 'Vocês precisam da minha senha?',
      answer: 'Não. Nunca pedimos senha, e ninguém que trabalha conosco vai pedir. Se alguém pedir, avise a gente.',
    },
  },
  about: ptAbout,
  success: {
    units,
    progress,
    states,
    noneTitle: 'Nenhum pedido indicado',
    noneText: 'Esta página mostra um pedido quando você chega aqui a partir do pagamento.',
    unknownTitle: 'Pedido não encontrado',
    unknownText: 'O link pode estar incompleto. Você encontra seus pedidos pelo e-mail.',
    payNow: 'Pagar agora',
    otherCard: 'Tentar com outro cartão',
    tryAgain: 'Tentar novamente',
    support: 'Falar com o suporte',
    track: 'Acompanhar o pedido',
    another: 'Fazer outro pedido',
    receipt: 'Recibo',
    order: 'Pedido',
    package: 'Pacote',
    amount: 'Valor',
  },
  client: ptClient,
  contact: {
    title: 'Contato',
    lead: 'Cada mensagem é lida por uma pessoa. Informe o número do pedido e ajudamos mais rápido.',
    email: 'E-mail',
    aim: 'Nossa meta é responder em até 24 horas.',
    hours: 'Horários',
    urgent: 'É urgente?',
    urgentText: 'Escreva {word} no assunto e sua mensagem será lida primeiro.',
    waiting: 'Esperando um pedido? Veja o andamento em uma busca.',
    orders: 'Meus pedidos',
    form: {
      name: 'Nome',
      email: 'E-mail',
      emailExample: 'voce@exemplo.com.br',
      subject: 'Assunto',
      message: 'Mensagem',
      trap: 'Deixe este campo vazio',
      send: 'Enviar mensagem',
      sending: 'Enviando...',
      sent: 'Enviada com sucesso!',
      sentTitle: 'Mensagem enviada com sucesso!',
      sentText: 'Responderemos o mais rápido possível.',
      failedTitle: 'Mensagem não enviada',
      unreachable: 'Seu texto foi mantido. Verifique sua conexão e tente novamente.',
      noscript: 'Este formulário precisa de JavaScript. Você também pode escrever para o nosso e-mail.',
      notices: 'Avisos',
      closeNotice: 'Fechar aviso',
      problems: {
        contact_name_required: 'Diga-nos o seu nome.',
        contact_email_required: 'Informe o seu e-mail para que possamos responder.',
        contact_subject_required: 'Informe o assunto.',
        contact_message_required: 'Escreva a sua mensagem.',
        contact_too_long: 'Use no máximo {most} caracteres.',
        email_invalid: 'Informe um e-mail válido (como voce@exemplo.com.br)',
      },
      failures: {
        rate_limited: 'Muitas mensagens em pouco tempo. Aguarde e tente novamente.',
        internal: 'Algo deu errado do nosso lado. Tente novamente.',
        unavailable: 'A loja está ocupada. Tente novamente em instantes.',
      },
    },
  },
  notFound: {
    home: 'Ir para o início',
    back: 'Voltar',
    fact: 'Curiosidade:',
    wordings: [
      {
        title: 'Esta página tem zero curtidas',
        text: 'E zero visualizações, porque ela não existe. Tudo o que existe está a um clique.',
        fact: 'O coração virou símbolo do amor na Idade Média. Levou 700 anos para virar botão.',
      },
      {
        title: 'Procuramos em todo canto',
        text: 'Atrás do controle, debaixo do carrinho, entre duas publicações. Não há nada neste endereço.',
        fact: 'A primeira página da web, de 1991, ainda pode ser visitada. Ela nunca deu erro 404.',
      },
      {
        title: 'Aqui só se ouvem palmas',
        text: 'A plateia está pronta, mas o show é em outro lugar.',
        fact: 'Aplauso é contagioso: batemos palmas porque os outros batem e paramos quando eles param.',
      },
    ],
  },
} as const satisfies Translation<typeof en>;
