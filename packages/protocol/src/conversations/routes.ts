import * as z from 'zod';
import type { Route } from '../route.js';
import {
  answerPermissionRequestSchema,
  conversationSchema,
  conversationsResponseSchema,
  createConversationRequestSchema,
  doneResponseSchema,
  handOverRequestSchema,
  renameConversationRequestSchema,
  sendMessageRequestSchema,
  sendMessageResponseSchema,
} from './conversation.js';
import { loggedEventSchema } from './event.js';
import { MAX_MESSAGE_BYTES } from './limits.js';

export const CONVERSATION_ROUTES = {
  /** `?exerciseId=` or `?lesson=<path>` for those of one subject; the latest first. `?before=<id>` for older ones. */
  list: { method: 'GET', path: '/conversations', response: conversationsResponseSchema },
  create: {
    method: 'POST',
    path: '/conversations',
    request: createConversationRequestSchema,
    response: conversationSchema,
  },
  get: { method: 'GET', path: '/conversations/:id', response: conversationSchema },
  /** Answers at once; what comes of it are events. */
  send: {
    method: 'POST',
    path: '/conversations/:id/messages',
    maxBytes: MAX_MESSAGE_BYTES,
    request: sendMessageRequestSchema,
    response: sendMessageResponseSchema,
  },
  answerPermission: {
    method: 'POST',
    path: '/conversations/:id/permissions/:permissionId',
    request: answerPermissionRequestSchema,
    response: doneResponseSchema,
  },
  interrupt: { method: 'POST', path: '/conversations/:id/interrupt', response: doneResponseSchema },
  rename: {
    method: 'POST',
    path: '/conversations/:id/rename',
    request: renameConversationRequestSchema,
    response: conversationSchema,
  },
  handOver: {
    method: 'POST',
    path: '/conversations/:id/hand-over',
    request: handOverRequestSchema,
    response: conversationSchema,
  },
  delete: { method: 'POST', path: '/conversations/:id/delete', response: doneResponseSchema },
  /**
   * Server-sent events, each with its id and a `LoggedEvent` as data. `Last-Event-ID` or `?after=<id>` says what the
   * reader has; `?follow=no` ends after what there is.
   */
  events: { method: 'GET', path: '/conversations/:id/events', response: loggedEventSchema },
  /** `?format=markdown` or `json`: a file to keep. */
  export: { method: 'GET', path: '/conversations/:id/export', response: z.string() },
} as const satisfies Record<string, Route>;

/** The line with which a stream of events says that everything there was has been sent, and that live ones follow. */
export const CAUGHT_UP = ': caught up';
