import { z } from 'zod';
import {
  ANSWER_TEXT_MAX,
  CONVERSATION_TITLE_MAX,
  COST_RANGES,
  FILES_MOST,
  PINNED_MOST,
  QUESTION_MAX,
  VOTE_NOTE_MAX,
} from '#contract/assistant.ts';
import { INSTRUCTIONS_MAX } from '#contract/assistant-text.ts';
import { TOOL_KEYS } from '#contract/assistant-tools.ts';
import { callsOf, DRAWING_TIMEOUT_MS } from '#contract/call.ts';
import { choiceField, flagField, idField, textField, wholeNumber } from '#contract/input-fields.ts';
import {
  answerEventsOutput,
  assistantCostsOutput,
  assistantListOutput,
  assistantTalkOutput,
  fileOutput,
  instructionsOutput,
  standingOutput,
  turnOutput,
} from '#contract/outputs/assistant.ts';

const call = callsOf('assistant');
const staffCall = callsOf('admin', { verb: 'assistant.see' });
const seqField = wholeNumber('位置无效', 0, Number.MAX_SAFE_INTEGER);
const one = z.object({ id: idField });
const owned = { id: 'assistant_answer' };
const of_conversation = { id: 'assistant_conversation' };
const asked_at = { conversation_id: of_conversation.id, after: owned.id, beside: owned.id, continues: owned.id };
const nothing = z.null();
const place = (what: string) => wholeNumber(`${what}无效`, 0, Number.MAX_SAFE_INTEGER).default(0);
const text = (label: string, most: number) => z.string({ error: `${label}应为文字` }).max(most * 2, `${label}最多 ${most} 字`);

