export default {
  // In development Vite copies dependencies elsewhere, but not the files beside them.
  optimizeDeps: { exclude: ['ansatz'] },
};
