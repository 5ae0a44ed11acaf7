// biome-ignore lint/suspicious/noControlCharactersInRegex: leaving them out is the point
const UNFIT = /[\u0000-\u001f\u007f\\/]/g;
const NAME_MAX = 200;

/**
 * The header Content-Disposition (RFC 6266): an ASCII name for old readers, the real one by RFC 8187. A name is one of a file: no folders,
 * no control characters, no half signs, which would end the answer.
 */
export function contentDisposition(name: string, how: 'attachment' | 'inline' = 'attachment'): string {
  const real = [...name.toWellFormed().replace(UNFIT, '_')];
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  const whole = real.length <= NAME_MAX ? real.join('') : `${real.slice(0, NAME_MAX - ending.length).join('')}${ending}`;
  const plain = /^[\w .()+-]+$/.test(whole) ? whole : `cemao${ending}`;
  const encoded = encodeURIComponent(whole).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
