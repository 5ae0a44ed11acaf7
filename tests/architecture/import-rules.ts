// What may import what, as far as it is about circles, tests and what a start reads. That a way leads somewhere the types say, that a package
// is declared knip says; what the product may need is in production-packages.test.ts.
import type { Rule } from './rules.ts';
import { type Import, importsOf, type SourceFile } from './source.ts';

const ofProduct = (path: string) => /^(?:src|demo)\//.test(path) && !/\.test\.tsx?$/.test(path);

/** Every file that imports what `refused` says. */
const importing = (files: readonly SourceFile[], refused: (one: Import) => boolean, what: string) =>
  files.flatMap((file) =>
    importsOf(file)
      .filter(refused)
      .map(({ target }) => `${file.path} imports ${target}: ${what}`),
  );

/** Who names each other in a circle. */
export function circles(table: Readonly<Record<string, readonly string[]>>): string[] {
  const problems: string[] = [];
  const done = new Set<string>();
  const visit = (name: string, way: readonly string[]) => {
    if (way.includes(name)) {
      problems.push([...way.slice(way.indexOf(name)), name].join(' -> '));
      return;
    }
    if (done.has(name)) return;
    for (const next of table[name] ?? []) visit(next, [...way, name]);
    done.add(name);
  };
  for (const name of Object.keys(table)) visit(name, []);
  return problems;
}

const circlesOf = (files: readonly SourceFile[], counts: (one: Import) => boolean) =>
  circles(
    Object.fromEntries(
      files.map((file) => [
        file.path,
        importsOf(file)
          .filter(counts)
          .map(({ target }) => target),
      ]),
    ),
  );

/** No file needs itself to load. Types load nothing, and what is loaded on demand comes later. */
export const noCircle: Rule = (files) => circlesOf(files, ({ type_only, dynamic }) => !type_only && !dynamic);

/** Who reads one file of the browser need not read another that leads back: neither types nor what is loaded on demand. */
export const noCircleInBrowser: Rule = (files) =>
  circlesOf(
    files.filter(({ path }) => /^src\/(?:client|features|kit|ui)\//.test(path)),
    () => true,
  );

/** Only tests know tests. */
export const noTestInProduct: Rule = (files) =>
  importing(
    files.filter(({ path }) => ofProduct(path)),
    ({ target }) => /^tests\/|\.test\.tsx?$/.test(target),
    'only tests know tests',
  );

const LATER = /^(?:@cantoo\/pdf-lib|@simplewebauthn\/server|docx|fontkit|nodemailer|pptxgenjs|qrcode|write-excel-file)(?:\/|$)/;

/** What few requests need is not read by every start: these libraries are a third of all the files a start would read. */
export const readWhenUsed: Rule = (files) =>
  importing(
    files.filter(
      ({ path }) =>
        path.startsWith('src/server/') &&
        ofProduct(path) &&
        !/^src\/server\/modules\/assistant\/exports\/(?:docx|pptx|xlsx)\.ts$/.test(path),
    ),
    ({ target, type_only, dynamic }) => !type_only && !dynamic && LATER.test(target),
    'load it on demand',
  );

/** Node's own that it is going to give up. */
export const noOldCore: Rule = (files) =>
  importing(files, ({ target }) => /^(?:node:)?(?:(?:punycode|domain|constants|sys)$|_)/.test(target), 'Node gives it up');