export const assistantCalls = {
  standing: call('GET', '/assistant/index/standing', {
    summary: '助手：今天剩余的免费次数、猫币、每次最多收取的猫币与正在生成的回答',
    output: standingOutput,
  }),
  ask: call('POST', '/assistant/index/ask', {
    summary:
      '向助手提问或使用工具；立即返回回答的编号，由后台生成。同一个 key 再发一次仍是同一条。after 为接着哪条回答问，beside 为在哪条回答旁边重新回答或改问题，原来的分支保留；continues 为接着写完哪条停下或中断的回答。免费次数用完返回 code 3（data.price_max 为每次最多收取的猫币），pay 为 1 时使用猫币，不足返回 code 8',
    limit: { points: 30, window_s: 60 },
    owned: { ...asked_at, files: 'assistant_file' },
    open: { company_id: 'user' },
    input: z.object({
      /** Made by the browser; the same again is the same answer. */
      key: z.string({ error: '编号无效' }).regex(/^[\w-]{8,64}$/, '编号无效'),
      /** 0: a new conversation. */
      conversation_id: place('对话'),
      /** The answer that it goes on from; 0: the newest of the conversation. */
      after: place('位置'),
      /** The answer at whose place it is asked again, in its words where `question` is empty. */
      beside: place('位置'),
      /** The answer whose text goes on, as its question asked. */
      continues: idField.optional(),
      tool: z.enum(['', ...TOOL_KEYS], { error: '没有这个工具' }).default(''),
      question: text('问题', QUESTION_MAX).default(''),
      input: z.record(z.string().max(20), z.string({ error: '应为文字' }).max(4_000, '每项最多 4000 字')).default({}),
      files: z.array(idField, { error: '文件无效' }).max(FILES_MOST, `一个问题最多 ${FILES_MOST} 个文件`).default([]),
      /** Only published works of this company are read: the asker's own, or one whose works they publish. */
      company_id: idField.optional(),
      /** The asker agreed to spend coins. */
      pay: flagField.default(false),
    }),
    output: turnOutput,
  }),
  read_file: call('POST', '/assistant/index/file', {
    summary: '读取我上传的一个文件（PDF、docx、xlsx、pptx，最大 10 MB）里的文字，供提问时使用；同一个上传只读一次',
    limit: { points: 20, window_s: 60 },
    owned: { file_id: 'file' },
    input: z.object({ file_id: idField }),
    output: fileOutput,
    timeout_ms: DRAWING_TIMEOUT_MS,
  }),
  drop_file: call('DELETE', '/assistant/index/file', {
    summary: '移除一个读过、还没有用来提问的文件',
    ...{ input: one, owned: { id: 'assistant_file' }, output: nothing },
  }),
  answer: call('GET', '/assistant/index/answer', {
    summary: '我的一条回答',
    ...{ input: one, owned, output: turnOutput },
  }),
  stream: call('GET', '/assistant/index/stream', {
    summary: '回答在 after（字数）之后的内容；按 Accept 回答为流或一页。最后一个事件的 turn 为完整的回答',
    owned,
    input: z.object({ id: idField, after: seqField.default(0) }),
    output: answerEventsOutput,
  }),
  stop: call('POST', '/assistant/index/stop', {
    summary: '停止生成；已生成的内容保留，按已生成的部分收取',
    ...{ input: one, owned, output: turnOutput },
  }),
  edit: call('PUT', '/assistant/index/edit', {
    summary: '改写回答的文字；空白恢复为原来的回答',
    owned,
    input: z.object({ id: idField, text: text('内容', ANSWER_TEXT_MAX).default('') }),
    output: turnOutput,
  }),
  vote: call('PUT', '/assistant/index/vote', {
    summary: '评价回答：1 有帮助，-1 没有帮助，0 取消。运营会看到被评价的问题与回答',
    owned,
    input: z.object({ id: idField, vote: choiceField('评价无效', [-1, 0, 1]), note: textField('说明', VOTE_NOTE_MAX).default('') }),
    output: turnOutput,
  }),
  export: call('GET', '/assistant/index/export', {
    summary:
      '把回答导出为 Word、PowerPoint 或 Excel 文件，模型写的带有 AI 生成标识；whole 为 1 时是从第一个问题到这条回答的整个对话，总是 Word，出处带链接',
    limit: { points: 20, window_s: 60 },
    owned,
    input: z.object({
      id: idField,
      format: z.enum(['docx', 'pptx', 'xlsx'], { error: '格式无效' }).default('docx'),
      whole: flagField.default(false),
    }),
    answers: 'application/vnd.openxmlformats-officedocument',
    timeout_ms: DRAWING_TIMEOUT_MS,
  }),
  instruct: call('PUT', '/assistant/index/instructions', {
    summary: '设置随每个问题一起发给模型的回答要求；active 为 0 时保留但不使用，空白为删除。没有接入模型时不能设置',
    limit: { points: 20, window_s: 60 },
    input: z.object({ text: text('回答要求', INSTRUCTIONS_MAX).default(''), active: flagField.default(true) }),
    output: instructionsOutput,
  }),
  conversations: call('GET', '/assistant/index/conversations', {
    summary: '我与助手的对话，置顶的在前，其余最近的在前；q 在标题、问题与回答中查找，after 为上一页的 next',
    input: z.object({ q: textField('关键词', 40).default(''), after: textField('位置', 40).default('') }),
    output: assistantListOutput,
  }),
  conversation: call('GET', '/assistant/index/conversation', {
    summary: '我与助手的一个对话，含问题与回答',
    ...{ input: one, owned: of_conversation, output: assistantTalkOutput },
  }),
  rename: call('PUT', '/assistant/index/rename', {
    summary: '重命名对话',
    owned: of_conversation,
    input: z.object({ id: idField, title: textField('名称', CONVERSATION_TITLE_MAX, 1) }),
    output: nothing,
  }),
  pin: call('PUT', '/assistant/index/pin', {
    summary: `置顶对话，pinned 为 0 时取消；最多 ${PINNED_MOST} 个`,
    owned: of_conversation,
    input: z.object({ id: idField, pinned: flagField }),
    output: nothing,
  }),
  remove: call('DELETE', '/assistant/index/remove', {
    summary: '删除对话，七天内可以恢复',
    ...{ input: one, owned: of_conversation, output: nothing },
  }),
  restore: call('POST', '/assistant/index/restore', {
    summary: '恢复删除的对话',
    ...{ input: one, owned: of_conversation, output: nothing },
  }),
  costs: staffCall('GET', '/admin/assistant/costs', {
    summary: '后台：助手近 7、30、90 天的次数、token、猫币、成本与毛利，按日、模型与工具',
    input: z.object({ range: choiceField('时间范围无效', COST_RANGES).default(30) }),
    output: assistantCostsOutput,
  }),
  costs_csv: staffCall('GET', '/admin/assistant/costs/csv', {
    summary: '后台：助手成本明细，按日、模型与工具（CSV）',
    input: z.object({ range: choiceField('时间范围无效', COST_RANGES).default(30) }),
    answers: 'text/csv',
  }),
};
