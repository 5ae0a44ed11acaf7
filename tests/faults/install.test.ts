import { expect, it } from 'vitest';
import { onBareMachine, whyNoMachine } from '../support/bare-machine.ts';
import { type Step, WALK } from '../support/documented-commands.ts';

const filled = ({ line, with: words = {}, as_site }: Step) => {
  const command = Object.entries(words).reduce((text, [word, value]) => text.replaceAll(word, value), line);
  return as_site ? `( cd /opt/cemao && exec runuser -u cemao -- sh -ec 'set -a; . /etc/cemao/cemao.env; exec ${command}' )` : command;
};

it('O8 an empty machine becomes a site by the commands of the pages, as they are written', async () => {
  const why = whyNoMachine();
  if (why !== null) return console.warn(`the commands of the pages were not followed here: ${why}`);
  const came = await onBareMachine(WALK.map(filled));
  const wrong = came.filter(({ code, said }, i) => code !== (WALK[i]?.code ?? 0) || !(WALK[i]?.says ?? /^/).test(said));
  expect(wrong).toEqual([]);
}, 1_260_000);
