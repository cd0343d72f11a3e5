// The types of the parts of a language's file (text-sets.ts).
declare module '*/en.ts?first' {
  const texts: typeof import('./en.ts');
  export = texts;
}
declare module '*/en.ts?items' {
  const texts: typeof import('./en.ts');
  export = texts;
}
declare module '*/en.ts?pages' {
  const texts: typeof import('./en.ts');
  export = texts;
}
declare module '*/en.ts?setup' {
  const texts: typeof import('./en.ts');
  export = texts;
}
declare module '*/en.ts?evidence' {
  const texts: typeof import('./en.ts');
  export = texts;
}
declare module '*/pt.ts?first' {
  const texts: typeof import('./pt.ts');
  export = texts;
}
declare module '*/pt.ts?items' {
  const texts: typeof import('./pt.ts');
  export = texts;
}
declare module '*/pt.ts?pages' {
  const texts: typeof import('./pt.ts');
  export = texts;
}
declare module '*/pt.ts?setup' {
  const texts: typeof import('./pt.ts');
  export = texts;
}
declare module '*/pt.ts?evidence' {
  const texts: typeof import('./pt.ts');
  export = texts;
}
declare module '*/pt.ts?tabs' {
  const texts: typeof import('./pt.ts');
  export = texts;
}
declare module '*/en.ts?steps' {
  const texts: typeof import('./en.ts');
  export = texts;
}
declare module '*/pt.ts?steps' {
  const texts: typeof import('./pt.ts');
  export = texts;
}
