// A plain static host: one folder, deep below the root, no header but the type of the file.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

export const SUB_FOLDER = '/tools/zplan/';

const TYPES = { '.html': 'text/html; charset=utf-8', '.txt': 'text/plain; charset=utf-8' };

/** Serves the built page below SUB_FOLDER and nothing else; returns its address and a function that stops it. */
export async function serve(folder = DIST) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const inside = path.startsWith(SUB_FOLDER) ? normalize(path.slice(SUB_FOLDER.length) || 'index.html') : null;
    try {
      if (inside === null || inside.startsWith('..')) throw new Error('outside');
      const body = await readFile(join(folder, inside));
      response.writeHead(200, { 'content-type': TYPES[extname(inside)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { address: `http://127.0.0.1:${server.address().port}${SUB_FOLDER}`, stop };
}
