// Only for `npm run db:generate`, which writes the next SQL migration from schema.ts.
export default { dialect: 'postgresql', schema: './server/store/schema.ts', out: './server/store/migrations' };
