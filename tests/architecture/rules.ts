import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { LAYERS, MAY_CALL } from './modules.ts';
import { importsOf, moduleOf, root, type SourceFile, withoutComments } from './source.ts';

/** A rule looks at files and tells what breaks it, one line each. */
export type Rule = (files: readonly SourceFile[]) => string[];

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('tests/');
export const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;
/** Every match of a pattern outside of comments, as `path:line what`. */
export const matches = (file: SourceFile, pattern: RegExp, what: string) => {
  const text = withoutComments(file.text);
  return [...text.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`))].map(
    (match) => `${file.path}:${lineOf(text, match.index)} ${what}: ${match[0].trim()}`,
  );
};

/** A module is entered by its index.ts only; the schema barrel alone reads tables. */
export const onlyThroughDoors: Rule = (files) =>
  files
    .filter(({ path }) => /^(src|demo)\//.test(path))
    .flatMap((file) =>
      importsOf(file).flatMap(({ target }) => {
        const module = moduleOf(target);
        if (!module || module === moduleOf(file.path) || target === `src/server/modules/${module}/index.ts`) return [];
        if (file.path === 'src/server/schema.ts' && target.endsWith('/tables.ts')) return [];
        return [`${file.path} enters ${target} beside its door`];
      }),
    );

/** Modules call only whom the table allows. */
export const onlyAllowedCalls: Rule = (files) =>
  files.flatMap((file) => {
    const from = moduleOf(file.path);
    if (!from || isTest(file.path)) return [];
    if (!MAY_CALL[from]) return [`${file.path}: the module ${from} is not in the table`];
    return importsOf(file).flatMap(({ target }) => {
      const to = moduleOf(target);
      return to && to !== from && !MAY_CALL[from]?.includes(to) ? [`${file.path}: ${from} may not call ${to}`] : [];
    });
  });

/** What all areas share is named from the root of the sources, so that a file can be moved. */
export const sharedFromTheRoot: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap((file) => matches(file, /(?:from|import|\()\s*['"](?:\.\.\/)+(?:client|contract|kit|server|ui)\//, 'climbs; say # instead'));

/** Words that are compared because others wrote them: bills of providers, forms of the assistant, a column of a spreadsheet, a title. */
const WORDS_OF_OTHERS = [
  /^src\/server\/providers\//,
  /^src\/server\/modules\/search\/words\//,
  /^src\/contract\/mall\.ts$/,
  /^src\/layouts\/Base\.astro$/,
  // what a reader chose of a list, what a fact is called, what the pages of a kind are counted in
  /^src\/features\/(chat\/MessageActs\.tsx|demand\/DemandFacts\.astro|item-detail\/)/,
  /^src\/features\/vip\/MyMembershipView\.tsx$/,
];

/** What something is stands in a field: a text for people says it today and somebody's name says it tomorrow. */
export const stateIsNotReadFromWords: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/') && !isTest(path) && !WORDS_OF_OTHERS.some((of) => of.test(path)))
    .flatMap((file) => matches(file, /[!=]== ['"`][^'"`\n]*\p{Script=Han}[^'"`\n]*['"`]/u, 'reads a state from words'));

/** An Enter may be the input method's own: one place knows how browsers tell. What every page loads first looks at the code 13 alone. */
export const enterKnowsInputMethods: Rule = (files) =>
  files
    .filter(({ path }) => /^src\/(client|features|kit|ui)\//.test(path) && !isTest(path))
    .filter(({ path }) => !['src/client/is-composing.ts', 'src/client/early-session.ts'].includes(path))
    .flatMap((file) => [
      ...matches(file, /\.isComposing\b/, 'asks by itself'),
      ...(file.text.includes('is-composing.ts') ? [] : matches(file, /key === 'Enter'/, 'takes the Enter of an input method')),
    ]);

/** Who compares where it stands with where the browser arrived. */
const FOLLOWS_HISTORY = [
  ...['src/client/address.ts', 'src/ui/back-closes.ts', 'src/features/overlay/overlay-door.ts'],
  ...['src/features/overlay/reloaded-work.ts', 'src/features/demand/DemandForm.island.tsx'],
];

/** A dialog that closes steps back, too: only one place follows the address, and only where it became another. */
export const addressIsFollowedByOne: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/') && !isTest(path) && !FOLLOWS_HISTORY.includes(path))
    .flatMap((file) => matches(file, /['"]popstate['"]/, 'listens itself; followAddress knows what closed over the page'));

/** Their address says what is shown of one answer. */
const LOADS_ONE_ANSWER = ['src/features/workbench/workbench.store.ts', 'src/features/setting/setting.store.ts'];

/** Of two addresses the later one is shown, whichever answer arrives last. */
export const newestAddressWins: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.store.ts') && !LOADS_ONE_ANSWER.includes(path))
    .filter(({ text }) => /['"]#client\/address\.ts['"]/.test(text) && /\bawait\b/.test(text))
    .flatMap(({ path, text }) => {
      // a screen that is made by one of these has their turn; one that makes them has its own
      const has_turn = /\bmine [!=]== \w+/.test(text) || /\b(?:createScreen|createOwnList)\(/.test(text);
      return has_turn ? [] : [`${path} loads by its address, and an older answer may arrive last`];
    });

/** What they hold is in this browser, or is a few words of a dialog. */
const LOSES_LITTLE = [
  /^src\/features\/(infringement\/SaidForm|offer\/OfferFormDialog)\.tsx$/,
  /^src\/features\/(client-link\/LinkForm|workbench\/EntryDialog|coupon\/BatchPanel|chat\/PriceDialog)\.tsx$/,
];

/** A long form keeps what was typed, or leaving the page asks. */
export const longFormsAsk: Rule = (files) =>
  files
    .filter(({ path }) => /^src\/(features|kit)\/.*\.tsx$/.test(path) && !isTest(path) && !LOSES_LITTLE.some((of) => of.test(path)))
    .filter(({ text }) => /<Form\b/.test(text) && (text.match(/<(?:Field|TextArea|Select|TextBox)\b/g)?.length ?? 0) >= 4)
    .filter(({ text }) => !/\b(?:useLeaveWarning|useTyped)\(|<(?:SaveLine|RecordForm)\b/.test(text))
    .map(({ path }) => `${path}: what is typed is lost without a question; useLeaveWarning, or a form that saves itself`);

/** A day of a test is Shanghai's, as the product's are: UTC's is another from midnight to eight, and its month on the first. */
export const testsCountShanghaisDays: Rule = (files) =>
  files
    .filter(({ path }) => /^tests\/.*\.test\.ts$/.test(path))
    .flatMap((file) => matches(file, /\.now\(\)[^;\n]*\.toISOString\(\)\.slice\(0, (?:7|10)\)/, 'cuts a day out of UTC'));

/** Parts of the tree import only what lies below them. */
export const onlyDownwards: Rule = (files) =>
  files.flatMap((file) => {
    const layer = Object.keys(LAYERS).find((folder) => file.path.startsWith(`${folder}/`));
    if (!layer || isTest(file.path)) return [];
    const allowed = [layer, ...(LAYERS[layer] ?? [])];
    return (
      importsOf(file)
        .filter(
          ({ target }) => target.startsWith('src/') && !allowed.some((folder) => target === folder || target.startsWith(`${folder}/`)),
        )
        // types of the wired application may be named from below; they are gone when it runs
        .filter(({ type_only }) => !(type_only && layer.startsWith('src/server')))
        .map(({ target }) => `${file.path} imports ${target}, which lies above it`)
    );
  });

/** The demo comes with a site, the site does not know it: `src` finds plug-ins when it starts and names none. */
export const demoIsAPlugIn: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/') && !isTest(path))
    .flatMap((file) => matches(file, /['"`](?:#demo\/|[^'"`\n]*\.\.\/demo\/|demo\/)[^'"`\n]*/, 'names the demo'));

/** The browser never gets server code: nothing reachable from features, kit, client and ui lies in src/server. */
export const noServerInBrowser: Rule = (files) =>
  notReached(files, /^src\/(features|client|kit|ui|contract)\//, (target) => target.startsWith('src/server/'));

/** Calls are typed by the schemas that the server reads them with; the schemas and their library stay there. */
export const noSchemaInBrowser: Rule = (files) =>
  notReached(files, /^src\/(features|client|kit|ui)\/.*\.tsx?$/, (target) => target === 'zod');

function notReached(files: readonly SourceFile[], from: RegExp, refused: (target: string) => boolean): string[] {
  const by_path = new Map(files.map((file) => [file.path, file]));
  const problems: string[] = [];
  const seen = new Set<string>();
  const visit = (path: string, way: string[]) => {
    if (refused(path)) {
      problems.push(`${[...way, path].join(' -> ')}`);
      return;
    }
    const file = by_path.get(path);
    if (seen.has(path) || !file) return;
    seen.add(path);
    for (const { target, type_only } of importsOf(file)) if (!type_only || target.startsWith('src/server/')) visit(target, [...way, path]);
  };
  for (const { path } of files) if (from.test(path) && !isTest(path)) visit(path, []);
  return problems;
}

/** The table of all areas is the server's: it grows with each of them, and a button needs one line of it. */
export const noAreasInBrowser: Rule = (files) =>
  files
    .filter(({ path }) => /^src\/(features|client|kit|ui)\/.*\.tsx?$/.test(path) && !isTest(path))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ target, type_only }) => !type_only && target.startsWith('src/contract/areas/'))
        .map(({ target }) => `${file.path} imports ${target}`),
    );

