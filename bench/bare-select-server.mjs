// @ts-check
// The measure for a look-up: node:http and one prepared select of an order, nothing else. It is handed the address of the
// database, writes the port that it listens on, and answers GET /<id>.
import { createServer } from 'node:http';
import process from 'node:process';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const text =
  'select id, status, payment_status, quantity, category, amount_cents, created_at from orders where id = $1 and deleted_at is null';
const server = createServer(async (request, response) => {
  const { rows } = await pool.query({ name: 'order', text, values: [request.url?.slice(1)] });
  const body = JSON.stringify(rows[0]);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
