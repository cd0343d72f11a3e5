// @ts-check
// `npm run help`: the commands that people use. docs/commands.md has all of them.
const commands = {
  'npm start': 'runs the store',
  'npm test': 'runs the tests that a change can break',
  'npm run dev': 'runs the store; a change of the code shows at once',
  'npm run check': 'before a commit: format, lint, boundaries, types, tests of what changed',
  'npm run test:full': 'runs the slow tests, too',
  'npm run visual:update -- -t NAME': 'takes the reference pictures of a scene again',
  'npm run gallery': 'shows every part of the interface in every state',
  'npm run seed': 'fills a sandbox store with invented orders',
  'npm run bench': 'measures everything; `bench:orders` and others measure a part',
  'npm run backup': 'makes a backup, also of a running store',
  'npm run store:export': 'moves the store: one file out, `store:import` reads it',
  'npm run admin:create': 'creates an admin; `admin:unlock` and `admin:reset-factors` let one in again',
  'npm run money:verify': 'compares the money of every order with the ledger',
  'npm run audit:verify': 'finds changed or removed entries of the audit log',
  'npm run release': 'makes an archive to install',
};

const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
for (const [name, meaning] of Object.entries(commands)) console.log(`${name.padEnd(width)}${meaning}`);
console.log('All commands: docs/commands.md');
