declare module 'virtual:figures' {
  const figures: import('./figures').Figures;
  export default figures;
}

declare module 'virtual:operators' {
  /** How many operands each operator takes. */
  const arities: Readonly<Record<string, number>>;
  export default arities;
}

declare module 'virtual:version' {
  const version: import('./version').Version;
  export default version;
}
