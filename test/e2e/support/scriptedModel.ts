import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer of the model: a call of a tool, or words, which end the turn. */
export type ModelStep = { tool: string; input: Record<string, unknown> } | { text: string };

/** What the model does in one turn: it is known by words that the prompt holds. */
export interface ModelTurn {
  prompt: string;
  steps: ModelStep[];
}

export interface ScriptedModel {
  /** Base URL of the OpenAI-compatible API. */
  url: string;
  /** What was asked that the script has no answer to; empty when all went by it. */
  surprises: string[];
  stop(): Promise<void>;
}

interface ChatMessage {
  role: string;
  content?: unknown;
}

interface ChatRequest {
  messages: ChatMessage[];
  tools?: unknown[];
}

const MODEL = 'scripted';

/**
 * Serves an OpenAI-compatible API on a free port of this machine that answers by the script, whoever asks and however
 * often: the answer depends only on the conversation that a request carries. Requests without tools (titles, summaries)
 * get a few words.
 */
export async function startScriptedModel(turns: ModelTurn[]): Promise<ScriptedModel> {
  const surprises: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response, turns, surprises).catch((error: unknown) => {
      surprises.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    surprises,
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  turns: ModelTurn[],
  surprises: string[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (!request.url?.endsWith('/chat/completions')) {
    surprises.push(`${request.method} ${request.url}`);
    response.writeHead(404).end();
    return;
  }
  const chat = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
  stream(response, nextStep(chat, turns, surprises), chat.messages.length);
}

function nextStep({ messages, tools }: ChatRequest, turns: ModelTurn[], surprises: string[]): ModelStep {
  if (!tools || tools.length === 0) return { text: 'Billing work' };
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const prompt = JSON.stringify(messages[asked]?.content ?? '');
  const turn = turns.find((one) => prompt.includes(one.prompt));
  const done = messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length;
  const step = turn?.steps[done];
  if (step) return step;
  surprises.push(turn ? `step ${done + 1} of “${turn.prompt}”` : `prompt ${prompt.slice(0, 200)}`);
  return { text: 'There is nothing more to do.' };
}

/** Sends the step as server-sent events, as a model streams it: the arguments of a call come in two parts. */
function stream(response: ServerResponse, step: ModelStep, length: number): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (delta: Record<string, unknown>, finish: string | null = null, usage?: Record<string, number>): void => {
    const choices = usage ? [] : [{ index: 0, delta, finish_reason: finish }];
    const chunk = { id: `answer-${length}`, object: 'chat.completion.chunk', created: 0, model: MODEL, choices, usage };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  send({ role: 'assistant', content: '' });
  let written: number;
  if ('text' in step) {
    written = step.text.length;
    send({ content: step.text });
    send({}, 'stop');
  } else {
    const text = JSON.stringify(step.input);
    const half = Math.floor(text.length / 2);
    written = text.length;
    send({
      tool_calls: [
        {
          index: 0,
          id: `call_${length}`,
          type: 'function',
          function: { name: step.tool, arguments: text.slice(0, half) },
        },
      ],
    });
    send({ tool_calls: [{ index: 0, function: { arguments: text.slice(half) } }] });
    send({}, 'tool_calls');
  }
  const completion = Math.ceil(written / 4);
  send({}, null, { prompt_tokens: 1000, completion_tokens: completion, total_tokens: 1000 + completion });
  response.end('data: [DONE]\n\n');
}
