// Push messages to this browser, in Portuguese.
import type { SetupTexts } from '../setup-texts.ts';

export const thisDevice: SetupTexts['thisDevice'] = {
  help: 'Receba uma notificação neste aparelho quando algo precisar de você, mesmo com o painel fechado.',
  failed: 'Não foi possível carregar este aparelho',
  turnOn: 'Ativar notificações',
  turnOff: 'Desativar',
  test: 'Enviar um teste',
  tested: 'Enviado.',
  notTested: 'Não enviado.',
  states: { ok: 'Ativas', failing: 'Com falha', off: 'Pausadas' },
  refused: 'O navegador não permitiu notificações. Toque de novo no botão e escolha "Permitir".',
  blocked:
    'As notificações deste site estão bloqueadas. Abra as configurações do site ao lado do endereço no navegador, permita as notificações e recarregue esta página.',
  unsupported:
    'Este navegador não mostra notificações de sites. Use outro canal ou uma versão atual do Chrome, Edge, Firefox ou Safari.',
  pushFailed: 'O navegador não conseguiu falar com o serviço de notificações. Verifique a conexão e tente de novo.',
  needsInstall:
    'O iPhone e o iPad só mostram notificações de apps da Tela de Início. Primeiro adicione o painel a ela:',
  installSteps: [
    'Abra esta página no Safari e toque em "Compartilhar".',
    'Escolha "Adicionar à Tela de Início" e toque em "Adicionar".',
    'Abra o painel pela Tela de Início, entre e ative as notificações ali.',
  ],
  signOut: 'Sair aqui também desativa as notificações neste aparelho. Uma sessão que expira as mantém ativas.',
};