/** SQL and its libraries live in repo.ts, tables.ts and the database folder. */
export const sqlInItsPlace: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/') && !isTest(path))
    .filter(
      ({ path }) =>
        !/^src\/server\/(db|outbox|backup)\//.test(path) && !/(^|\/)(repo|tables)\.ts$/.test(path) && !/[.-](repo|tables)\.ts$/.test(path),
    )
    .flatMap((file) =>
      importsOf(file)
        .filter(({ target, type_only }) => !type_only && /^(pg|drizzle-orm)($|[/-])/.test(target))
        .map(({ target }) => `${file.path} imports ${target}`),
    );

/** Prepared statements ask where a builder's connection is: one place makes them all. */
export const buildersOfOnePlace: Rule = (files) =>
  files
    .filter(({ path }) => !isTest(path) && path !== 'src/server/db/transaction.ts')
    .flatMap((file) => matches(file, /\bdrizzle\(/, 'makes a builder'));

/** Writes a million rows for measuring, which no verb could: the one place that knows tables of many. */
const BULK = 'demo/scale/';
const SQL_TABLE = /\b(?:from|join|update|into|truncate|table)\s+(?:only\s+)?"?([a-z_]+)\b/gi;

/** Compares what all areas wrote down of money, and has no table of its own (decision 0281). */
const READS_ALL_BOOKS = 'src/server/modules/books/';

/** A table is named, also in SQL as text, only below the folder whose tables.ts declares it; nobody hands its tables out. */
export const ownTablesOnly: Rule = (files) => {
  const owners = new Map(
    files
      .filter(({ path }) => /^src\/server\/.*\btables\.ts$/.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map((match) => [match[1] ?? '', path.slice(0, path.lastIndexOf('/') + 1)] as const),
      ),
  );
  return files
    .filter(({ path }) => /^(src|demo)\/.*\.ts$/.test(path) && !isTest(path) && !path.startsWith(BULK) && !path.startsWith(READS_ALL_BOOKS))
    .flatMap((file) => {
      const text = withoutComments(file.text);
      const named = [...text.matchAll(SQL_TABLE)]
        .map((match) => ({ table: match[1] ?? '', line: lineOf(text, match.index) }))
        .filter(({ table }) => !file.path.startsWith(owners.get(table) ?? 'src/'))
        .map(({ table, line }) => `${file.path}:${line} names ${table}, which is ${owners.get(table)}'s`);
      const handed = file.path.endsWith('/index.ts') ? matches(file, /\bexport\b[^;]*from '\.\/tables\.ts'/, 'hands its tables out') : [];
      return [...named, ...handed];
    });
};

/** What an order and its payments become is the answer of the table of moves; no statement has an opinion of its own. */
export const statusByMoveOnly: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/server/') && !isTest(path))
    .flatMap((file) => matches(file, /update (orders|payments) set status = (?!\$\d|given\.)\S+/i, 'writes a status that nobody decided'));

/** A cast rounds: seconds of the wire are cut, as `unixSeconds` does. */
export const secondsAreCut: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/server/') && !isTest(path))
    .flatMap((file) => matches(file, /(?<!floor\()extract\(epoch from (?:[^()]|\([^()]*\))*\)::/, 'rounds seconds'));

/** The environment is read in one place. */
export const environmentInConfig: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/server/config/') && !isTest(path))
    .flatMap((file) => matches(file, /\bprocess\.env\b/, 'reads the environment'));

/** Components and page sections get data; they never fetch it. Stores do, through their api file. */
export const componentsDoNotFetch: Rule = (files) =>
  files
    .filter(({ path }) => /^src\/(features|kit|ui|layouts)\/(.*\/)?[A-Z][\w.]*\.(tsx|astro)$/.test(path) && !isTest(path))
    .flatMap((file) => [
      ...matches(file, /\b(fetch|ofetch|\$fetch)\(|\bXMLHttpRequest\b|\bgateway\(/, 'fetches'),
      ...importsOf(file)
        .filter(
          ({ target, type_only }) => !type_only && (/\.api\.ts$/.test(target) || target === 'src/client/gateway.ts' || target === 'ofetch'),
        )
        .map(({ target }) => `${file.path} imports ${target}`),
    ]);

/** State of the browser: `createX(input) -> {$state, actions}` in `*.store.ts`; one for a page is an instance beside it. */
export const oneStoreShape: Rule = (files) =>
  files
    .filter(({ path }) => /^src\/(features|kit)\/.*\.tsx?$/.test(path) && !isTest(path))
    .flatMap((file) => {
      const loose = matches(file, /^(export )?(const \$\w+\b.*=|let \w+)/m, 'keeps state outside of a store');
      if (!file.path.endsWith('.store.ts')) {
        return [
          ...loose.filter((line) => line.includes('$')),
          ...matches(file, /= (atom|map|computed)[<(]/, 'makes state outside of a store'),
        ];
      }
      const text = withoutComments(file.text);
      const made = /^export (const|function) create[A-Z]/m.test(text) ? [] : [`${file.path} exports no createX`];
      const shaped = /\$state\b/.test(text) && /\bactions\b/.test(text) ? [] : [`${file.path} hands out no {$state, actions}`];
      return [...loose, ...made, ...shaped, ...matches(file, /^export async function \w+/m, 'exports an action beside the store')];
    });

/** What did not work is kept in one shape, `Failure` of the client, made by `failureOf`: a text alone has lost the number of its request. */
export const oneFailureShape: Rule = (files) =>
  files
    .filter(({ path }) => /^src\/(features|kit|client)\//.test(path) && !isTest(path))
    .flatMap((file) => [
      ...(file.path.endsWith('.store.ts') ? matches(file, /\b(error|failure|refusal)\??: string\b/, 'keeps a failure as a text') : []),
      ...matches(file, /\bmessage: string; request_id: string/, 'has a failure of its own shape'),
      ...matches(file, /\brequest_id: \(?(error|known)\b/, 'makes a failure by itself'),
    ]);

/** Selects, text areas and lines of errors are `ui`'s: label, fault and description are tied there once. Composers that grow are no fields. */
export const controlsOfUi: Rule = (files) =>
  files
    .filter(({ path }) => /^src\/(features|kit)\/.*\.tsx?$/.test(path) && !isTest(path))
    .filter(({ path }) => !['src/kit/pay/PayChoices.tsx', 'src/kit/copy.ts'].includes(path))
    .flatMap((file) => [
      ...matches(file, /<(select|textarea)\b/, 'has a control of its own'),
      ...matches(file, /<p\b[^>]*role="alert"[^>]*text-error/, 'has an error line of its own'),
      ...matches(file, /<form\b[^>]*noValidate/, 'has a form of its own'),
      ...matches(file, /\bclipboard\??\.writeText\(/, 'copies by itself'),
      // U37: the browser's own looks like no other field
      ...matches(file, /\bfile-input\b/, 'shows the file input of the browser'),
    ]);

/** Filled vermilion is the main act: what is chosen among its like is a tab or a chip. Numbers of pages alone are filled. */
export const chosenIsNoMainAct: Rule = (files) =>
  files
    .filter(({ path }) => /^src\/.*\.(tsx|astro)$/.test(path) && !isTest(path) && path !== 'src/ui/Pager.astro')
    .flatMap((file) => [
      ...matches(file, /<(a|button)\b[^<]*'btn-primary'[^<]*\baria-(pressed|current)=/, 'fills what is chosen'),
      ...matches(file, /<(a|button)\b[^<]*\baria-(pressed|current)=[^<]*'btn-primary'/, 'fills what is chosen'),
    ]);

/** A part whose code cannot be had must not take the screen along (kit/late.tsx); a `lazy` of its own says what stands in for it. */
export const partsMayFail: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/') && !isTest(path))
    .flatMap((file) => matches(file, /\blazy(<[^(]*>)?\(\(\) => import\('[^']+'\)\)/, 'loads a part without late()'));

/** Dialogs, and whatever else needs React where no island stands, are opened in one way. */
export const oneDialogOpener: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/') && path !== 'src/ui/open-dialog.tsx' && !isTest(path))
    .flatMap((file) => matches(file, /\bcreateRoot\(/, 'makes a React root of its own'));

const NOT_JSON =
  /=>|\b(Date|Map|Set|RegExp|Promise|Function|bigint|symbol|ReactNode|ReactElement|HTMLElement|Dispatch|Ref|Store|Atom|WritableAtom|AbortSignal|URL)\b/;

/** Props of an island are written into the HTML as JSON: no functions, dates, maps, nodes. */
export const islandPropsAreJson: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.island.tsx'))
    .flatMap((file) => {
      const text = withoutComments(file.text);
      const shapes = [...text.matchAll(/(?:interface\s+\w*Props\b[^{]*|type\s+\w*Props\s*=\s*)(\{[\s\S]*?\n\})/g)].map(
        (match) => match[1] ?? '',
      );
      const inline = [...text.matchAll(/export default function \w*\([^)]*?:\s*(\{[^)]*\})\s*\)/g)].map((match) => match[1] ?? '');
      return [...shapes, ...inline].flatMap((shape) => {
        const bad = NOT_JSON.exec(shape);
        return bad ? [`${file.path}: props hold ${bad[0]}`] : [];
      });
    });

/** 300 lines is a question, 500 an error. */
export const noLongFile: Rule = (files) =>
  files
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > 500)
    .map(({ path, lines }) => `${path} has ${lines} lines`);

/** Names that say nothing. */
export const noEmptyNames: Rule = (files) =>
  files.flatMap((file) => [
    ...(/(^|[/.-])(utils?|helpers?|common|misc)([/.-]|$)|manager/i.test(file.path) ? [`${file.path}: the name says nothing`] : []),
    ...matches(file, /\b(?:class|interface|type|function|const)\s+\w*Manager\b/, 'the name says nothing'),
  ]);

/** A test that does not run proves nothing; one that runs alone hides the others. */
export const noSilentTests: Rule = (files) =>
  files
    .filter(({ path }) => isTest(path))
    .flatMap((file) => matches(file, /\b(?:it|test|describe|suite)\s*\.\s*(?:skip|only|todo|skipIf|runIf)\b/, 'does not run'));

/** What is promised in a comment gets done or gets an issue; types are honest. */
export const nothingLeftOpen: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(TODO|FIXME|XXX)\b|@ts-ignore|@ts-nocheck|@ts-expect-error/g)].map(
      (match) => `${path}:${lineOf(text, match.index)} ${match[0]}`,
    ),
  );

/** A screen promises nothing that cannot be had. */
export const noEmptyPromises: Rule = (files) =>
  files
    .filter(({ path }) => /^src\/(?!.*\.test\.)/.test(path))
    .flatMap((file) => matches(file, /敬请期待|即将上线|即将开放|即将推出|敬请关注|coming soon/i, 'say what is true, or leave it out'));

/** A refusal of what is too much or too long says how much would do. */
export const refusalsNameTheLimit: Rule = (files) =>
  files
    .filter(({ path }) => /^src\/(contract|server\/modules)\/(?!.*\.test\.)/.test(path))
    .flatMap((file) => matches(file, /'[^'\n\d]*(?:太|过)(?:多|长|大)了?'/, 'name the limit: 最多 N'));

/** An ApiError always has fields, often none: `?? { form }` behind them says nothing to the reader. */
export const refusalsAreSaid: Rule = (files) =>
  files
    .filter(({ path }) => /^src\/(features|client|kit|ui)\//.test(path))
    .flatMap((file) => matches(file, /\berror\.fields \?\?/, 'use formErrors of src/client/api-error.ts'));

/** Hydration at once costs every reader; it needs a reason in the lines above. */
export const hydrationOnIntent: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.astro'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/client:(load|only|idle)\b/g)]
        .filter((match) => !/(\/\*|\/\/|<!--)/.test(text.slice(0, match.index).split('\n').slice(-4).join('\n')))
        .map((match) => `${path}:${lineOf(text, match.index)} ${match[0]} without a reason`),
    );

/** Folders and files that belong to the first kind, or say what the specification calls by its name. */
const OF_SCHEMES = [
  /^src\/server\/modules\/catalog\/kinds\/scheme\//,
  /^src\/contract\/scheme\//,
  /^src\/server\/db\/migrations\//,
  /^src\/server\/areas\/(index\.ts$|scheme\/)/,
  /^src\/pages\/programme\//,
  // tables with a row a kind
  /^src\/contract\/(kinds|kinds\/(sample|scheme)|field-hints|gateway|item-calls|specified)\.ts$/,
  /^src\/features\/vip\/VipDone\.tsx$/,
  /^src\/server\/modules\/catalog\/(kinds\/registry|terms\/default-terms)\.ts$/,
];

/** What the specification names so: calls, the preview text, the order page; and the one row of the table of kinds. */
const SPECIFIED =
  /(?:\/scheme)+\/|scheme_json|schemeimgs|schemev2|mySchemeOrder|myVipschemeOrder|getSchemeList|KINDS\.scheme|'scheme'|\bscheme: '|color-scheme|securitySchemes/g;

/** What all kinds share is not called by the name of one. Comments may speak of schemes as an example. */
export const notOneKindOnly: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/') && !isTest(path) && !OF_SCHEMES.some((place) => place.test(path)))
    .flatMap((file) =>
      withoutComments(file.text)
        .split('\n')
        .flatMap((line, at) => {
          const rest = line.replace(SPECIFIED, '');
          return /scheme/i.test(rest) ? [`${file.path}:${at + 1} speaks of one kind: ${line.trim()}`] : [];
        }),
    );

const BY_NOUN =
  /\bnoun\s*[!=]==\s*['"`]|['"`]\s*[!=]==\s*(?:\w+\??\.)*noun\b|[\w)\]](?:\?\.)?\[(?:\w+\??\.)*noun\]|switch \((?:\w+\??\.)*noun\)/g;

/** A kind is told by its key or code: its noun is a text, and texts change. */
export const notByNoun: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/') && !isTest(path))
    .flatMap((file) => matches(file, BY_NOUN, 'goes by the noun of a kind'));

const DETAIL_PATHS = Object.values<KindFacts>(KINDS).map(({ paths }) => paths.detail);

/** The address of a kind's page stands with the kind: nobody else spells one. */
export const addressesOfKinds: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/contract/') && !isTest(path))
    .flatMap((file) =>
      DETAIL_PATHS.flatMap((path) => matches(file, new RegExp(`['"\`]${path}\\?id=\\$\\{`, 'g'), 'spells the address of a kind')),
    );

const NAMED_PATH = /`((?:src|tests|tools|docs|public|\.ci)\/[\w./-]+|[\w-]+\.(?:md|json|mjs|yaml))`/g;

/** Every path that a document names exists. Paths with placeholders are patterns, not names. */
export const documentedPathsExist: Rule = (documents) =>
  documents.flatMap(({ path, text }) =>
    [...text.matchAll(NAMED_PATH)]
      .map((match) => ({ named: match[1] ?? '', line: lineOf(text, match.index) }))
      .filter(({ named }) => !/\.\.\./.test(named) && !existsSync(join(root, named)))
      .map(({ named, line }) => `${path}:${line} names ${named}, which is not there`),
  );

/** The "may call" table of a document, by module. */
export function documentedCalls(text: string): Record<string, string[]> {
  const section = /## Modules\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  return Object.fromEntries(
    rows.map((row) => {
      const [, name = '', , calls = ''] = row.split('|').map((cell) => cell.trim());
      return [name, calls === '' ? [] : calls.split(',').map((call) => call.trim())];
    }),
  );
}
