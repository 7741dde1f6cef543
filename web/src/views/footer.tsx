// Keys, where all this comes from, and which version it is.
import version from 'virtual:version';
import { PAGE } from '../words';

export function Footer() {
  const { keys } = PAGE;
  return (
    <footer>
      <p class="keys">
        <kbd>/</kbd> {keys.slash} <kbd>Enter</kbd> {keys.enter} <kbd>Esc</kbd> {keys.escape}{' '}
        <kbd>↑</kbd> <kbd>↓</kbd> {keys.arrows}
      </p>
      <p id="colophon">
        {PAGE.version} {version.number}
        {version.source && (
          <>
            {' · '}
            <a href={version.source}>{PAGE.source}</a>
          </>
        )}
        {version.documentation && (
          <>
            {' · '}
            <a href={version.documentation}>{PAGE.documentation}</a>
          </>
        )}
      </p>
    </footer>
  );
}
