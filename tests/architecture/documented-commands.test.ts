import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '#server/cli/commands.ts';
import { documentedCommands, NOT_RUN, WALK } from '../support/documented-commands.ts';
import { root } from './source.ts';

const documented = documentedCommands();
/** With the one that the demo brings. */
const demo = /commands: \{ (\w+):/.exec(readFileSync(join(root, 'demo/plug-in.ts'), 'utf8'))?.[1] ?? '';
const known_to_site = [...Object.keys(commands), demo];
const run = WALK.filter(({ ours }) => !ours).flatMap(({ line, also = [] }) => [line, ...also]);

it('every command of the pages is run by a test as it is written, or a reason says why none can', () => {
  expect(documented.length).toBeGreaterThan(60);
  const known = new Set([...run, ...Object.keys(NOT_RUN)]);
  expect(documented.filter(({ command }) => !known.has(command))).toEqual([]);
  const written = new Set(documented.map(({ command }) => command));
  expect([...known].filter((command) => !written.has(command))).toEqual([]);
  expect(Object.keys(NOT_RUN).filter((command) => run.includes(command))).toEqual([]);
});

it('a shell reads every command, and the site and its containers know what they are asked for', () => {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  for (const { page, command } of documented) {
    const read = spawnSync('sh', ['-n', '-c', command], { encoding: 'utf8' });
    expect([page, command, read.stderr, read.status]).toEqual([page, command, '', 0]);
    for (const [, name = ''] of command.matchAll(/(?:src\/cli\.ts|(?:^| )cemao(?= [a-z]+ )) ([a-z-]+)/g))
      expect([page, command, known_to_site]).toEqual([page, command, expect.arrayContaining([name])]);
    for (const [, script, plain] of command.matchAll(/npm (?:run ([\w:]+)|(start|test))/g))
      expect([command, scripts[script ?? plain ?? '']]).toEqual([command, expect.any(String)]);
    for (const [, service = ''] of command.matchAll(/docker compose (?:exec|run --rm|stop|start|logs -f) (\w+)/g))
      expect([command, compose]).toEqual([command, expect.stringMatching(new RegExp(`^ {2}${service}:$`, 'm'))]);
  }
});

it('both containers are asked for their health, and the site waits for a database that answers', () => {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
  expect(compose.match(/^ {4}restart: unless-stopped$/gm)).toHaveLength(2);
  expect(compose).toMatch(/^ {4}healthcheck:\n {6}test: \["CMD", "pg_isready"/m);
  expect(compose).toMatch(/^ {6}database: \{ condition: service_healthy \}$/m);
  // that of the site is the image's own
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toMatch(/^HEALTHCHECK .*\/healthz/m);
});
