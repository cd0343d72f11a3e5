// The adapter of each provider kind. A kind of the contract without an adapter does not compile.
import type { ProviderKind } from '../../contract/provider-kinds.ts';
import { createPanelProvider } from '../modules/providers/kinds/panel-v2/panel-provider.ts';
import type { ProviderFactory } from '../modules/providers/provider.ts';

export const providerFactories: Record<ProviderKind, ProviderFactory> = {
  'panel-v2': createPanelProvider,
};
