// What is in deploy/ cannot be run by tests: it is read, and held to what the store takes and answers.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { noticesFile } from '../../scripts/notices.mjs';
import { readConfig } from '../../server/config/config.ts';
import { variablesOfStore } from './variables.ts';

const textOf = (path: string) => readFile(`deploy/${path}`, 'utf8');

const known = new Set(['NODE_ENV', ...[...variablesOfStore()].flatMap((name) => [name, `${name}_FILE`])]);
const unknown = (names: string[]) => names.filter((name) => !known.has(name));

const pathsOfStore = ['/healthz', '/readyz'];

/** `name=value` lines of a unit, in order. */
function settingsOf(unit: string): [name: string, value: string][] {
  const lines = unit.split('\n').filter((line) => /^\w+=/.test(line));
  return lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
}

/** Every resource that kustomization.yaml lists, by its kind. */
async function kubernetesResources() {
  const { resources } = parse(await textOf('kubernetes/kustomization.yaml')) as { resources: string[] };
  const texts = await Promise.all(resources.map((name) => textOf(`kubernetes/${name}`)));
  const documents = texts.flatMap((text) => parseAllDocuments(text));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  return new Map(documents.map((document) => document.toJS()).map((part) => [part.kind, part]));
}

/** Debian's Prometheus brings it. */
const promtool = (...args: string[]) => promisify(execFile)(process.env.PROMTOOL ?? 'promtool', args);
const hasPromtool = await promtool('--version').then(
  () => true,
  () => false,
);

