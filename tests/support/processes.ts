import { readdirSync, readFileSync } from 'node:fs';

/** Processes below `pid`, at any depth, whose command line holds `word`; the outermost first. */
export function descendants(pid: number, word: string): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const facts = read(`/proc/${name}/stat`).replace(/^.*\) /s, '');
    if (facts) parents.set(Number(name), Number(facts.split(' ')[1]));
  }
  const below = (child: number): boolean => {
    const parent = parents.get(child);
    return parent === pid || (parent !== undefined && parent > 1 && below(parent));
  };
  return [...parents.keys()].filter((child) => below(child) && read(`/proc/${child}/cmdline`).includes(word)).sort((a, b) => a - b);
}

/** Empty when it has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
