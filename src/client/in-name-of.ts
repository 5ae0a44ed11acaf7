import { ENTERPRISE_PARAM } from '#contract/envelope.ts';

/** The enterprise in whose name this page acts, as its address says it; null: the reader's own. The server asks whether they may. */
export function enterpriseOfPage(): string | null {
  const value = new URLSearchParams(globalThis.location?.search ?? '').get(ENTERPRISE_PARAM) ?? '';
  return /^[1-9]\d{0,14}$/.test(value) ? value : null;
}

/** The address with the enterprise of this page, so that the next page goes on in its name. */
export function inName(href: string, enterprise = enterpriseOfPage()): string {
  return enterprise === null ? href : `${href}${href.includes('?') ? '&' : '?'}${ENTERPRISE_PARAM}=${enterprise}`;
}
