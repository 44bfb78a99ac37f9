import type { WidthsResponse } from '@agent-factory/protocol';
import type { RequestHandler, Response } from 'express';
import type { TmuxWidths } from '../tmux/widths/tmux-widths.js';

/** `GET /terminal/widths`. The first answer for a tmux takes a second. */
export function widthsRoute(widths: TmuxWidths): RequestHandler {
  return async (_request, response: Response<WidthsResponse>) => {
    response.json(await widths.current());
  };
}
