// What is in deploy/ cannot be run by tests: it is read, and held to what the store takes and answers.
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { readConfig } from '../../server/config/config.ts';
import { variablesOfStore } from './variables.ts';

const textOf = (path: string) => readFile(`deploy/${path}`, 'utf8');

const known = new Set(['NODE_ENV', ...[...variablesOfStore()].flatMap((name) => [name, `${name}_FILE`])]);
const unknown = (names: string[]) => names.filter((name) => !known.has(name));

const pathsOfStore = ['/healthz', '/readyz'];

describe('deploy/', () => {
  test('the variables are found where the store reads them', () => {
    for (const name of ['PORT', 'DATABASE_URL', 'JWT_SECRET_FILE', 'STOP_DELAY_SECONDS', 'BACKUP_DIR']) {
      expect(known.has(name)).toBe(true);
    }
    expect(unknown(['NO_SUCH_VARIABLE'])).toEqual(['NO_SUCH_VARIABLE']);
  });

  test('Dockerfile: several stages, a normal user, a health check, the port, a file that the build makes', async () => {
    const lines = (await textOf('Dockerfile')).replace(/\\\n\s*/g, '').split('\n');
    const all = (word: string) =>
      lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
    expect(all('FROM')).toHaveLength(2);
    expect(all('USER')).toEqual(['node']);
    const [environment = ''] = all('ENV');
    expect(unknown([...environment.matchAll(/(\w+)=/g)].map(([, name = '']) => name))).toEqual([]);
    expect(all('EXPOSE')).toEqual([/PORT=(\d+)/.exec(environment)?.[1]]);
    expect(all('HEALTHCHECK')[0]).toContain('/healthz');
    const command: string[] = JSON.parse(all('CMD').at(-1) ?? '[]');
    expect(command.slice(0, 2)).toEqual(['node', '--enable-source-maps']);
    expect(await readFile('vite.config.ts', 'utf8')).toContain("main: 'server/main.ts'");
    expect(command.at(-1)).toBe('dist/server/main.js');
    // Copied from the stage before: what the store reads while it runs.
    expect(all('COPY').join('\n')).toContain('/app/server/database/migrations ./server/database/migrations');
  });

  test('compose: known variables, its port, secrets that are declared, time enough to stop', async () => {
    const { services, secrets, volumes } = parse(await textOf('compose.yaml'));
    const { store, database } = services;
    expect(unknown(Object.keys(store.environment))).toEqual([]);
    expect(store.ports).toEqual(['127.0.0.1:3000:3000']);
    for (const used of [...store.secrets, ...database.secrets]) expect(Object.keys(secrets)).toContain(used);
    for (const [name, value] of Object.entries<string>(store.environment)) {
      if (name.endsWith('_FILE')) expect(store.secrets).toContain(value.replace('/run/secrets/', ''));
    }
    expect(Object.keys(volumes).sort()).toEqual(['data', 'database']);
    expect(Number.parseInt(store.stop_grace_period, 10)).toBeGreaterThan(
      25 + Number(store.environment.STOP_DELAY_SECONDS),
    );
    expect(store.depends_on.database.condition).toBe('service_healthy');
    expect(database.healthcheck.test).toContain('pg_isready');
    expect(store.build.dockerfile).toBe('deploy/Dockerfile');
  });

  test('Kubernetes: probes of the store, its port, known variables, no root, time enough to stop', async () => {
    const documents = parseAllDocuments(await textOf('kubernetes/applaud.yaml'));
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const parts = new Map(documents.map((document) => document.toJS()).map((part) => [part.kind, part]));
    const settings = parts.get('ConfigMap').data;
    expect(unknown([...Object.keys(settings), ...Object.keys(parts.get('Secret').stringData)])).toEqual([]);
    const { spec } = parts.get('Deployment').spec.template;
    const [container] = spec.containers;
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(settings.PORT) }]);
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
    for (const { httpGet } of probes) {
      expect(pathsOfStore).toContain(httpGet.path);
      expect(httpGet.port).toBe('http');
    }
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    // A database that is away must not have every process killed.
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(spec.securityContext.runAsNonRoot).toBe(true);
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    expect(Number(settings.STOP_DELAY_SECONDS)).toBeGreaterThan(periodSeconds * failureThreshold);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(25 + Number(settings.STOP_DELAY_SECONDS));
    expect(parts.get('Service').spec.ports[0].targetPort).toBe('http');
    expect(parts.get('Deployment').spec.template.metadata.labels).toMatchObject(parts.get('Service').spec.selector);
  });

  test('systemd: known variables, a normal user, only the store gets the stop signal, with enough time', async () => {
    const settings = (await textOf('systemd/applaud.service'))
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
    const all = (name: string) => settings.filter(([key]) => key === name).map(([, value]) => value);
    expect(unknown(all('Environment').map((value) => value.split('=')[0] ?? ''))).toEqual([]);
    expect(all('ExecStart')[0]).toMatch(/ dist\/server\/main\.js$/);
    expect(all('User')).toEqual(['applaud']);
    expect(all('KillMode')).toEqual(['mixed']);
    expect(Number(all('TimeoutStopSec')[0])).toBeGreaterThan(25);
    expect(all('StateDirectory')).toEqual(['applaud']);
  });

  test('the example of an environment: known variables, each once, and what the store reads of it is right', async () => {
    const lines = (await textOf('systemd/environment')).split('\n').filter((line) => /^\w+=/.test(line));
    const given = lines.map((line) => line.split('=', 2) as [string, string]);
    expect(unknown(given.map(([name]) => name))).toEqual([]);
    expect(new Set(given.map(([name]) => name)).size).toBe(given.length);
    const contents: Record<string, string> = {
      DATABASE_URL: 'postgres://applaud:words@127.0.0.1:5432/applaud',
      SMTP_URL: 'smtps://user:words@mail.example:465',
    };
    const read = given.map(([name, value]) => {
      const secret = /^(\w+)_FILE$/.exec(name)?.[1];
      return secret ? [secret, contents[secret] ?? `${secret} `.repeat(8)] : [name, value];
    });
    expect(readConfig(Object.fromEntries(read))).toMatchObject({
      mode: 'live',
      publicUrl: 'https://shop.example',
      trustProxy: 1,
      host: '127.0.0.1',
      port: 3000,
    });
  });

  test('nginx: the port of the store, the visitor’s own address, websockets, no shorter patience than the store’s', async () => {
    const text = await textOf('nginx/applaud.conf');
    expect(/upstream applaud \{\s*server ([^;]+);/.exec(text)?.[1]).toBe('127.0.0.1:3000');
    expect(text).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(text).toContain('proxy_set_header Upgrade $http_upgrade;');
    expect(text).toContain('proxy_http_version 1.1;');
    // S-7: no e-mail in a log.
    expect(text).toContain('access_log off;');
    const largest = Math.max(...Object.values(endpoints).map(({ bodyLimitBytes = 0 }: Endpoint) => bodyLimitBytes));
    expect(Number(/client_max_body_size (\d+)k;/.exec(text)?.[1]) * 1024).toBeGreaterThanOrEqual(largest);
    expect(Number(/proxy_read_timeout (\d+)s;/.exec(text)?.[1])).toBeGreaterThan(30);
    expect((text.match(/\{/g) ?? []).length).toBe((text.match(/\}/g) ?? []).length);
  });

  test('the command beside the unit: its folder, its user, its variables, its data', async () => {
    const unit = await textOf('systemd/applaud.service');
    const text = await textOf('systemd/applaud');
    const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? 'none';
    expect(text).toContain(`cd ${settingOf('WorkingDirectory')}\n`);
    expect(text).toContain(`runuser -u ${settingOf('User')} `);
    expect(text).toContain(`--env-file=${settingOf('EnvironmentFile')} `);
    expect(text).toContain(` DATA_DIR=/var/lib/${settingOf('StateDirectory')} `);
  });
});
