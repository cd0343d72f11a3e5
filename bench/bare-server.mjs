// @ts-check
// The measure for a cached page: node:http alone, which sends one fixed answer. It is handed the answer as JSON on stdin
// and writes the port that it listens on.
import { createServer } from 'node:http';
import process from 'node:process';
import { text } from 'node:stream/consumers';

/** @type {{ headers: Record<string, string>, body: string }} */
const { headers, body } = JSON.parse(await text(process.stdin));
const bytes = Buffer.from(body, 'base64');
const server = createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
