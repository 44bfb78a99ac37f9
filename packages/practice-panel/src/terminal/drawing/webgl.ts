import type { Settings } from '../../client/settings/settings-format.js';

/** What draws WebGL here. `software` runs on the processor, for which the DOM renderer is far less work. */
type WebglKind = 'none' | 'software' | 'hardware';

/** Names that browsers give to what draws without a graphics card: Chromium's, Mesa's and Windows' own. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let known: WebglKind | undefined;

/** Whether a terminal with this setting is drawn with WebGL; with `auto`, only if a graphics card does the drawing. */
export function drawsWithWebgl(renderer: Settings['renderer']): boolean {
  if (renderer === 'dom') return false;
  known ??= findOut();
  return renderer === 'webgl' ? known !== 'none' : known === 'hardware';
}

/** Releases whatever it takes to find out. */
function findOut(): WebglKind {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return 'none';
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name = String(context.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return SOFTWARE.test(name) ? 'software' : 'hardware';
}
