// Every endpoint of the contract with its handler. Modules of `modules.ts` bring theirs; the others are listed here.

import type { FastifyInstance } from 'fastify';
import { type EndpointName, endpoints } from '../contract/index.ts';
import type { Services } from './composition/services.ts';
import { healthRoutes } from './http/health.routes.ts';
import { registerEndpoints } from './http/route.ts';
import { verifyKey } from './modules/api-keys/api-keys.service.ts';
import { verifyToken } from './modules/auth/auth.service.ts';
import { modules } from './modules.ts';
import { ownOrigin } from './realtime/own-origin.ts';
import type { Handlers } from './request-context.ts';
import { handlersOf } from './store-module.ts';
import { noteAdmission, noteRefusal } from './workflows/watch-access.ts';

export function registerRoutes(server: FastifyInstance, services: Services): void {
  const { ctx, checkReady } = services;
  const handlers: Handlers<EndpointName> = {
    ...handlersOf(modules, ctx),
    ...healthRoutes({ checkReady, queueStatus: ctx.readQueue }),
  };
  registerEndpoints(server, endpoints, handlers, {
    verify: (token, use) => verifyToken(ctx, token, use),
    verifyKey: (key) => verifyKey(ctx, key),
    isOwnOrigin: ownOrigin(ctx.config.publicUrl),
    limits: ctx.limits,
    watch: {
      refused: (code, passer, caller) => noteRefusal(ctx, code, passer, caller),
      admitted: (entrant, passer) => noteAdmission(ctx, entrant, passer),
    },
  });
}
