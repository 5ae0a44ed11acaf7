import { dirname, join, posix } from 'node:path';
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import scslre from 'scslre';
import ts from 'typescript';
import { leastCpuMs } from '../support/cpu-time.ts';
import type { SourceFile } from './source.ts';

/** A regular expression of ours. `pattern` null: its text is not known before the program runs. */
interface Pattern {
  path: string;
  line: number;
  said: string;
  pattern: RegExp | null;
}

/** Where a pattern may begin: behind what no operand ends with. A file without one is not read as a tree: three of four have none. */
const MAY_BEGIN =
  /\bRegExp\b|(?:^|[()[{,;=:!&|?+\-*%<>~^}]|\b(?:return|typeof|case|in|of|void|delete|throw|new|await|yield|else|do|default|extends|instanceof)\b)\s*(?<![<*])\/(?![/*])/m;
const maySay = ({ text }: SourceFile) => MAY_BEGIN.test(text.replaceAll(' />', ''));

/** Every regular expression of the files, those that are put together from constants too. */
export function patternsOf(files: readonly SourceFile[]): Pattern[] {
  const constants = new Constants(files);
  return files.filter(maySay).flatMap((file) => {
    const found: Pattern[] = [];
    const add = (node: ts.Node, pattern: RegExp | null) => {
      const { line } = constants.tree(file.path).getLineAndCharacterOfPosition(node.getStart());
      found.push({ path: file.path, line: line + 1, said: pattern ? String(pattern) : node.getText(), pattern });
    };
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        add(node, new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
      } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
        const [source, flags] = (node.arguments ?? []).map((one) => constants.textOf(file.path, one));
        add(node, typeof source === 'string' && flags !== null ? new RegExp(source, flags) : null);
      }
      ts.forEachChild(node, visit);
    };
    visit(constants.tree(file.path));
    return found;
  });
}

/** Texts of constants, as far as they are written down. */
class Constants {
  readonly #files: Map<string, SourceFile>;
  readonly #trees = new Map<string, ts.SourceFile>();
  constructor(files: readonly SourceFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  tree(path: string): ts.SourceFile {
    const known = this.#trees.get(path);
    if (known) return known;
    const text = this.#files.get(path)?.text ?? '';
    const made = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
    this.#trees.set(path, made);
    return made;
  }

  textOf(path: string, node: ts.Node): string | null {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text.replaceAll(ts.isNumericLiteral(node) ? '_' : '', '');
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return this.textOf(path, node.expression);
    if (ts.isBinaryExpression(node)) return joined([this.textOf(path, node.left), this.textOf(path, node.right)]);
    if (ts.isTaggedTemplateExpression(node)) return this.#template(path, node.template, true);
    if (ts.isTemplateExpression(node)) return this.#template(path, node, false);
    return ts.isIdentifier(node) ? this.#named(path, node.text) : null;
  }

  #template(path: string, node: ts.TemplateLiteral, raw: boolean): string | null {
    const part = (one: ts.TemplateLiteralLikeNode) => (raw ? (one.rawText ?? one.text) : one.text);
    if (ts.isNoSubstitutionTemplateLiteral(node)) return part(node);
    return joined([part(node.head), ...node.templateSpans.flatMap((span) => [this.textOf(path, span.expression), part(span.literal)])]);
  }

  #named(path: string, name: string): string | null {
    for (const statement of this.tree(path).statements) {
      if (ts.isVariableStatement(statement)) {
        const found = statement.declarationList.declarations.find((one) => one.name.getText() === name);
        if (found?.initializer) return this.textOf(path, found.initializer);
      } else if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
        const names = statement.importClause?.namedBindings;
        const found = names && ts.isNamedImports(names) && names.elements.find((one) => one.name.text === name);
        const from = statement.moduleSpecifier.text;
        const target = from.startsWith('#') ? `src/${from.slice(1)}` : posix.normalize(join(dirname(path), from).replaceAll('\\', '/'));
        if (found && this.#files.has(target)) return this.#named(target, (found.propertyName ?? found.name).text);
      }
    }
    return null;
  }
}

