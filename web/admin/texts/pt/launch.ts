// The launch of a live store, in Portuguese (Brazil).
import type { LaunchStatementId } from '../../../../contract/launch.ts';
import type { SetupTexts } from '../setup-texts.ts';

const checks = new Map([
  ['support_email', 'Digite um email de suporte seu. Endereços que terminam em .example não recebem email.'],
  ['provider', 'Digite o endereço do fornecedor, a chave e os dois IDs de serviço.'],
  ['claims', 'Confirme as promessas verdadeiras, ou desligue-as: as outras não aparecem.'],
  ['business', 'Preencha os dados da empresa para os recibos.'],
  ['legal', 'Escreva seus próprios termos, privacidade e reembolsos.'],
  ['mail', 'Configure um servidor de email (SMTP_URL, MAIL_FROM) para enviar emails.'],
  [
    'first_password',
    'Troque a senha do primeiro administrador: ADMIN_PASSWORD está entre as primeiras que outros tentam.',
  ],
]);

const statements: Record<LaunchStatementId, string> = {
  genuine: 'O que é entregue é genuíno: a atividade de pessoas reais.',
  claims: 'Toda promessa ligada é verdadeira, e posso mostrar os números por trás dela.',
  texts: 'Termos, privacidade e reembolsos dizem o que esta loja faz, e cumprem a lei onde vendo.',
  allowed: 'Posso vender isto onde vendo, e conheço as regras da plataforma e do meu provedor de pagamentos.',
  money: 'Os pagamentos vão para uma conta minha, e reembolso o que não foi entregue.',
};

export const launch: SetupTexts['launch'] = {
  failed: 'Não foi possível carregar a lista',
  isOpen: 'Aberta',
  isNotOpen: 'Ainda não aberta',
  sandbox:
    'Modo sandbox: pedidos são aceitos, sem dinheiro real. É isto que falta a uma loja real com estas configurações.',
  closed: 'Quem tenta fazer um pedido vê que a loja ainda não abriu.',
  check: (id) => checks.get(id) ?? null,
  done: 'Feito:',
  required: 'Obrigatório:',
  advised: 'Recomendado:',
  notRequired: 'Recomendado, não obrigatório.',
  openedBy: 'Aberta por',
  openedOn: 'Em',
  delivery: 'Entrega',
  figures: 'Números',
  opened: 'A loja está aberta',
  statements: 'Declaro, em meu nome e com registro:',
  statement: (id) => statements[id],
  questions: {
    delivery: 'Como a entrega é feita?',
    figures: 'Quais números das páginas são comprovados, e por quê?',
  },
  open: 'Abrir a loja',
  notReady: 'Primeiro conclua o que é obrigatório acima.',
};
