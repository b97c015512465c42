// Builds the page: one self-contained file, dist/index.html, with a content-security policy by hash.
//
//   node build.mjs           builds dist/index.html
//
// Needs generated/ (WebAssembly and its glue, made by `cargo xtask wasm`) and node_modules/ (`npm ci`).

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync, gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';

const SITE = dirname(fileURLToPath(import.meta.url));
const SOURCE = join(SITE, 'src');
const TARGET = ['chrome103', 'firefox113', 'safari16.4'];

const SHARED = {
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: TARGET,
  charset: 'utf8',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // The glue of wasm-bindgen names a file beside itself by default; the page always passes the module.
  define: { 'import.meta.url': '""' },
  absWorkingDir: SITE,
};

/** `import text from 'worker:./file.js'`: the bundled worker as text, to be started from a Blob. */
const workers = {
  name: 'workers',
  setup(build) {
    build.onResolve({ filter: /^worker:/ }, (wanted) => ({
      path: join(wanted.resolveDir, wanted.path.slice('worker:'.length)),
      namespace: 'worker',
    }));
    build.onLoad({ filter: /.*/, namespace: 'worker' }, async (wanted) => {
      const bundled = await esbuild.build({ ...SHARED, entryPoints: [wanted.path], metafile: true });
      const read = Object.keys(bundled.metafile.inputs).map((path) => join(SITE, path));
      return { contents: bundled.outputFiles[0].text, loader: 'text', watchFiles: read };
    });
  },
};

/** `import text from 'deflated:./file'`: the file, raw deflate, as base64 text. */
const deflated = {
  name: 'deflated',
  setup(build) {
    build.onResolve({ filter: /^deflated:/ }, (wanted) => ({
      path: join(wanted.resolveDir, wanted.path.slice('deflated:'.length)),
      namespace: 'deflated',
    }));
    build.onLoad({ filter: /.*/, namespace: 'deflated' }, (wanted) => {
      if (!existsSync(wanted.path)) {
        return { errors: [{ text: `${relative(SITE, wanted.path)} is missing: run \`cargo xtask wasm\` first` }] };
      }
      const bytes = deflateRawSync(readFileSync(wanted.path), { level: 9 });
      return { contents: bytes.toString('base64'), loader: 'text' };
    });
  },
};

/** `import files from 'examples:'`: the example inventories of data/examples as `{name: text}`. */
const examples = {
  name: 'examples',
  setup(build) {
    build.onResolve({ filter: /^examples:$/ }, () => ({ path: 'examples', namespace: 'examples' }));
    build.onLoad({ filter: /.*/, namespace: 'examples' }, () => {
      const folder = join(SITE, '..', 'data', 'examples');
      const names = readdirSync(folder).filter((name) => name.endsWith('.csv')).sort();
      const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
      return { contents: JSON.stringify(files), loader: 'json' };
    });
  },
};

/** The source of a hash in a content-security policy. */
function hash(text) {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

/** Files below a folder, with the given endings. */
function filesBelow(folder, endings) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [path] : [];
  });
}

/** What in our own sources would need a weaker policy, or would insert text as markup. */
function checkSources() {
  const forbidden = [
    [/\binnerHTML\b|\bouterHTML\b|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write\b/, 'inserts markup'],
    [/\beval\s*\(|new\s+Function\s*\(/, 'runs text as code'],
    [/\bfetch\s*\(|XMLHttpRequest|WebSocket|sendBeacon|EventSource/, 'asks the network'],
    [/style="/, 'writes a style attribute as text'],
    [/@import\b|@font-face\b/, 'loads a style or a font'],
    [/\bon[a-z]+="/, 'writes a handler as text'],
  ];
  const complaints = [];
  for (const path of filesBelow(SOURCE, ['.js', '.jsx', '.css', '.html'])) {
    readFileSync(path, 'utf8').split('\n').forEach((line, index) => {
      for (const [pattern, what] of forbidden) {
        if (pattern.test(line)) complaints.push(`${relative(SITE, path)}:${index + 1}: ${what}`);
      }
    });
  }
  return complaints;
}

/** What in the finished page the policy would refuse. */
function checkPage(page, script, style) {
  const complaints = [];
  const markup = page.replace(script, '').replace(style, '');
  const count = (pattern) => (markup.match(pattern) ?? []).length;
  if (count(/<script\b/g) !== 1 || count(/<script>/g) !== 1) complaints.push('the page needs exactly one inline script');
  if (count(/<style\b/g) !== 1) complaints.push('the page needs exactly one inline style');
  if (count(/<link\b[^>]*\bhref="(?!data:)/g) > 0) complaints.push('the page links to another file');
  if (count(/\bsrc=/g) > 0) complaints.push('the page loads another file');
  if (count(/\bstyle=/g) > 0) complaints.push('the page has a style attribute');
  if (/<\/script|<!--/i.test(script)) complaints.push('the script would end early');
  if (/<\/style/i.test(style)) complaints.push('the style would end early');
  if (/url\((?!["']?data:)/.test(style)) complaints.push('the style loads another file');
  if (/\beval\(|new Function\(/.test(script)) complaints.push('the script runs text as code');
  return complaints;
}

async function build() {
  const complaints = checkSources();
  if (complaints.length > 0) throw new Error(complaints.join('\n'));

  const scripts = await esbuild.build({
    ...SHARED,
    entryPoints: [join(SOURCE, 'main.jsx')],
    plugins: [workers, deflated, examples],
    outdir: join(SITE, 'dist'),
  });
  const script = scripts.outputFiles.find((file) => file.path.endsWith('.js')).text;
  const style = scripts.outputFiles.find((file) => file.path.endsWith('.css')).text;
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    'worker-src blob:',
    'img-src data: blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const template = readFileSync(join(SOURCE, 'index.html'), 'utf8');
  const parts = { '{{policy}}': policy, '{{style}}': style, '{{script}}': script };
  const page = template.replace(/\{\{(policy|style|script)\}\}/g, (name) => parts[name]);

  const refused = checkPage(page, script, style);
  if (refused.length > 0) throw new Error(refused.join('\n'));
  mkdirSync(join(SITE, 'dist'), { recursive: true });
  writeFileSync(join(SITE, 'dist', 'index.html'), page);
  const kilobytes = (length) => `${(length / 1000).toFixed(0)} kB`;
  console.log(`dist/index.html: ${kilobytes(Buffer.byteLength(page))}, ${kilobytes(gzipSync(page).length)} compressed`);
}

try {
  await build();
} catch (problem) {
  // esbuild has printed its own errors already.
  if (!problem.errors) console.error(problem.message);
  process.exitCode = 1;
}
