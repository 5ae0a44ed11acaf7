import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contentDisposition } from './disposition.ts';

/** What a reader of RFC 6266 makes of it: how, the old name, the real one. */
function read(header: string): [string, string, string] {
  const [, how = '', plain = '', real = ''] =
    /^(attachment|inline); filename="([^"\\]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(header) ?? [];
  return [how, plain, decodeURIComponent(real)];
}

it('P19 says the real name and one for old readers, and how it is shown', () => {
  expect(read(contentDisposition('年会方案.pdf'))).toEqual(['attachment', 'cemao.pdf', '年会方案.pdf']);
  expect(read(contentDisposition('cemao.ics', 'inline'))).toEqual(['inline', 'cemao.ics', 'cemao.ics']);
  expect(read(contentDisposition("it's (1)*.zip"))).toEqual(['attachment', 'cemao.zip', "it's (1)*.zip"]);
});

it('P19 no name breaks the header: quotes, folders, line ends, half signs, any length', () => {
  for (const name of [
    'a"b;filename=c.exe',
    '..\\..\\etc/passwd',
    'x\r\nSet-Cookie: a=b',
    '\ud800half.pdf',
    '😀'.repeat(3_000),
    '',
    '%2e"*\'()',
  ])
    expect(read(contentDisposition(name))[0]).toBe('attachment');
  const [, , long] = read(contentDisposition(`${'长'.repeat(900)}.pptx`));
  expect([[...long].length, long.endsWith('.pptx')]).toEqual([200, true]);
});

it('P19 every answer with the header is made by it', () => {
  const server = new URL('..', import.meta.url);
  const own = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => /\.ts$/.test(file) && !file.endsWith('.test.ts'));
  const lines = own.flatMap((file) =>
    readFileSync(new URL(file.replaceAll('\\', '/'), server), 'utf8')
      .split('\n')
      .filter((line) => /content-disposition/i.test(line) && !line.trim().startsWith('*'))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(lines.length).toBeGreaterThan(6);
  expect(lines.filter((line) => !/contentDisposition\(|file\.disposition/.test(line))).toEqual([]);
  expect(own.filter((file) => /filename\*?=/.test(readFileSync(new URL(file.replaceAll('\\', '/'), server), 'utf8')))).toEqual([
    'kernel/disposition.ts',
  ]);
});
