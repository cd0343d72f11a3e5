// Sentences of the server in Portuguese (Brazil): refusals, action items, alerts. `{}` stands for a part that varies, in
// the same order in both. A sentence that is not listed stays as the server wrote it.
import { createTranslator, type ServerMessages } from '../server-messages.ts';
import { alertMessages } from './alert-messages.ts';
import { connectionMessages } from './connection-messages.ts';
import { settingsMessages } from './settings-messages.ts';
import { watchMessages } from './watch-messages.ts';

const refusals: ServerMessages = [
  ['The request is not valid.', 'A solicitação não é válida.'],
  ['The body is not valid JSON.', 'O corpo não é um JSON válido.'],
  ['Please sign in as an admin.', 'Entre como administrador.'],
  ['Please enter your password again to continue.', 'Digite sua senha novamente para continuar.'],
  [
    'This store asks every admin for a second factor. Set one up first: Settings, Your sign-in.',
    'Esta loja exige um segundo fator de todo administrador. Configure o seu primeiro: Configurações, Seu acesso.',
  ],
  ['This password is not right.', 'Senha incorreta.'],
  ['Your role does not allow this.', 'Seu papel não permite isto.'],
  [
    'This needs the role {} or a higher one. Contact an owner of the store.',
    'Isto exige o papel {} ou um superior. Fale com um dono da loja.',
  ],
  ['Only an owner may do this.', 'Só um dono pode fazer isto.'],
  ['This refund is above the limit of your role.', 'Este reembolso passa do limite do seu papel.'],
  [
    'Use your passkey or a code of your authenticator app.',
    'Use sua chave de acesso ou um código do seu aplicativo de autenticação.',
  ],
  ['There is nothing at this address.', 'Não encontrado.'],
  ['Order not found', 'Pedido não encontrado'],
  ['This provider order is not known here.', 'Este pedido no fornecedor não é conhecido aqui.'],
  ['This is not possible in the current state.', 'Isto não é possível no estado atual.'],
  [
    'Not all of this order was delivered. Confirm to complete it all the same.',
    'Nem tudo deste pedido foi entregue. Confirme para concluí-lo mesmo assim.',
  ],
  [
    'The last change of this status can no longer be undone.',
    'A última mudança deste status não pode mais ser desfeita.',
  ],
  [
    'The same request is being worked on. Try again in a moment.',
    'A mesma solicitação está em andamento. Tente de novo em instantes.',
  ],
  ['Order is not paid', 'O pedido não está pago'],
  ['This order is already paid.', 'Este pedido já está pago.'],
  ['This order is closed. Please create another order.', 'Este pedido está encerrado.'],
  ['This link has already been sent.', 'Este link já foi enviado.'],
  ['This link is being sent right now.', 'Este link está sendo enviado agora.'],
  [
    'The result of the last send is unknown. Record it before you send this link again.',
    'O resultado do último envio é desconhecido. Registre-o antes de enviar este link de novo.',
  ],
  [
    'This post already has an active provider order. Wait until it is completed.',
    'Este post já tem um pedido ativo no fornecedor. Espere até que termine.',
  ],
  [
    'A store needs an owner. Make another admin an owner first.',
    'Uma loja precisa de um dono. Torne dono outro administrador primeiro.',
  ],
  [
    'Set up a second factor of your own first, or sign in with it: this would lock you out.',
    'Configure primeiro o seu próprio segundo fator, ou entre com ele: isto bloquearia seu acesso.',
  ],
  [
    'The test call to the provider failed. Nothing was saved.',
    'A chamada de teste ao fornecedor falhou. Nada foi salvo.',
  ],
  ['The store is not ready to open.', 'A loja ainda não pode abrir.'],
  [
    'A spending cap was reached. An owner can open it in Settings, Guardrails.',
    'Um limite de gastos foi atingido. Um dono pode liberá-lo em Configurações, Limites.',
  ],
  [
    'This lowers a price by more than the guardrail allows. An owner can change it in Settings, Guardrails.',
    'Isto reduz um preço mais do que o limite permite. Um dono pode mudá-lo em Configurações, Limites.',
  ],
  [
    'Somebody else saved the settings in the meantime. Look at the values as they are now, then save again.',
    'Outra pessoa salvou as configurações nesse meio-tempo. Veja os valores atuais e salve de novo.',
  ],
  ['The body is larger than this call takes.', 'O corpo é maior do que esta chamada aceita.'],
  ['This Idempotency-Key was used with another body.', 'Esta Idempotency-Key foi usada com outro corpo.'],
  ['Too many requests. Please wait and try again.', 'Solicitações demais. Aguarde e tente de novo.'],
  ['Something went wrong on our side. Please try again.', 'Algo deu errado do nosso lado. Tente de novo.'],
  [
    'Unable to connect to payment system. This might be a temporary issue with our payment provider.',
    'Não foi possível acessar o gateway de pagamento. Pode ser um problema temporário.',
  ],
  [
    'Payment system is having trouble right now. Please try again in a few minutes.',
    'O gateway de pagamento está com problemas agora. Tente de novo em alguns minutos.',
  ],
  ['The gateway refused the refund. Nothing was refunded.', 'O gateway recusou o reembolso. Nada foi reembolsado.'],
  ['The provider refused the request.', 'O fornecedor recusou a solicitação.'],
  [
    'This service cannot be reached right now. Please try again.',
    'Este serviço está inacessível agora. Tente novamente.',
  ],
  ['The provider cannot be reached right now.', 'O fornecedor está inacessível agora.'],
  [
    "The provider did not respond. The result is unknown. Look up the link in the provider's panel, then record the result.",
    'O fornecedor não respondeu. O resultado é desconhecido. Procure o link no painel do fornecedor e registre o resultado.',
  ],
  ['The store is busy. Please try again in a moment.', 'A loja está ocupada. Tente de novo em instantes.'],

  [
    'Please enter valid Instagram URLs. URLs must start with {}',
    'Digite URLs válidas do Instagram. Elas devem começar com {}',
  ],
  [
    'Please fill in all Instagram post URLs or remove empty fields!',
    'Preencha todas as URLs de posts do Instagram ou remova os campos vazios!',
  ],
  ['Please enter each Instagram post URL only once!', 'Digite cada URL de post do Instagram só uma vez!'],
  [
    'Please add at least one Instagram post URL to get your likes!',
    'Adicione pelo menos uma URL de post do Instagram!',
  ],
  [
    'This link opens the Instagram home page, not a post. Paste the link of a post.',
    'Este link abre a página inicial do Instagram, não um post. Cole o link de um post.',
  ],
  ['This link does not open a post. Paste the link of a post.', 'Este link não abre um post. Cole o link de um post.'],
  [
    'This link is not complete: the code is missing. Copy the whole link.',
    'Este link está incompleto: falta o código. Copie o link inteiro.',
  ],
  ['This link is not complete. Copy the whole link.', 'Este link está incompleto. Copie o link inteiro.'],
  ['This link opens no post. Paste the link of a post.', 'Este link não abre nenhum post. Cole o link de um post.'],
  [
    'This link opens Explore, not a post. Paste the link of a post.',
    'Este link abre o Explorar, não um post. Cole o link de um post.',
  ],
  [
    'This link opens an account, not a post. Paste the link of a post.',
    'Este link abre uma conta, não um post. Cole o link de um post.',
  ],
  [
    'This link opens messages, not a post. Paste the link of a post.',
    'Este link abre mensagens, não um post. Cole o link de um post.',
  ],
  [
    'This link opens information, not a post. Paste the link of a post.',
    'Este link abre informações, não um post. Cole o link de um post.',
  ],
  [
    'This link opens terms, not a post. Paste the link of a post.',
    'Este link abre termos, não um post. Cole o link de um post.',
  ],
  [
    'This link cannot be read as the link of a post. Copy the link of the post once more.',
    'Este link não pode ser lido como o link de um post. Copie o link do post de novo.',
  ],
  ['An order takes at most 5 post links.', 'Um pedido aceita no máximo 5 links de posts.'],

  ['No provider is configured yet.', 'Nenhum fornecedor está configurado ainda.'],
  [
    'No provider is configured yet. Save its URL and key first.',
    'Nenhum fornecedor está configurado ainda. Salve primeiro a URL e a chave.',
  ],
  ['What was missing of this link was refunded.', 'O que faltava deste link foi reembolsado.'],
  ['A refill of this link is under way already.', 'Já há uma reposição deste link em andamento.'],
  ['This link is not in the order.', 'Este link não está no pedido.'],
  ['This is the link that the order has already.', 'Este é o link que o pedido já tem.'],
  ['All of this link was delivered.', 'Este link foi entregue por inteiro.'],
  ['This link was delivered.', 'Este link foi entregue.'],
  ['The links of this order were erased.', 'Os links deste pedido foram apagados.'],
  [
    'The links of this order were erased. Nothing of it can be sent.',
    'Os links deste pedido foram apagados. Nada dele pode ser enviado.',
  ],
  ['Sending paused until {}, by the customer.', 'Envio pausado até {}, pelo cliente.'],
  ['The sending of this order is not paused.', 'O envio deste pedido não está pausado.'],
  ['The amount of an order cannot be changed.', 'O valor de um pedido não pode ser alterado.'],
  ['The category of an order cannot be changed.', 'A categoria de um pedido não pode ser alterada.'],
  ['The payment of this order was refunded.', 'O pagamento deste pedido foi reembolsado.'],
  [
    'This link is on its way. Cancel it at the provider first.',
    'Este link está em entrega. Cancele-o primeiro no fornecedor.',
  ],
  ['The missing part of this link was refunded.', 'A parte que faltava deste link foi reembolsada.'],
  [
    'Nothing is sent before the store is opened in the settings.',
    'Nada é enviado antes que a loja seja aberta nas configurações.',
  ],
  ['The outcome of this link is not unknown.', 'O resultado deste link não é desconhecido.'],
  ['The provider could not check this order ID.', 'O fornecedor não conseguiu verificar este ID de pedido.'],
  [
    'The order ids of this provider are numbers. Copy the id from its panel.',
    'Os IDs de pedido deste fornecedor são números. Copie o ID do painel dele.',
  ],
  [
    'A refund of this order is in progress. Try again when it has completed.',
    'Um reembolso deste pedido está em andamento. Tente de novo quando terminar.',
  ],
  [
    'This link was refunded as undelivered. It is not sent any more.',
    'Este link foi reembolsado como não entregue. Ele não é mais enviado.',
  ],
  ['The provider was asked to cancel this link already.', 'O cancelamento deste link já foi pedido ao fornecedor.'],
  ['This link has ended: the provider returned "{}".', 'Este link terminou: o fornecedor retornou "{}".'],

  ['The refund exceeds the amount paid.', 'O reembolso passa do valor pago.'],
  ['At most {} can be refunded.', 'No máximo {} pode ser reembolsado.'],
  [
    'A link of this order is being sent right now. Try again soon.',
    'Um link deste pedido está sendo enviado agora. Tente de novo em breve.',
  ],
  ['No payment of this order has this number.', 'Nenhum pagamento deste pedido tem este número.'],
  ['This order is not paid: there is nothing to refund.', 'Este pedido não está pago: não há nada a reembolsar.'],
  ['This payment is already fully refunded.', 'Este pagamento já foi reembolsado por inteiro.'],
  [
    'The payment is disputed: its bank decides, and may take the money back.',
    'O pagamento está contestado: o banco decide e pode retomar o dinheiro.',
  ],
  ['Enter the amount to refund.', 'Digite o valor a reembolsar.'],
  ['The amount is in dollars, with at most two decimals.', 'O valor é em dólares, com no máximo duas casas decimais.'],
  ['The amount must be more than $0.00.', 'O valor deve ser maior que US$ 0,00.'],
  ['This order has no finally undelivered units.', 'Este pedido não tem unidades definitivamente não entregues.'],
  ['The undelivered part is now worth {}. Review the amount.', 'A parte não entregue agora vale {}. Confira o valor.'],
  ['A manager or an owner can refund more.', 'Um gerente ou um dono pode reembolsar mais.'],
  ['Support can refund at most {} at once. {}', 'O suporte pode reembolsar no máximo {} por vez. {}'],
  [
    'Support can refund at most {} in 24 hours: {} is left. {}',
    'O suporte pode reembolsar no máximo {} em 24 horas: restam {}. {}',
  ],
  [
    'The cap of {} was reached. An owner can open it in Settings, Guardrails.',
    'O limite de {} foi atingido. Um dono pode liberá-lo em Configurações, Limites.',
  ],
  ['spending at providers', 'gastos com fornecedores'],
  ['refunds', 'reembolsos'],
  ['payments marked as paid', 'pagamentos marcados como pagos'],
  ['Manager', 'Gerente'],
  ['Owner', 'Dono'],
  ['Viewer', 'Leitura'],

  ['Set BACKUP_DIR to a folder for backups first.', 'Defina primeiro BACKUP_DIR com uma pasta para backups.'],
  ['An admin with this email already exists.', 'Já existe um administrador com este email.'],
  ['This admin was removed in the meantime.', 'Este administrador foi removido nesse meio-tempo.'],
  [
    'You cannot remove your own account. Ask another admin.',
    'Você não pode remover a própria conta. Peça a outro administrador.',
  ],
  ['The second factor is already on.', 'O segundo fator já está ativo.'],
  [
    'Start with a new secret for the authenticator app.',
    'Comece com um novo segredo para o aplicativo de autenticação.',
  ],
  ['Remove a passkey first.', 'Remova primeiro uma chave de acesso.'],
  [
    'Add a passkey or an authenticator app first: its backup codes come with it.',
    'Adicione primeiro uma chave de acesso ou um aplicativo de autenticação: os códigos de reserva vêm junto.',
  ],
  [
    'Remove your own app and passkeys in Settings, Your sign-in.',
    'Remova seu próprio aplicativo e suas chaves de acesso em Configurações, Seu acesso.',
  ],
  ['This passkey is here already.', 'Esta chave de acesso já está aqui.'],
  ['There are {} views. Delete one first.', 'Já há {} visões. Exclua uma primeiro.'],
  ['This view is gone.', 'Esta visão não existe mais.'],
  ['Links and quantity are fixed {}.', 'Links e quantidade são fixos {}.'],
  ['once the order is paid', 'depois que o pedido é pago'],
  ['once a link was sent', 'depois que um link foi enviado'],
  ['while a payment session is open', 'enquanto um pagamento está aberto'],
  [
    'The status must be Pending, Processing, Completed or Failed.',
    'O status deve ser Pendente, Em processamento, Concluído ou Falhou.',
  ],
  [
    'The API key must be letters, digits and signs without spaces.',
    'A chave de API deve ter letras, dígitos e sinais, sem espaços.',
  ],
  [
    'Enter the {} again: the saved one is sent only to the server that it was saved for.',
    'Informe de novo: {}. O valor salvo só é enviado ao servidor para o qual foi salvo.',
  ],
  ['API key', 'chave de API'],
  ['token', 'token'],
  ['secret', 'segredo'],
  [
    'Another server needs a new signing secret. Choose to create one.',
    'Outro servidor exige um novo segredo de assinatura. Marque a opção de criar um.',
  ],
  ['Enter this secret in full: the saved one is another.', 'Digite este segredo por inteiro: o salvo é outro.'],
  [
    'Enter the whole URL: nothing of the saved one goes to another server.',
    'Digite a URL inteira: nada da URL salva vai para outro servidor.',
  ],
  ['bot token', 'token do bot'],
  [
    'Another admin changed this provider just now. Reload and try again.',
    'Outro administrador alterou este fornecedor agora mesmo. Recarregue e tente de novo.',
  ],
  ['A service id is a number or a short word.', 'Um ID de serviço é um número ou uma palavra curta.'],
  ['The provider refused the key: {}', 'O fornecedor recusou a chave: {}'],
  ['The provider did not answer the test call: {}', 'O fornecedor não respondeu à chamada de teste: {}'],
  [
    'The address, key and services of this provider are set above.',
    'O endereço, a chave e os serviços deste fornecedor são definidos acima.',
  ],
  ['Save its address and key first.', 'Salve primeiro o endereço e a chave.'],
  ['The settings have no such version.', 'As configurações não têm essa versão.'],
  [
    'Only an owner changes the guardrails, the limits of declined cards, the code for My Orders, the idle time of sessions and the required second factor.',
    'Só um dono muda os limites, os limites de cartões recusados, o código de Meus pedidos, o tempo de inatividade das sessões e o segundo fator obrigatório.',
  ],
  [
    'A store in sandbox mode is always open: no money moves.',
    'Uma loja em modo sandbox está sempre aberta: nenhum dinheiro se move.',
  ],
  [
    'Import the provider’s catalog on the API tab. Until then, the limits of its services are unknown.',
    'Importe o catálogo do fornecedor na aba API. Até lá, os limites dos serviços são desconhecidos.',
  ],
  [
    'The services take every quantity on sale, also in five posts.',
    'Os serviços aceitam toda quantidade à venda, também em cinco posts.',
  ],
  ['There are {} keys already. Revoke one first.', 'Já há {} chaves. Revogue uma primeiro.'],
  ['There are {} endpoints already.', 'Já há {} endpoints.'],
  ['This endpoint has expired. Choose a new end first.', 'Este endpoint expirou. Escolha primeiro uma nova data.'],
  ['This endpoint is switched off.', 'Este endpoint está desligado.'],
  ['This message is not known here.', 'Esta mensagem não é conhecida aqui.'],
  ['No mail server is configured.', 'Nenhum servidor de email está configurado.'],
  ['Write a reply first.', 'Escreva primeiro uma resposta.'],
  ['Fill in or remove {} first.', 'Preencha ou remova {} primeiro.'],
  [
    'This address got {} replies within an hour. Wait before you write again.',
    'Este endereço recebeu {} respostas em uma hora. Espere antes de escrever de novo.',
  ],
  [
    'Another admin changed the templates. Load them again.',
    'Outro administrador mudou os modelos. Carregue-os de novo.',
  ],
  ['This mail is being sent just now.', 'Este email está sendo enviado agora.'],
  ['This is being sent just now.', 'Isto está sendo enviado agora.'],
  ['This mail is not known here.', 'Este email não é conhecido aqui.'],
  ['This action item is already settled.', 'Esta pendência já foi resolvida.'],
  ['There is no job of this number that was given up.', 'Não há tarefa abandonada com este número.'],
  ['The field {} {}.', 'O campo {} {}.'],
  ['is required', 'é obrigatório'],
  ['is not valid ({})', 'não é válido ({})'],
  ['This is not a bot token of Telegram.', 'Este não é um token de bot do Telegram.'],
  ['Enter an email address.', 'Digite um endereço de email.'],
];

/** For the tests, too. */
export const serverMessages: ServerMessages = [
  ...refusals,
  ...alertMessages,
  ...watchMessages,
  ...settingsMessages,
  ...connectionMessages,
];
export const translate = createTranslator(serverMessages);
