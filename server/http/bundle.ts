import { readdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'

export type AssetFile = {
  name: string
  path: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
  /** Of a script the paths of those that it cannot begin without. */
  imports?: readonly string[]
}

const root = join(import.meta.dir, '../..')
const islands = join(root, 'islands')
const styles = join(root, 'views/styles')
const stylesheets = ['public.css', 'main.css']
const images = join(root, 'views/images')
const linkedFromCss = /url\("?([^")]+\.(?:woff2|svg|png))"?\)/g

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
}

export async function bundle(development: boolean): Promise<AssetFile[]> {
  const files = (await Promise.all([bundleScripts(development), bundleStyles(), readImages()])).flat()
  return [...files, await bundleWorker(files)]
}

/** It knows the names of all other files, so that a change of any of them makes it a new version. */
async function bundleWorker(files: readonly AssetFile[]): Promise<AssetFile> {
  const paths = files.map(({ path }) => path).sort()
  const { outputs } = await Bun.build({
    entrypoints: [join(islands, 'worker.ts')],
    target: 'browser',
    minify: true,
    define: {
      WORKER_ASSETS: JSON.stringify(paths),
      WORKER_BUILD: JSON.stringify(Bun.hash(paths.join()).toString(36)),
    },
  })
  const bytes = new Uint8Array((await outputs[0]?.arrayBuffer()) ?? [])
  return asset('worker.js', `worker.${Bun.hash(bytes).toString(36)}.js`, bytes)
}

/** The page script is built by itself: shared with the islands it would fall into a dozen small files. */
const bundleScripts = async (development: boolean): Promise<AssetFile[]> =>
  (
    await Promise.all([
      bundleScript('client.ts', 'client.js', development),
      bundleScript('registry.ts', 'islands.js', development),
      bundleScript('sign.ts', 'sign.js', development),
    ])
  ).flat()

async function bundleScript(source: string, name: string, development: boolean): Promise<AssetFile[]> {
  const { outputs } = await Bun.build({
    entrypoints: [join(islands, source)],
    target: 'browser',
    splitting: true,
    minify: true,
    publicPath: '/assets/',
    sourcemap: development ? 'inline' : 'none',
    jsx: { development: false },
    define: { 'process.env.NODE_ENV': development ? '"development"' : '"production"' },
    naming: { entry: 'entry.[name].[hash].[ext]', chunk: '[name].[hash].[ext]' },
  })
  const files = await Promise.all(outputs.map((output) => scriptFile(output, name)))
  // A file that is loaded for one island alone is named after it.
  const own = await lazyImports(files.find((file) => file.name === name))
  return files.map((file) => (own.includes(file.path) ? { ...file, name: islandScript(file.path) } : file))
}

const islandScript = (path: string) => `island.${basename(path).split('.')[0]}.js`

async function scriptFile(output: Bun.BuildArtifact, name: string): Promise<AssetFile> {
  const file = basename(output.path)
  const bytes = new Uint8Array(await output.arrayBuffer())
  const imports = scanImports(bytes).flatMap(({ kind, path }) => (kind === 'import-statement' ? path : []))
  return { ...asset(output.kind === 'entry-point' ? name : file, file, bytes), imports }
}

const lazyImports = async (file: AssetFile | undefined) =>
  file ? scanImports(file.bytes).flatMap(({ kind, path }) => (kind === 'dynamic-import' ? path : [])) : []

const scanImports = (bytes: Uint8Array) => new Bun.Transpiler({ loader: 'js' }).scanImports(bytes)

async function bundleStyles(): Promise<AssetFile[]> {
  const linked = new Map<string, AssetFile>()
  const sheets = await Promise.all(stylesheets.map((name) => bundleStyle(join(styles, name), linked)))
  return [...sheets, ...linked.values()]
}

/** Adds the files that the stylesheet names to `linked`, each by its name in the sheet. */
async function bundleStyle(path: string, linked: Map<string, AssetFile>): Promise<AssetFile> {
  const { outputs } = await Bun.build({
    entrypoints: [path],
    // The browser target would rewrite light-dark() and nesting for browsers that no page supports.
    target: 'bun',
    minify: true,
    // Else small files are written into the stylesheet, where they hold up the first paint.
    external: ['*.woff2', '*.svg', '*.png'],
  })
  const css = (await outputs[0]?.text()) ?? ''
  for (const [, link = ''] of css.matchAll(linkedFromCss))
    linked.set(link, await hashFile(Bun.resolveSync(link, styles)))
  const text = css.replace(linkedFromCss, (_, link) => `url(${linked.get(link)?.path})`)
  return hashFile(path, new TextEncoder().encode(text))
}

async function readImages(): Promise<AssetFile[]> {
  const names = await readdir(images).catch(() => [])
  return Promise.all(names.map((name) => hashFile(join(images, name))))
}

async function hashFile(path: string, content?: Uint8Array<ArrayBuffer>): Promise<AssetFile> {
  const bytes = content ?? (await Bun.file(path).bytes())
  const extension = extname(path)
  const hash = Bun.hash(bytes).toString(36)
  return asset(basename(path), `${basename(path, extension)}.${hash}${extension}`, bytes)
}

function asset(name: string, file: string, bytes: Uint8Array<ArrayBuffer>): AssetFile {
  return { name, path: `/assets/${file}`, type: types[extname(file)] ?? 'application/octet-stream', bytes }
}
