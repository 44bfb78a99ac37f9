import type { Row } from './row.js';
import { long } from './rows/chat/long.js';
import { parse } from './rows/chat/parse.js';
import { token } from './rows/chat/token.js';
import { check } from './rows/check.js';
import { click, clickClaude } from './rows/click.js';
import { crowd } from './rows/crowd.js';
import { echo } from './rows/echo.js';
import { arrive } from './rows/events/arrive.js';
import { day } from './rows/events/day.js';
import { firstPaint } from './rows/first-paint.js';
import { health } from './rows/health.js';
import { idle } from './rows/idle.js';
import { interrupt } from './rows/interrupt.js';
import { lessonPage } from './rows/lesson/page.js';
import { unopened } from './rows/lesson/unopened.js';
import { mindDashboard } from './rows/mind/dashboard.js';
import { mindEcho } from './rows/mind/echo.js';
import { mindEnd } from './rows/mind/end.js';
import { mindIdle } from './rows/mind/idle.js';
import { mindMemories } from './rows/mind/memories.js';
import { installed, packedSize } from './rows/package.js';
import { paint } from './rows/paint.js';
import { panelInterrupt } from './rows/panel-interrupt.js';
import { panelPrint } from './rows/panel-print.js';
import { print } from './rows/print.js';
import { smileContainers } from './rows/smile/containers.js';
import { smileRead } from './rows/smile/read.js';
import { smileRuns } from './rows/smile/runs.js';
import { stalled } from './rows/stalled.js';
import { start } from './rows/start.js';
import { workbenchFiles } from './rows/workbench/files.js';
import { workbenchPage } from './rows/workbench/page.js';
import { workbenchPoint } from './rows/workbench/point.js';
import { workbenchStart } from './rows/workbench/start.js';
import { workbenchTree } from './rows/workbench/tree.js';

/** Everything that is measured, by the name that `--only` takes, in the order of the table. */
export const ROWS: Readonly<Record<string, Row>> = {
  echo,
  interrupt,
  print,
  paint,
  'panel-print': panelPrint,
  'panel-interrupt': panelInterrupt,
  stalled,
  click,
  'click-claude': clickClaude,
  'first-paint': firstPaint,
  health,
  start,
  check,
  idle,
  crowd,
  'chat-token': token,
  'chat-long': long,
  'chat-parse': parse,
  'events-arrive': arrive,
  'events-day': day,
  'workbench-files': workbenchFiles,
  'workbench-point': workbenchPoint,
  'workbench-tree': workbenchTree,
  'workbench-page': workbenchPage,
  'workbench-start': workbenchStart,
  'mind-dashboard': mindDashboard,
  'mind-memories': mindMemories,
  'mind-idle': mindIdle,
  'mind-echo': mindEcho,
  'mind-end': mindEnd,
  'lesson-page': lessonPage,
  unopened,
  'smile-read': smileRead,
  'smile-containers': smileContainers,
  'smile-runs': smileRuns,
  'packed-size': packedSize,
  installed,
};
