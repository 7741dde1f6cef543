// A Chromium like anybody's, with nothing of its own going out.
import { chromium } from 'playwright-core';

export const launch = (args = []) =>
  chromium.launch({
    executablePath: process.env.ANSATZ_BROWSER,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  });

/** What makes Chromium compute WebGPU by itself, on a machine without a GPU. */
export const SOFTWARE_GPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

/** Opens a page and collects whatever goes wrong inside it. */
export async function open(browser, address) {
  const page = await browser.newPage();
  const problems = problemsOf(page);
  await page.goto(address);
  return { page, problems };
}

/** Collects whatever goes wrong inside a page from now on. */
export function problemsOf(page) {
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return problems;
}
