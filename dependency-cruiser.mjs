// The boundaries between modules (docs/architecture.md). `npm run boundaries` fails when an import crosses one.
import { readdirSync, readFileSync } from 'node:fs';

const tests = '\\.test\\.tsx?$|^tests/|/testing[-a-z]*\\.tsx$';

/** The files of the contract that contain schemas: with zod, which the Trusted Types of the pages refuse. */
const schemas = readdirSync('contract')
  .filter((name) => name.endsWith('.ts') && / from 'zod'/.test(readFileSync(`contract/${name}`, 'utf8')))
  .map((name) => name.replace('.ts', ''))
  .join('|');

/** Only the module of a table writes it: tests/repo/tables.test.ts. */
const tables = '\\.schema\\.ts$';

/** Where calls of the contract, jobs and schedules enter a module. */
const doors = '^server/modules/[^/]+/(index|[^/]+\\.routes)\\.ts$';

/**
 * @param {string} name
 * @param {string} comment
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 * @returns {import('dependency-cruiser').IRegularForbiddenRuleType}
 */
const boundary = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    boundary('no-circles', 'No circular imports.', {}, { circular: true }),
    boundary(
      'no-orphans',
      'A file that nobody imports is dead, unless it is an entry.',
      {
        orphan: true,
        pathNot: `${tests}|\\.d\\.ts$|^scripts/|^[^/]+\\.(ts|mjs)$|^web/entry-|^server/(main|seed)\\.ts$|^sandbox/main\\.ts$|^bench/(pages|delivery|visitors|dashboards|orders|bare-server|bare-select-server)\\.`,
      },
      {},
    ),
    boundary(
      'contract-alone',
      'The contract imports zod only.',
      { path: '^contract/', pathNot: tests },
      {
        pathNot: '^contract/|^node_modules/zod/',
      },
    ),
    boundary(
      'contract-rules-without-zod',
      'The pure rules are usable without zod.',
      {
        path: '^contract/(api-access|account-rules|pricing|default-prices|page-labels|user-agents|post-links|pasted-links|links/[^./]+|email-address|numbers|number-inputs|share|money|messages|errors|checkout-rules|contact-rules|store-profile|store-settings|settings-rules|text-settings|text-tree|language-texts|support-claim|launch|pages|live|languages|category|order-status|order-path|post-progress|payment-status|dispatch-status|list-limits|time-zones|visit-source|source-lists)\\.ts$',
      },
      { path: '^node_modules/' },
    ),
    boundary(
      'no-barrels',
      'The only table of contents is the contract’s; a module names its parts in its own.',
      { path: '^(server|web|sandbox)/.*/?index\\.tsx?$', pathNot: '^server/modules/[^/]+/index\\.ts$' },
      {},
    ),
    boundary(
      'web-alone',
      'The pages import the contract and themselves.',
      { path: '^web/' },
      {
        path: '^(server|sandbox|tests|scripts|bench)/',
      },
    ),
    boundary(
      'web-without-schemas',
      'Pages name calls by key; the schemas stay on the server.',
      { path: '^web/', pathNot: tests },
      {
        path: `^contract/(index|${schemas})\\.ts$|^node_modules/zod/`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    boundary(
      'ui-alone',
      'The parts of the look import the contract and themselves.',
      { path: '^web/ui/', pathNot: tests },
      {
        path: '^web/(?!ui/)',
      },
    ),
    boundary(
      'shop-and-admin-apart',
      'Shop and admin do not import each other.',
      { path: '^web/(shop|admin)/' },
      {
        path: '^web/(shop|admin)/',
        pathNot: '^web/$1/',
      },
    ),
    boundary(
      'shop-light',
      'Public pages ship no schema, chart, table or form library.',
      { path: '^web/(shop|ui|visits)/', pathNot: `^web/ui/(chart|time-charts)\\.tsx$|${tests}` },
      {
        path: '^node_modules/(zod|@tanstack|@base-ui|react-hook-form|d3-|uplot|wouter)',
      },
    ),
    boundary(
      'charts-apart',
      'Charts bring a library: they are for the admin.',
      { path: '^web/(shop|ui|visits)/', pathNot: `^web/ui/gallery/|${tests}` },
      { path: '^web/ui/(chart|time-charts)\\.tsx$' },
    ),
    boundary(
      'server-alone',
      'The server imports the contract and itself; the pages come built.',
      { path: '^server/', pathNot: tests },
      {
        path: '^(web|tests|scripts|bench)/',
      },
    ),
    boundary(
      'sandbox-by-one-door',
      'Only app.ts imports the sandbox.',
      { path: '^server/', pathNot: `^server/app\\.ts$|${tests}` },
      {
        path: '^sandbox/',
      },
    ),
    boundary(
      'sandbox-dynamically',
      'A live store never loads the sandbox.',
      { path: '^server/app\\.ts$' },
      {
        path: '^sandbox/',
        dependencyTypesNot: ['dynamic-import'],
      },
    ),
    boundary(
      'sandbox-alone',
      'The sandbox is another party: it knows nothing of the store but texts.',
      { path: '^sandbox/', pathNot: tests },
      {
        path: '^(server|web|tests|scripts)/|^node_modules/',
      },
    ),
    boundary(
      'modules-apart',
      'A module never imports another module, except tables that it reads and types.',
      { path: '^server/modules/([^/]+)/', pathNot: tests },
      {
        path: '^server/modules/',
        pathNot: `^server/modules/$1/|${tables}`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    boundary(
      'modules-plugged-in',
      'Only the list of modules imports what a module has.',
      { path: '^server/', pathNot: '^server/modules\\.ts$' },
      { path: '^server/modules/[^/]+/index\\.ts$' },
    ),
    boundary(
      'modules-by-ports',
      'A module is given what it needs: no workflow, http (but the rate limits), jobs, realtime or pages.',
      {
        path: '^server/modules/',
        pathNot: `${tests}|${doors}`,
      },
      {
        path: '^server/(workflows|http/(?!rate-limits)|jobs|realtime|observability/(?!log)|pages|demo|adapters|config|cli)/|^server/(app|main|tables|mount-sandbox)\\.ts$',
        pathNot: tables,
      },
    ),
    boundary(
      'endpoints-by-workflows',
      'What a module answers calls the module and workflows, within rate limits.',
      { path: doors },
      {
        path: '^server/(http/(?!rate-limits)|jobs/(?!dead-jobs)|realtime|observability/(?!log)|pages|demo|adapters|config|cli)/|^server/(app|main|tables|mount-sandbox)\\.ts$',
      },
    ),
    boundary(
      'store-types-only',
      'Modules, ports and workflows import these files of the database only.',
      {
        path: '^server/(modules|ports|workflows)/',
        pathNot: tests,
      },
      {
        path: '^server/database/',
        pathNot:
          '^server/database/(database|transfer/(export-store|part-file|refusal|verify-file)|columns|figures-lock|address-sql|status-words|message-sql|replica-lag|substring|text-search|zones)\\.ts$',
      },
    ),
    boundary(
      'ports-small',
      'Ports are types: they import the contract and the store’s types.',
      { path: '^server/ports/' },
      {
        pathNot: '^server/ports/|^contract/|^server/database/database\\.ts$|^node_modules/drizzle-orm/',
      },
    ),
    boundary(
      'below-modules',
      'http, realtime, jobs, observability, pages, database, platform and config import no module and no workflow.',
      {
        path: '^server/(http|realtime|jobs|observability|pages|database|platform|config)/',
        pathNot: tests,
      },
      { path: '^server/(modules|workflows|demo|adapters|cli)/', pathNot: tables },
    ),
    boundary(
      'observability-on-demand',
      'Metrics and traces bring packages: they are loaded on demand.',
      { path: '^server/(?!observability/)', pathNot: tests },
      {
        path: '^node_modules/(@opentelemetry|prom-client)/|^server/observability/tracing/(?!tracing-config)|^server/observability/metrics/(?!metrics\\.routes)',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    ),
    boundary(
      'composed-in-one-place',
      'Only app.ts, adapters/ and routes.ts import everything; workflows combine modules, endpoints call workflows.',
      {
        path: '^server/',
        pathNot: `^server/(app|main)\\.ts$|^server/cli/(seed|money-reconcile)\\.ts$|^server/(workflows|demo|adapters)/|${tests}|${doors}`,
      },
      { path: '^server/(app|workflows|adapters)(/|\\.ts$)' },
    ),
    boundary(
      'adapters-behind-ports',
      'Only adapters/ imports an adapter.',
      { path: '^server/', pathNot: `^server/adapters/|/(gateways|kinds|channels)/|${tests}` },
      {
        path: '^server/modules/payments/gateways/|^server/modules/providers/kinds/|^server/modules/notifications/channels/',
      },
    ),
    boundary(
      'tests-outside',
      'What ships imports no test.',
      { path: '^(contract|server|web|sandbox)/', pathNot: tests },
      { path: tests },
    ),
    boundary(
      'declared-packages',
      'Every package of the store is in package.json. Those of tests are in tools/package.json.',
      { path: '^(contract|server|web|sandbox)/', pathNot: tests },
      {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    ),
  ],
  options: {
    doNotFollow: { path: '^node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
