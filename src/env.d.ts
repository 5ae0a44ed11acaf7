/// <reference types="astro/client" />

/** Icons are Astro components that a plain TypeScript file re-exports (ui/icons.ts). */
declare module '*.astro' {
  const component: import('astro/runtime/server/index.js').AstroComponentFactory;
  export default component;
}

/** The part that only computes the squares: the package's own front door brings canvas and SVG writers along, 1.3 KB more for who pays. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode';
}

declare namespace App {
  interface Locals {
    /** Names this request in header, log and error page. */
    request_id: string;
    /** The reader's address as far as proxies are trusted; not for cached pages. Absent while developing. */
    client_address?: string;
  }
}

/** Text of client/early-session.ts, put in by astro.config.mjs, which also names its hash to the content security policy. */
declare const EARLY_SCRIPT: string;
/** The same of client/announcement-bar.ts. */
declare const ANNOUNCEMENT_SCRIPT: string;
