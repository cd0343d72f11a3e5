// Only for `npm run db:generate`, which writes the next SQL migration from the modules' tables.
export default { dialect: 'postgresql', schema: './server/**/*.schema.ts', out: './server/database/migrations' };
