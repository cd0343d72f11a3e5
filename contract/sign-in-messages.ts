// Those of `messages.ts` that the sign-in of the admin shows. A file of its own, because its first screen loads no others.

export const signInMessages = {
  codeRequired: 'Informe o código do seu aplicativo de autenticação.',
  wrongCode: 'Código incorreto. Tente novamente.',
  wrongPasskey: 'Esta chave de acesso não foi aceita.',
  passkeyRequired: 'A senha não basta nesta loja. Entre com sua chave de acesso.',
  loginFailed: 'Email ou senha incorretos. Tente novamente.',
  loginLocked: (minutes: number) => `Muitas tentativas. Tente novamente em ${minutes} minutos.`,
  checkingLogin: 'Verificando autenticação...',
} as const;