const joined = (parts: ReadonlyArray<string | null>): string | null => (parts.includes(null) ? null : parts.join(''));

const LENGTHS = [64, 1_024, 16_384];
const BOUND_MS = 20;
const PAIRED_MAX = 7;

/** Why the time of a pattern grows faster than the text; '': it does not. Proven for runs of one sign, measured for runs of more. */
export function whySlow(pattern: RegExp): string {
  const { reports } = scslre.analyse(pattern, { maxReports: 1 });
  if (reports[0]) return `${reports[0].exponential ? 'exponential' : 'super-linear'} in a run of ${reports[0].character.literal.source}`;
  const search = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}${pattern.sticky ? 'y' : 'g'}`);
  for (const { start, run } of attacksOn(pattern)) {
    for (const length of LENGTHS) {
      const text = start + run.repeat(Math.ceil(length / run.length));
      // the end is one that few patterns take
      if (leastCpuMs(() => `${text}\u0000`.replace(search, ''), BOUND_MS) > BOUND_MS)
        return `slow with ${JSON.stringify(start)} and many ${JSON.stringify(run)}`;
    }
  }
  return '';
}

const SIGNS = [...'a0 -._/:;,=<>"\'([{@#*+&?!%|\\\n\tZ中，。（\u0000'];

interface Attack {
  start: string;
  run: string;
}

/** Texts of the pattern's own signs: runs of each and of each two, behind every beginning that leads to a repetition; and the beginnings themselves many times. */
function attacksOn(pattern: RegExp): Attack[] {
  const tree = new RegExpParser().parseLiteral(String(pattern)).pattern;
  const flags = pattern.flags.replace(/[gy]/g, '');
  const signs = new Set<string>();
  const starts = new Set<string>();
  visitRegExpAST(tree, {
    onCharacterEnter: (node) => void signs.add(String.fromCodePoint(node.value)),
    onCharacterSetEnter: (node) => add(signOf(node, flags)),
    onCharacterClassEnter: (node) => add(signOf(node, flags)),
    onQuantifierEnter: (node) => {
      if (node.max > 9) starts.add(before(node, flags));
    },
  });
  function add(sign: string): void {
    if (sign) signs.add(sign);
  }
  if (starts.size === 0) return [];
  const list = [...signs];
  const runs = list.flatMap((one, at) => [
    one,
    ...list.filter((_, other) => list.length <= PAIRED_MAX || Math.abs(other - at) === 1).map((other) => one + other),
  ]);
  const attacks = [...new Set(['', ...starts])].flatMap((start) => runs.map((run) => ({ start, run })));
  const repeated = [...starts]
    .filter(Boolean)
    .flatMap((start) => ['', 'a', ' ', '\n', ...list.slice(0, PAIRED_MAX)].map((sign) => ({ start: '', run: start + sign })));
  return [...repeated, ...attacks];
}

/** A sign that the node takes. */
function signOf(node: AST.Node, flags: string): string {
  const one = new RegExp(`^${node.raw}$`, flags);
  return SIGNS.find((sign) => one.test(sign)) ?? '';
}

/** The shortest text that leads from the beginning of the pattern to this node. */
function before(node: AST.Node, flags: string): string {
  const { parent } = node;
  if (!parent) return '';
  const here = parent.type === 'Alternative' ? parent.elements.slice(0, parent.elements.indexOf(node as AST.Element)) : [];
  return before(parent, flags) + here.map((one) => shortest(one, flags)).join('');
}

function shortest(node: AST.Node, flags: string): string {
  if (node.type === 'Character') return String.fromCodePoint(node.value);
  if (node.type === 'Quantifier') return shortest(node.element, flags).repeat(Math.min(node.min, 64));
  if (node.type === 'Group' || node.type === 'CapturingGroup')
    return (node.alternatives[0]?.elements ?? []).map((one) => shortest(one, flags)).join('');
  if (node.type === 'Backreference') return Array.isArray(node.resolved) ? '' : shortest(node.resolved, flags);
  return node.type === 'Assertion' ? '' : signOf(node, flags);
}
