import { parseArgs } from 'node:util';
import { type Command, print } from './command.ts';
import { gatherFacts } from './doctor/gather-facts.ts';
import { type Finding, judgeFacts } from './doctor/judge-facts.ts';

const MARKS: Record<Finding['level'], string> = { ok: '✓', warn: '!', bad: '✗' };

export const doctorCommand: Command = {
  usage: '[--json]',
  about: '检查这台机器是否适合运行网站，逐项说明该做什么；不改动任何数据，有无法工作之处时退出码为 1',
  async run(args) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
    const findings = judgeFacts(await gatherFacts());
    const bad = findings.filter(({ level }) => level === 'bad').length;
    const warned = findings.filter(({ level }) => level === 'warn').length;
    if (values.json) print(JSON.stringify({ ok: bad === 0, findings }, null, 2));
    else {
      for (const { level, title, text, todo } of findings) print(`${MARKS[level]} ${title}：${text}${todo && `。${todo}`}`);
      print(bad > 0 ? `${bad} 项无法工作，${warned} 项需要注意` : warned > 0 ? `可以运行，${warned} 项需要注意` : '一切正常');
    }
    return bad === 0 ? 0 : 1;
  },
};
