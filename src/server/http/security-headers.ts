import type { Config } from '../config/config.ts';

/** What an answer that is no page may load: nothing. Pages bring their own policy with the hashes of their scripts. */
export const NOTHING_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const PERMISSIONS =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()';

/** Of the one page that may ask its reader for the camera: the door of a salon. */
export const PERMISSIONS_WITH_CAMERA = PERMISSIONS.replace('camera=()', 'camera=(self)');

/** Of the one page that may ask for the microphone: conversations. */
export const PERMISSIONS_WITH_MICROPHONE = PERMISSIONS.replace('microphone=()', 'microphone=(self)');

const ALWAYS = [
  'X-Content-Type-Options',
  'nosniff',
  'X-Frame-Options',
  'DENY',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'Permissions-Policy',
  PERMISSIONS,
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
] as const;

/** Headers of every answer, as a flat list of names and values. HSTS only where readers come by https. */
export function securityHeaders(config: Pick<Config, 'site_url'>): readonly string[] {
  return config.site_url.startsWith('https://') ? [...ALWAYS, 'Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] : ALWAYS;
}
