// Facts about the installed packages that published packages need, read from node_modules alone, without the network.
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { arch, platform } from 'node:process';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from './run.mjs';

const PREBUILT = new RegExp(`-${platform}-${arch}(-gnu|-musl|-msvc)?$|/${platform}-${arch}(-gnu|-musl|-msvc)?$`);

/**
 * Every package that one of ours runs with: its `name`, `version`, unpacked `bytes` and `licence`; `direct` if
 * ours asks for it itself. `bundled` ones are inside our own file, the others are installed beside it.
 */
export async function packageFacts(name) {
  const folder = join(ROOT, 'packages', name);
  const manifest = readManifest(folder);
  const outside = names({ ...manifest.dependencies, ...manifest.optionalDependencies });
  const external = installedWith(folder, outside, new Map());
  const inside = 'bin' in manifest ? await bundledIn(folder, outside) : [];
  const facts = [
    ...factsOf(external, { bundled: false, direct: outside }),
    ...factsOf(new Map(inside), { bundled: true, direct: names(manifest.devDependencies) }),
  ];
  // There may be one prebuilt part for each C library; a system loads one of them.
  return [...new Map(facts.map((fact) => [fact.name, fact])).values()];
}

const names = (dependencies = {}) => Object.keys(dependencies).filter((name) => !name.startsWith('@agent-factory/'));

function factsOf(folders, { bundled, direct }) {
  return [...folders].map(([name, folder]) => {
    const { version, license } = readManifest(folder);
    return {
      name: name.replace(PREBUILT, (found) => `${found[0]}<platform>`),
      version,
      licence: license,
      bytes: bytesIn(folder),
      bundled,
      direct: direct.includes(name),
    };
  });
}

/** The folders of these packages and of what they need, as far as it is installed on this system. */
function installedWith(from, wanted, found) {
  for (const name of wanted) {
    const folder = folderOf(name, from);
    if (folder === undefined || found.has(name)) continue;
    found.set(name, folder);
    const { dependencies, optionalDependencies } = readManifest(folder);
    installedWith(folder, Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return found;
}

/** Looks for it as Node does: in the `node_modules` of each folder above. */
function folderOf(name, from) {
  for (let folder = realpathSync(from); folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (lstatSync(join(path, 'package.json'), { throwIfNoEntry: false })) return realpathSync(path);
  }
  return undefined;
}

/** What a package leaves out of its bundle, if it does. */
async function pluginsOf(folder) {
  const path = join(folder, 'bundle-plugins.mjs');
  return existsSync(path) ? (await import(pathToFileURL(path).href)).plugins : [];
}

/** The packages that have files in the bundle, by name, with their folders. */
async function bundledIn(folder, external) {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ['src/cli.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    external,
    write: false,
    metafile: true,
    outfile: 'unwritten.js',
    logLevel: 'silent',
    plugins: await pluginsOf(folder),
  });
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const found = files.flatMap((file) => {
    const path = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(join(folder, file));
    return path === null ? [] : [[path[2], path[1]]];
  });
  return new Map(found);
}

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.slice(folder.length).includes('node_modules'))
    .reduce((total, entry) => total + lstatSync(join(entry.parentPath, entry.name)).size, 0);
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
