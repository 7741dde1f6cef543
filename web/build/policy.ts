// The Content-Security-Policy of the built page. Vite's development server needs inline styles.
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const policyFor = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
    "worker-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** The one script within the page is allowed by what it is, word for word. */
function hashesOf(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => {
    const hash = createHash('sha256')
      .update(script ?? '')
      .digest('base64');
    return `'sha256-${hash}'`;
  });
}

export const policy = (): Plugin => ({
  name: 'ansatz-policy',
  apply: 'build',
  transformIndexHtml: {
    // When nobody changes the page any more.
    order: 'post',
    handler: (html) => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: policyFor(hashesOf(html)) },
        injectTo: 'head-prepend',
      },
    ],
  },
});
