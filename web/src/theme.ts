// Light, dark, or as the system is.
import { keep, recall } from './storage';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const readTheme = (): Theme => THEMES.find((theme) => theme === recall('theme')) ?? 'auto';

export function applyTheme(theme: Theme): void {
  keep('theme', theme === 'auto' ? undefined : theme);
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
