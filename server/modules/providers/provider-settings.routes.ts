import type { z } from 'zod';
import type { getProviderSettings } from '../../../contract/settings.ts';
import type { ProviderValues } from '../../ports/settings.ts';
import { adminOf } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import { maskedKey, readProviderValues, saveProviderValues } from './provider-settings.ts';

export const providerSettingsRoutes: Routes<'getProviderSettings' | 'saveProviderSettings'> = {
  getProviderSettings: async (ctx) => providerOf(await readProviderValues(ctx)),

  saveProviderSettings: async (ctx, { body }, call) => {
    const { api_url: apiUrl, api_key: apiKey, likes_service_id, views_service_id } = body;
    const values = { apiUrl, apiKey, likesServiceId: likes_service_id, viewsServiceId: views_service_id };
    return providerOf(await saveProviderValues(ctx, values, adminOf(call)));
  },
};

function providerOf({
  apiUrl,
  apiKey,
  likesServiceId,
  viewsServiceId,
}: ProviderValues): z.output<typeof getProviderSettings.output> {
  return {
    api_key: maskedKey(apiKey),
    has_api_key: apiKey !== '',
    api_url: apiUrl,
    likes_service_id: likesServiceId,
    views_service_id: viewsServiceId,
  };
}
