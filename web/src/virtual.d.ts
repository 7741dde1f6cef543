declare module 'virtual:figures' {
  const figures: import('./figures').Figures;
  export default figures;
}
