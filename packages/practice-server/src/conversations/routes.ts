import { Readable } from 'node:stream';
import type { Read } from '@agent-factory/conversations';
import { exerciseIdSchema, PracticeError } from '@agent-factory/protocol';
import {
  answerPermissionRequestSchema,
  CAUGHT_UP,
  CONVERSATION_ROUTES,
  conversationIdSchema,
  createConversationRequestSchema,
  handOverRequestSchema,
  MAX_LISTED_CONVERSATIONS,
  renameConversationRequestSchema,
  sendMessageRequestSchema,
} from '@agent-factory/protocol/conversations';
import type { Request } from 'express';
import * as z from 'zod';
import { readBody, readExerciseId, readQuery } from '../http/request-body.js';
import type { ServedRoute } from '../http/served-route.js';
import { sendStream } from '../http/streams/send-stream.js';
import { lastEventId, type SentEvent, streamEvents } from '../http/streams/stream-events.js';
import type { ConversationService } from './service.js';

const DONE = { ok: true };
const listQuery = z.object({
  exerciseId: exerciseIdSchema.optional(),
  lesson: z.string().max(500).optional(),
  before: conversationIdSchema.optional(),
});
const eventsQuery = z.object({
  after: z.coerce.number().int().min(0).optional(),
  follow: z.enum(['yes', 'no']).default('yes'),
});
const exportQuery = z.object({ format: z.enum(['markdown', 'json']).default('markdown') });

const TYPES = { markdown: 'text/markdown', json: 'application/json' } as const;

/** The routes of conversations. */
export function conversationRoutes(service: ConversationService): ServedRoute[] {
  return [...readingRoutes(service), ...writingRoutes(service)];
}

function readingRoutes(service: ConversationService): ServedRoute[] {
  return [
    {
      route: CONVERSATION_ROUTES.list,
      handler: async (request, response) => {
        const { before, ...query } = readQuery(request, listQuery);
        if (query.exerciseId !== undefined) readExerciseId(query.exerciseId);
        const all = await service.load();
        const terminal = query.exerciseId === undefined ? undefined : await all.terminal(query.exerciseId);
        const conversations = await all.list(keyOf(query), before);
        const isFull = conversations.length === MAX_LISTED_CONVERSATIONS;
        const next = isFull ? { next: conversations.at(-1)?.id } : {};
        response.json({ conversations, ...next, ...(terminal && { terminal }) });
      },
    },
    {
      route: CONVERSATION_ROUTES.get,
      handler: async (request, response) => {
        response.json(await (await service.load()).get(idOf(request)));
      },
    },
    {
      route: CONVERSATION_ROUTES.events,
      handler: async (request, response) => {
        const { after, follow } = readQuery(request, eventsQuery);
        const id = idOf(request);
        const from = lastEventId(request, after);
        const conversations = await service.load();
        await streamEvents(response, async function* (signal) {
          const both = AbortSignal.any([signal, service.closing]);
          for await (const read of conversations.follow(id, from, both)) {
            yield sentOf(read);
            if (read === 'caught_up' && follow === 'no') return;
          }
        });
      },
    },
    {
      route: CONVERSATION_ROUTES.export,
      handler: async (request, response) => {
        const { format } = readQuery(request, exportQuery);
        const { name, pieces } = await (await service.load()).export(idOf(request), format);
        await sendStream(response.type(TYPES[format]).attachment(name), Readable.from(pieces));
      },
    },
  ];
}

function writingRoutes(service: ConversationService): ServedRoute[] {
  return [
    {
      route: CONVERSATION_ROUTES.create,
      handler: async (request, response) => {
        const body = readBody(request, createConversationRequestSchema);
        // A student's own folder has a coach, in its terminal, and no agent that nothing holds back.
        if (body.subject.kind === 'exercise') readExerciseId(body.subject.exerciseId);
        response.json(await (await service.load()).create(body));
      },
    },
    {
      route: CONVERSATION_ROUTES.send,
      handler: async (request, response) => {
        const body = readBody(request, sendMessageRequestSchema);
        response.json(await (await service.load()).send(idOf(request), body));
      },
    },
    {
      route: CONVERSATION_ROUTES.answerPermission,
      handler: async (request, response) => {
        const { optionId } = readBody(request, answerPermissionRequestSchema);
        const { permissionId = '' } = request.params;
        await (await service.load()).answerPermission(idOf(request), String(permissionId), optionId);
        response.json(DONE);
      },
    },
    {
      route: CONVERSATION_ROUTES.interrupt,
      handler: async (request, response) => {
        await (await service.load()).interrupt(idOf(request));
        response.json(DONE);
      },
    },
    {
      route: CONVERSATION_ROUTES.rename,
      handler: async (request, response) => {
        const { title } = readBody(request, renameConversationRequestSchema);
        response.json(await (await service.load()).rename(idOf(request), title));
      },
    },
    {
      route: CONVERSATION_ROUTES.handOver,
      handler: async (request, response) => {
        const { to, confirmed = false } = readBody(request, handOverRequestSchema);
        response.json(await (await service.load()).handOver(idOf(request), to, confirmed));
      },
    },
    {
      route: CONVERSATION_ROUTES.delete,
      handler: async (request, response) => {
        await (await service.load()).delete(idOf(request));
        response.json(DONE);
      },
    },
  ];
}

function keyOf({ exerciseId, lesson }: Omit<z.infer<typeof listQuery>, 'before'>) {
  if (exerciseId !== undefined) return { kind: 'exercise', key: exerciseId } as const;
  return lesson === undefined ? undefined : ({ kind: 'lesson', key: lesson } as const);
}

function idOf({ params }: Request): string {
  const parsed = conversationIdSchema.safeParse(params.id);
  if (parsed.success) return parsed.data;
  throw new PracticeError('conversation_not_found', 'There is no such conversation. "GET /conversations" lists them.');
}

function sentOf(read: Read): SentEvent[] {
  if (read === 'caught_up') return [{ comment: CAUGHT_UP.slice(2) }];
  return read.map((event) => ({ id: event.id, data: event }));
}