describe('deploy/', () => {
  test('the variables are found where the store reads them', () => {
    for (const name of ['PORT', 'DATABASE_URL', 'JWT_SECRET_FILE', 'STOP_DELAY_SECONDS', 'BACKUP_DIR']) {
      expect(known.has(name)).toBe(true);
    }
    expect(unknown(['NO_SUCH_VARIABLE'])).toEqual(['NO_SUCH_VARIABLE']);
  });

  test('Dockerfile: several stages of one base image, labels, a normal user, a health check, the port, a built file', async () => {
    const lines = (await textOf('Dockerfile')).replace(/\\\n\s*/g, '').split('\n');
    const all = (word: string) =>
      lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
    expect(all('FROM')).toEqual([`${'$'}{BASE} AS build`, `${'$'}{BASE}`]);
    expect(all('ARG')[0]).toMatch(/^BASE=node:\d+-/);
    for (const label of ['version', 'revision', 'created']) {
      expect(all('LABEL')[0]).toContain(`org.opencontainers.image.${label}="${'$'}{${label.toUpperCase()}}"`);
      expect(all('ARG').map((arg) => arg.split('=')[0])).toContain(label.toUpperCase());
    }
    expect(all('USER')).toEqual(['node']);
    const [environment = ''] = all('ENV');
    expect(unknown([...environment.matchAll(/(\w+)=/g)].map(([, name = '']) => name))).toEqual([]);
    expect(all('EXPOSE')).toEqual([/PORT=(\d+)/.exec(environment)?.[1]]);
    expect(all('HEALTHCHECK')[0]).toContain('/healthz');
    const command: string[] = JSON.parse(all('CMD').at(-1) ?? '[]');
    expect(command.slice(0, 2)).toEqual(['node', '--max-semi-space-size=8']);
    expect(await readFile('vite.config.ts', 'utf8')).toContain("main: 'server/main.ts'");
    expect(command.at(-1)).toBe('dist/server/main.js');
    // Copied from the stage before: what the store reads while it runs.
    expect(all('COPY').join('\n')).toContain('/app/server/database/migrations ./server/database/migrations');
    expect(all('COPY').join('\n')).toContain(`/app/LICENSE /app/dist/${noticesFile} ./`);
  });

  test.each(['compose.yaml', 'compose.live.yaml'])(
    '%s: known variables, declared secrets, time to stop',
    async (path) => {
      const { services, secrets, volumes } = parse(await textOf(path));
      const { store, database } = services;
      expect(unknown(Object.keys(store.environment))).toEqual([]);
      for (const used of [...store.secrets, ...database.secrets]) expect(Object.keys(secrets)).toContain(used);
      for (const [name, value] of Object.entries<string>(store.environment)) {
        if (name.endsWith('_FILE')) expect(store.secrets).toContain(value.replace('/run/secrets/', ''));
      }
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(['data', 'database']));
      expect(Number.parseInt(store.stop_grace_period, 10)).toBeGreaterThan(
        25 + Number(store.environment.STOP_DELAY_SECONDS ?? 0),
      );
      expect(store.depends_on.database.condition).toBe('service_healthy');
      // By TCP: while a new volume is set up, the server answers on its socket only.
      expect(database.healthcheck.test.join(' ')).toContain('pg_isready -h 127.0.0.1 ');
      expect(JSON.stringify(services)).not.toContain(':latest');
    },
  );

  test('compose to try it: builds the Dockerfile, opens its port to this machine only', async () => {
    const { store } = parse(await textOf('compose.yaml')).services;
    expect(store.ports).toEqual(['127.0.0.1:3000:3000']);
    expect(store.build.dockerfile).toBe('deploy/Dockerfile');
  });

  test('compose for a live store: only the proxy has ports, only the store reaches the database', async () => {
    const { services, networks } = parse(await textOf('compose.live.yaml'));
    const { proxy, store, database } = services;
    expect([store.ports, database.ports]).toEqual([undefined, undefined]);
    expect(database.networks).toEqual(['back']);
    expect(proxy.networks).not.toContain('back');
    expect(networks.back.internal).toBe(true);
    expect(await textOf('caddy/Caddyfile')).toContain('reverse_proxy store:3000');
    const secretsOf = {
      DATABASE_URL: 'postgres://applaud:words@database:5432/applaud',
      SMTP_URL: 'smtp://mail.example',
    };
    const values: Record<string, string> = { SITE: 'shop.example', MPGS_BASE_URL: 'https://gateway.example' };
    const given = Object.entries<string>(store.environment).map(([name, value]) => {
      const secret = /^(\w+)_FILE$/.exec(name)?.[1];
      if (secret) return [secret, { ...secretsOf }[secret] ?? `${secret} `.repeat(8)];
      return [name, value.replace(/\$\{(\w+)[^}]*\}/g, (_all, variable) => values[variable] ?? 'a@shop.example')];
    });
    expect(readConfig(Object.fromEntries(given))).toMatchObject({
      mode: 'live',
      publicUrl: 'https://shop.example',
      trustProxy: 1,
    });
  });

  test('Kubernetes: probes of the store, its port, known variables, no root, time enough to stop', async () => {
    const parts = await kubernetesResources();
    const settings = parts.get('ConfigMap').data;
    expect(unknown(Object.keys(settings))).toEqual([]);
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
    const { labels } = parts.get('Deployment').spec.template.metadata;
    expect(parts.get('Service').spec.ports[0].targetPort).toBe('http');
    expect(labels).toMatchObject(parts.get('Service').spec.selector);
    for (const { labelSelector } of spec.topologySpreadConstraints)
      expect(labels).toMatchObject(labelSelector.matchLabels);
    const [{ http }] = parts.get('Ingress').spec.rules;
    expect(http.paths[0].backend.service).toEqual({ name: parts.get('Service').metadata.name, port: { name: 'http' } });
    expect(`https://${parts.get('Ingress').spec.rules[0].host}`).toBe(settings.PUBLIC_URL);
    expect(await textOf('kubernetes/ingress.yaml')).toContain('nginx.ingress.kubernetes.io/enable-access-log: "false"');
  });

  test('Kubernetes: secrets are files of a Secret that no manifest contains; the backup job reads the same ones', async () => {
    const parts = await kubernetesResources();
    expect(parts.has('Secret')).toBe(false);
    const pods = [parts.get('Deployment').spec.template.spec, parts.get('CronJob').spec.jobTemplate.spec.template.spec];
    const documented = await readFile('docs/containers.md', 'utf8');
    for (const { containers, volumes } of pods) {
      const [{ volumeMounts, envFrom }] = containers;
      expect(envFrom).toEqual([{ configMapRef: { name: parts.get('ConfigMap').metadata.name } }]);
      const { mountPath } = volumeMounts.find(({ name }: { name: string }) => name === 'secrets');
      expect(volumes).toContainEqual({ name: 'secrets', secret: { secretName: 'applaud', defaultMode: 0o440 } });
      const files = Object.entries<string>(parts.get('ConfigMap').data).filter(([name]) => name.endsWith('_FILE'));
      for (const [, path] of files) {
        expect(path.startsWith(`${mountPath}/`)).toBe(true);
        expect(documented).toMatch(new RegExp(`(?<![\\w-])${path.slice(mountPath.length + 1)}(?![\\w-])`));
      }
    }
  });

  test('Kubernetes: one image with a version for all, in one namespace', async () => {
    const { resources, images, namespace } = parse(await textOf('kubernetes/kustomization.yaml'));
    const files = (await readdir('deploy/kubernetes')).filter((name) => name !== 'kustomization.yaml');
    // One of the two ways to a host name is active.
    expect([...resources, 'gateway.yaml'].toSorted()).toEqual(files.toSorted());
    const parts = await kubernetesResources();
    expect(parts.get('Namespace').metadata.name).toBe(namespace);
    const pods = [parts.get('Deployment').spec.template.spec, parts.get('CronJob').spec.jobTemplate.spec.template.spec];
    for (const { containers } of pods) expect(containers[0].image).toBe(images[0].name);
    expect(images[0].newTag).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('D-116: the Gateway API leads to the same service, host name and certificate as the Ingress', async () => {
    const parts = await kubernetesResources();
    const { spec: ingress } = parts.get('Ingress');
    const documents = parseAllDocuments(await textOf('kubernetes/gateway.yaml'));
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const [gateway, redirect, route] = documents.map((document) => document.toJS());
    expect([gateway, redirect, route].map(({ apiVersion, kind }) => [apiVersion, kind])).toEqual([
      ['gateway.networking.k8s.io/v1', 'Gateway'],
      ['gateway.networking.k8s.io/v1', 'HTTPRoute'],
      ['gateway.networking.k8s.io/v1', 'HTTPRoute'],
    ]);
    const hosts = [ingress.rules[0].host];
    const [http, https] = gateway.spec.listeners;
    expect([http.port, https.port, http.hostname, https.hostname]).toEqual([80, 443, ...hosts, ...hosts]);
    expect(https.tls).toEqual({ mode: 'Terminate', certificateRefs: [{ name: ingress.tls[0].secretName }] });
    const parent = (sectionName: string) => [{ name: gateway.metadata.name, sectionName }];
    expect(redirect.spec).toMatchObject({ parentRefs: parent(http.name), hostnames: hosts });
    expect(redirect.spec.rules[0].filters[0].requestRedirect.scheme).toBe('https');
    const { metadata, spec: service } = parts.get('Service');
    expect(route.spec).toMatchObject({ parentRefs: parent(https.name), hostnames: hosts });
    expect(route.spec.rules[0].backendRefs).toEqual([{ name: metadata.name, port: service.ports[0].port }]);
  });

  test.each(['applaud.service', 'applaud@.service'])(
    'systemd, %s: known variables, a normal user, only the store gets the stop signal, with enough time',
    async (path) => {
      const settings = settingsOf(await textOf(`systemd/${path}`));
      const all = (name: string) => settings.filter(([key]) => key === name).map(([, value]) => value);
      const environment = new Map(all('Environment').map((value) => value.split('=', 2) as [string, string]));
      expect(unknown([...environment.keys()])).toEqual([]);
      expect(all('ExecStart')[0]).toMatch(/ dist\/server\/main\.js$/);
      expect(all('User')).toEqual(['applaud']);
      expect(all('KillMode')).toEqual(['mixed']);
      expect(Number(all('TimeoutStopSec')[0])).toBeGreaterThan(25 + Number(environment.get('STOP_DELAY_SECONDS') ?? 0));
      expect(all('StateDirectory')).toEqual(['applaud']);
    },
  );

  test('the template unit is the unit, with a port by its name and a delay before it stops', async () => {
    const ofOne = settingsOf(await textOf('systemd/applaud.service')).map((setting) => setting.join('='));
    const ofSeveral = settingsOf(await textOf('systemd/applaud@.service')).map((setting) => setting.join('='));
    expect(ofSeveral.filter((line) => !ofOne.includes(line))).toEqual([
      'Description=Applaud store, port %i',
      'Environment=PORT=%i',
      'Environment=STOP_DELAY_SECONDS=5',
    ]);
    expect(ofOne.filter((line) => !ofSeveral.includes(line))).toEqual(['Description=Applaud store']);
    // A port of the file would be that of every instance.
    expect(await textOf('systemd/environment')).not.toMatch(/^PORT=/m);
  });

  test('HAProxy: checks /readyz often enough for the stop delay, repeats reads only, keeps websockets', async () => {
    const text = await textOf('haproxy/applaud.cfg');
    const backend = (name: string) => new RegExp(`^backend ${name}\\n((?: .*\\n)*)`, 'm').exec(text)?.[1] ?? '';
    const store = backend('store');
    expect(store).toContain('option httpchk GET /readyz');
    expect(store).toContain('inter 1s fastinter 500ms fall 1 ');
    for (const name of ['store', 'unready']) {
      expect(backend(name)).toContain('retry-on conn-failure empty-response\n');
      expect(backend(name)).toContain('http-request disable-l7-retry unless METH_GET\n');
    }
    const servers = [...store.matchAll(/server applaud-(\d+) 127\.0\.0\.1:(\d+)/g)].map(([, ...parts]) => parts);
    expect(servers.join()).toBe('3001,3001,3002,3002');
    // Files, which may be requested twice: another version beside may have them.
    expect(text).toContain('use_backend assets if { path_beg /assets/ }');
    expect(backend('assets')).toContain('retry-on conn-failure empty-response 404\n');
    expect(text).toContain('http-request set-header X-Forwarded-For %[src]');
    expect(text).not.toMatch(/option httplog|^\s*log /m);
    expect(Number(/timeout tunnel (\d+)s/.exec(text)?.[1])).toBeGreaterThan(25 * 2);
    expect(Number(/timeout server (\d+)s/.exec(text)?.[1])).toBeGreaterThan(30);
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
      return secret ? [secret, contents[secret] ?? `${secret} `.repeat(8)] : [name, value.replace(/^YOUR_/, '')];
    });
    expect(readConfig(Object.fromEntries(read))).toMatchObject({
      mode: 'live',
      publicUrl: 'https://shop.example',
      trustProxy: 1,
      host: '127.0.0.1',
      port: 3000,
    });
  });

  test('compose: the store signs in as a role that owns its database and nothing else', async () => {
    const script = await textOf('postgres/create-role.sh');
    expect(script).toContain('create role applaud login');
    expect(script).toContain('nosuperuser nocreatedb nocreaterole');
    for (const name of ['compose.yaml', 'compose.live.yaml']) {
      const { environment, volumes } = parse(await textOf(name)).services.database;
      // The image makes the role that it is named here a superuser.
      expect(environment).toEqual({ POSTGRES_PASSWORD_FILE: '/run/secrets/database-password' });
      expect(volumes).toContain('./postgres/create-role.sh:/docker-entrypoint-initdb.d/create-role.sh:ro');
    }
  });

  test('Caddy: neither requests nor their errors are logged', async () => {
    expect(await textOf('caddy/Caddyfile')).toContain('exclude http.log.access http.log.error');
  });

  test('nginx: the port of the store, the visitor’s own address, websockets, no shorter patience than the store’s', async () => {
    const text = await textOf('nginx/applaud.conf');
    expect(/upstream applaud \{\s*server ([^;]+);/.exec(text)?.[1]).toBe('127.0.0.1:3000');
    expect(text).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(text).toContain('proxy_set_header Upgrade $http_upgrade;');
    expect(text).toContain('proxy_http_version 1.1;');
    // S-7: no email in a log, also of requests that are only redirected.
    for (const server of text.split(/^server \{/m).slice(1))
      expect(server).toMatch(/access_log off;\s+error_log \S+ crit;/);
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

  test.runIf(hasPromtool)('Prometheus accepts every alert rule, where promtool is installed', async () => {
    const { groups } = parse(await textOf('prometheus/alerts.yml'));
    const count = groups.flatMap(({ rules }: { rules: unknown[] }) => rules).length;
    expect((await promtool('check', 'rules', 'deploy/prometheus/alerts.yml')).stdout).toContain(`${count} rules found`);
  });
});
