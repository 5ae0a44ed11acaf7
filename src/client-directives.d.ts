import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when the reader reaches for the island; `signed-in`: also by itself when somebody is signed in. See client/intent-directive.ts. */
    'client:intent'?: boolean | 'signed-in' | 'around' | 'signed-in around' | 'now';
  }
}
