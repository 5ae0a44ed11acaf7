import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Result, Row } from './row.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

const folder = new URL('./rows/', import.meta.url);
const rows: Row[] = [];
for (const file of readdirSync(folder).sort()) {
  if (file.endsWith('.row.ts')) rows.push(((await import(new URL(file, folder).href)) as { default: Row }).default);
}
const wanted = values.only ? values.only.split(',') : rows.map((row) => row.name);
const unknown = wanted.filter((name) => !rows.some((row) => row.name === name));
if (values.list || unknown.length > 0) {
  process.stdout.write(`${rows.map((row) => row.name).join('\n')}\n`);
  process.exit(unknown.length > 0 ? 1 : 0);
}

const results: Result[] = [];
let failed = 0;
for (const row of rows.filter(({ name }) => wanted.includes(name))) {
  process.stdout.write(`${row.name} …\n`);
  const started = performance.now();
  try {
    results.push(...(await row.run({ seconds: Math.max(1, Number(values.seconds) || 5) })));
  } catch (error) {
    failed++;
    process.stdout.write(`  ${(error as Error).stack}\n`);
    results.push({ what: row.name, goal: '-', measured: 'did not finish', base: '-', ratio: '-', reached: false });
  }
  process.stdout.write(`  ${Math.round((performance.now() - started) / 1000)} s\n`);
}
const table = asTable(results);
process.stdout.write(`\n${table}\n`);
if (values.write) writeDocs(table);
process.exit(failed > 0 ? 1 : 0);

function asTable(list: Result[]): string {
  const cells = list.map((r) => [r.what, r.goal, r.measured, r.base, r.ratio, r.reached === null ? '-' : r.reached ? 'met' : 'missed']);
  return [['what', 'goal', 'measured', 'compared with', 'ratio', 'result'], ['---', '---', '---', '---', '---', '---'], ...cells]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

function writeDocs(text: string): void {
  const file = fileURLToPath(new URL('../../docs/bench.md', import.meta.url));
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}`;
  const begin = '<!-- table -->';
  const end = '<!-- /table -->';
  const block = `${begin}\n\nMeasured on ${new Date().toISOString().slice(0, 10)}: ${machine}.\n\n${text}\n\n${end}`;
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, before.replace(new RegExp(`${begin}[\\s\\S]*${end}`), block));
}
