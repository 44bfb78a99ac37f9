import type { Settings } from '../../client/settings/settings-format.js';

/** What draws WebGL here. `software` is the processor's own work, which the DOM renderer needs far less of. */
type WebglKind = 'none' | 'software' | 'hardware';

/** How browsers call what draws without a graphics card: Chromium's, Mesa's and Windows' own. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let known: WebglKind | undefined;

/** Whether a terminal with this setting is drawn with WebGL. By itself only where a graphics card does it. */
export function drawsWithWebgl(renderer: Settings['renderer']): boolean {
  if (renderer === 'dom') return false;
  known ??= findOut();
  return renderer === 'webgl' ? known !== 'none' : known === 'hardware';
}

/** What is taken to find out is given back. */
function findOut(): WebglKind {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return 'none';
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name = String(context.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return SOFTWARE.test(name) ? 'software' : 'hardware';
}
