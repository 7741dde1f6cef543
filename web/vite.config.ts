import { defineConfig } from 'vite';
import { figures } from './build/figures.ts';
import { operators } from './build/operators.ts';
import { policy } from './build/policy.ts';
import { prerender } from './build/prerender.ts';
import { serviceWorker } from './build/service-worker.ts';
import { version } from './build/version.ts';

export default defineConfig({
  // Relative addresses: the page works under any path.
  base: './',
  // What is not there is not found, not this page again.
  appType: 'mpa',
  plugins: [figures(), operators(), version(), prerender(), policy(), serviceWorker()],
  // In development Vite copies dependencies elsewhere, but not the files beside them.
  optimizeDeps: { exclude: ['ansatz'] },
  server: { fs: { allow: ['..'] } },
  build: {
    target: 'es2022',
    // The policy allows no `data:` but images, and hashed files are kept for good.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      output: {
        // A service worker must keep its name and be at the top of what it serves.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
