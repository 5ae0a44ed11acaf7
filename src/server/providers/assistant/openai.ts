import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import type { AssistantConfig } from '../../config/providers.ts';
import { type AnswerPart, AssistantError, type AssistantPort } from './port.ts';
import { promptOf } from './prompt.ts';

/** Nothing comes for so long: the server is given up. */
const SILENCE_MS = 30_000;
/** More than any answer that was asked for. */
const BYTES_MOST = 2_000_000;

const tokens = z.int().min(0).max(100_000_000);
const usage = z.object({ prompt_tokens: tokens.default(0), completion_tokens: tokens });
const choice = z.object({
  delta: z.object({ content: z.string().nullish() }).nullish(),
  message: z.object({ content: z.string().nullish() }).nullish(),
  finish_reason: z.string().nullish(),
});
const chunk = z.object({ choices: z.array(choice).default([]), usage: z.unknown().optional(), error: z.unknown().optional() });

/**
 * Any server that speaks the chat completions of OpenAI. Asks one host and follows no redirect. Servers that refuse `stream_options` are
 * asked again without, and that is remembered.
 */
export function createOpenAiAssistant(config: AssistantConfig, silence_ms = SILENCE_MS): AssistantPort {
  let with_usage = true;

  async function ask(body: object, signal: AbortSignal): Promise<Response> {
    const asked = (more: object) =>
      fetch(`${config.url}/chat/completions`, {
        method: 'POST',
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...(config.key ? { authorization: `Bearer ${config.key}` } : {}),
        },
        body: JSON.stringify({ ...body, ...more }),
        signal,
      });
    const response = await asked(with_usage ? { stream_options: { include_usage: true } } : {});
    if (!with_usage || (response.status !== 400 && response.status !== 422)) return response;
    await response.body?.cancel();
    const again = await asked({});
    if (again.ok) with_usage = false;
    return again;
  }

  return {
    name: 'openai',
    model: config.model,
    async *answer(wish, signal) {
      const silent = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const heard = () => {
        clearTimeout(timer);
        timer = setTimeout(() => silent.abort(new AssistantError('slow', 'the model said nothing for too long')), silence_ms);
      };
      heard();
      try {
        const body = {
          ...{ model: config.model, messages: promptOf(wish), max_tokens: wish.max_tokens, stream: true },
          ...(wish.tool === '' ? {} : { response_format: { type: 'json_object' } }),
        };
        const response = await ask(body, AbortSignal.any([signal, silent.signal]));
        await requireOk(response);
        yield* response.headers.get('content-type')?.includes('text/event-stream') ? readStream(response, heard) : readWhole(response);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (silent.signal.aborted) throw silent.signal.reason;
        if (error instanceof AssistantError) throw error;
        // what fetch says may hold the address, which must stay private
        throw new AssistantError('away', 'the model did not answer', { cause: error });
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function requireOk(response: Response): Promise<void> {
  if (response.ok) return;
  const { status } = response;
  await response.body?.cancel();
  throw new AssistantError(status === 429 ? 'busy' : status === 400 || status === 451 ? 'refused' : 'away', `the model answered ${status}`);
}

async function* readStream(response: Response, heard: () => void): AsyncIterable<AnswerPart> {
  if (!response.body) throw new AssistantError('broken', 'the model answered nothing');
  const lines: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => lines.push(data) });
  let ended = false;
  let bytes = 0;
  for await (const text of response.body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)) {
    heard();
    bytes += text.length;
    if (bytes > BYTES_MOST) throw new AssistantError('broken', 'the model does not end');
    parser.feed(text);
    for (const line of lines.splice(0)) {
      if (line.trim() === '[DONE]') ended = true;
      else {
        const read = readChunk(line);
        ended ||= read.ended;
        yield* read.parts;
      }
    }
  }
  if (!ended) throw new AssistantError('broken', 'the answer was cut off');
}

/** Servers that do not stream answer all at once. */
async function* readWhole(response: Response): AsyncIterable<AnswerPart> {
  const { parts } = readChunk((await response.text()).slice(0, BYTES_MOST));
  if (!parts.some(({ is }) => is === 'text')) throw new AssistantError('broken', 'the model answered nothing');
  yield* parts;
}

function readChunk(line: string): { parts: AnswerPart[]; ended: boolean } {
  let read: z.output<typeof chunk>;
  try {
    read = chunk.parse(JSON.parse(line));
  } catch (error) {
    throw new AssistantError('broken', 'the model did not answer in its format', { cause: error });
  }
  if (read.error !== undefined && read.error !== null) throw new AssistantError('broken', 'the model reported an error');
  const parts: AnswerPart[] = [];
  let ended = false;
  for (const { delta, message, finish_reason } of read.choices) {
    const text = delta?.content ?? message?.content ?? '';
    if (text !== '') parts.push({ is: 'text', text });
    if (finish_reason === 'content_filter') throw new AssistantError('refused', 'the model refused to go on');
    if (finish_reason === 'length') parts.push({ is: 'bound' });
    if (finish_reason) ended = true;
  }
  const counted = usage.safeParse(read.usage);
  if (counted.success)
    parts.push({ is: 'usage', prompt_tokens: counted.data.prompt_tokens, output_tokens: counted.data.completion_tokens });
  return { parts, ended };
}
