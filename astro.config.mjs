// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { kindPages } from './src/pages/_kind/kind-pages.ts';
import { announcementScript, earlyScript } from './tools/early-script.mjs';
import * as drawIcons from './tools/patches/draw-icons/patch.mjs';
import * as islandRenderer from './tools/patches/island-renderer/patch.mjs';

/** Where the development server finds the server's modules, as Node itself loaded them. */
const loaded = new Map();
Object.assign(globalThis, { [Symbol.for('cemao:server-modules')]: loaded });

/**
 * Keeps everything behind `#server/` out of the page build: Node runs those files as they stand, so that main.ts, cli.ts and
 * the pages share one instance of every module (one pool, one page cache). In a build the specifier stays and package.json
 * resolves it; in development it becomes a module that hands on what Node loaded. See docs/decisions/0001-server-runs-from-source.md.
 * @returns {import('vite').Plugin}
 */
function serverRunsFromSource() {
  const prefix = 'virtual:cemao-server:';
  let building = false;
  return {
    name: 'cemao:server-runs-from-source',
    enforce: 'pre',
    config(_config, env) {
      building = env.command === 'build';
    },
    resolveId(source) {
      if (source.startsWith(prefix)) return source; // Astro resolves entry points before it writes them
      if (!source.startsWith('#server/')) return null;
      if (building) return { id: source, external: true };
      const file = fileURLToPath(new URL(`./src/server/${source.slice('#server/'.length)}`, import.meta.url));
      return existsSync(file) ? prefix + file : null;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const file = id.slice(prefix.length);
      const module = await import(pathToFileURL(file).href);
      loaded.set(file, module);
      const names = Object.keys(module).map((name) =>
        name === 'default' ? 'export default m.default;' : `export const ${name} = m.${name};`,
      );
      return `const m = globalThis[Symbol.for('cemao:server-modules')].get(${JSON.stringify(file)});\n${names.join('\n')}\n`;
    },
  };
}

/** What every island needs arrives in one file: fewer requests, and they compress better together. */
const REACT_CHUNK = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// };

/** What every page starts with beside its own script, in one file for the same reasons. */
const START_CHUNK = {
  name: 'start',
  test: /src\/client\/(first-move|placed|session|sheets|storage|tell-load-failed|track)\.ts|src\/contract\/(exposure|page-flags|tracking)\.ts|preload-helper/,
};

/** How pages ask the server, with what that stands on. Without React: scripts of pages without islands ask too. */
const CALLS_CHUNK = { name: 'calls', test: /src\/client\/gateway\.ts/ };

/** What islands render with on the server. */
const WITH_REACT = ['react', 'react-dom', 'lucide-react', 'nanostores', '@nanostores/react'];

/**
 * Rendering on the server without needless work (docs/decisions/0013-rendering-costs.md): React goes into the build as production
 * code, where outside it would choose its development build by NODE_ENV; islands say that they are React's, else Astro renders
 * each of them once more to find out. Each change of a package has a folder below tools/patches.
 * @returns {import('vite').Plugin}
 */
function lightRendering() {
  return {
    name: 'cemao:light-rendering',
    enforce: 'pre',
    config(_config, env) {
      const noExternal = ['@lucide/astro'];
      if (env.command !== 'build') return { ssr: { noExternal } };
      return {
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        ssr: { noExternal: [...noExternal, ...WITH_REACT] },
      };
    },
    resolveId: drawIcons.resolve,
    transform(code, id, options) {
      return options?.ssr && id.endsWith(islandRenderer.file) ? { code: islandRenderer.apply(code), map: null } : null;
    },
  };
}

/** `client:intent`: hydrate when the reader reaches for the island; see src/client/intent-directive.ts. */
const intentDirective = {
  name: 'cemao:client-intent',
  hooks: {
    /** @param {{ addClientDirective: (d: { name: string, entrypoint: string | URL }) => void }} api */
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'intent', entrypoint: fileURLToPath(new URL('./src/client/intent-directive.ts', import.meta.url)) });
    },
  },
};

/** Pages that only name their kind are drawn by one file a sort (docs/decisions/0254-pages-of-kinds.md). */
const pagesOfKinds = {
  name: 'cemao:pages-of-kinds',
  hooks: {
    /** @param {{ injectRoute: (route: { pattern: string, entrypoint: string }) => void }} api */
    'astro:config:setup': ({ injectRoute }) => {
      const pages = fileURLToPath(new URL('./src/pages/', import.meta.url));
      for (const { address, page } of kindPages(readdirSync(pages, { recursive: true, encoding: 'utf8' })))
        injectRoute({ pattern: address, entrypoint: `${pages}_kind/${page}.astro` });
    },
  },
};

/** An empty page to compare with; only in the build that `npm run bench` makes for itself. */
const benchPages = {
  name: 'cemao:bench-pages',
  hooks: {
    /** @param {{ injectRoute: (route: { pattern: string, entrypoint: string }) => void }} api */
    'astro:config:setup': ({ injectRoute }) => {
      injectRoute({ pattern: '/__empty', entrypoint: fileURLToPath(new URL('./tests/bench/empty.astro', import.meta.url)) });
    },
  },
};

/** The inline scripts of our own (src/client): the layout writes them, the policy names their hashes. */
const early_script = earlyScript();
const announcement_script = announcementScript();
/** @param {string} script @returns {`sha256-${string}`} */
const hashOf = (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`;

export default defineConfig({
  output: 'server',
  // pages are rendered whole: a page is kept whole, and one write costs far less than hundreds of small ones
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true }),
  integrations: [
    react({ experimentalDisableStreaming: true }),
    intentDirective,
    pagesOfKinds,
    ...(process.env.BENCH_PAGES === '1' ? [benchPages] : []),
  ],
  trailingSlash: 'ignore',
  compressHTML: true,
  devToolbar: { enabled: false },
  cacheDir: './.cache/astro',
  build: { inlineStylesheets: 'never', assets: '_a' },
  // pictures are made when they arrive; the framework's own maker would write what a stranger asks of it into the log
  image: { endpoint: { route: '/_image', entrypoint: './src/no-image-endpoint.ts' } },
  cache: { provider: { name: 'cemao', entrypoint: '#server/http/page-cache-provider.ts' } },
  security: {
    // the gateway stands in front of Astro and asks for a header that a foreign form cannot send; pages change nothing
    checkOrigin: false,
    // hashes of Astro's own inline scripts and styles are added; nothing else inline runs. See docs/security.md
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "media-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-src 'none'",
        "frame-ancestors 'none'",
      ],
      scriptDirective: { hashes: [hashOf(early_script), hashOf(announcement_script)] },
    },
  },
  vite: {
    cacheDir: './.cache/vite',
    plugins: [tailwindcss(), serverRunsFromSource(), lightRendering()],
    define: { EARLY_SCRIPT: JSON.stringify(early_script), ANNOUNCEMENT_SCRIPT: JSON.stringify(announcement_script) },
    // of two thousand icons a hundred are used: the others are not even read
    build: { assetsInlineLimit: 0, rolldownOptions: { experimental: { lazyBarrel: true } } },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [REACT_CHUNK, START_CHUNK, CALLS_CHUNK] } } } } },
    },
  },
});
