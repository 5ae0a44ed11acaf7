import { describe, expect, it } from 'vitest';
import { DocumentError } from './port.ts';
import { asksForMore, ownRelations } from './pptx-links.ts';

const NS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const rels = (...inside: string[]) => `<Relationships xmlns="${NS}">${inside.join('')}</Relationships>`;
const rel = (type: string, target: string, mode = '') =>
  `<Relationship Id="r1" Type="${TYPE}/${type}" Target="${target}"${mode && ` TargetMode="${mode}"`}/>`;

describe('relationships of a presentation', () => {
  it('inside of it stay', () => {
    const kept = rel('image', '../media/a&amp;b.png');
    expect(ownRelations(Buffer.from(rels(kept, rel('slideLayout', '/ppt/slideLayouts/1.xml', 'Internal'))))).toContain(kept);
    expect(ownRelations(Buffer.from(rels(rel('slideLayout', '/ppt/slideLayouts/1.xml', 'Internal'))))).toContain('/ppt/slideLayouts/1.xml');
  });

  it.each([
    ['a file', rel('image', 'file:///etc/passwd', 'External')],
    ['an address', rel('oleObject', 'http://example.com/a.docx', 'External')],
    ['an address that claims to be inside', rel('image', ' HTTP://example.com/a.png')],
    ['a share', rel('video', '\\\\server\\share\\a.mp4')],
    ['a mode that nobody knows', rel('image', '../media/a.png', 'external')],
  ])('to %s are gone', (_what, one) => {
    expect(ownRelations(Buffer.from(rels(one)))).not.toContain('<Relationship ');
  });

  it('of linked words lead nowhere, so that they keep their look', () => {
    const own = ownRelations(Buffer.from(rels(rel('hyperlink', 'https://example.com/', 'External'))));
    expect(own).toContain('Id="r1"');
    expect(own).not.toContain('example.com');
  });

  it('are understood in other encodings and with prefixes, and never copied', () => {
    const prefixed = `<a:Relationships xmlns:a="${NS}"><a:Relationship Id="r1" Type="t" Target="file:///x" TargetMode="&#69;xternal"/></a:Relationships>`;
    expect(ownRelations(Buffer.from(prefixed))).not.toContain('file:');
    expect(ownRelations(Buffer.from(`\ufeff${rels(rel('image', 'file:///x', 'External'))}`, 'utf16le'))).not.toContain('file:');
  });

  it('that are no XML are a broken file', () => {
    expect(() => ownRelations(Buffer.from('<Relationships><Relationship'))).toThrow(DocumentError);
    expect(() => ownRelations(Buffer.from(`<!DOCTYPE x [<!ENTITY a "b">]>${rels(rel('image', '&a;'))}`))).toThrow(DocumentError);
  });
});

describe('a picture of markup', () => {
  const svg = (inside: string) => Buffer.from(`<svg xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`);
  it.each([
    '<image xlink:href="file:///a.png"/>',
    "<image href = 'http://example.com/a.png'/>",
    '<image href="&#102;ile:///a.png"/>',
    '<image href="data:image/svg+xml;base64,AAAA"/>',
    '<rect style="fill:url(http://example.com/#a)"/>',
    '<style>@import "a.css";</style>',
    '<v:imagedata src="\\\\server\\a.png"/>',
  ])('asks for more: %s', (inside) => expect(asksForMore(svg(inside))).toBe(true));
  it('asks for more by an entity, also in another encoding', () => {
    expect(asksForMore(Buffer.from('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///a">]><svg/>'))).toBe(true);
    expect(asksForMore(Buffer.from('\ufeff<svg><image href="file:///a"/></svg>', 'utf16le'))).toBe(true);
  });
  it.each([
    '<use xlink:href="#a"/><rect fill="url(#b)"/>',
    '<image href="data:image/png;base64,AAAA"/>',
    '<v:imagedata o:relid="rId1" o:title=""/>',
  ])('is whole in itself: %s', (inside) => expect(asksForMore(svg(inside))).toBe(false));
});
