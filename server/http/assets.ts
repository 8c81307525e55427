import { brotliCompressSync, constants } from 'node:zlib'
import type { AssetFile } from './bundle.ts'
import { embedded } from './embedded.ts'

export type Assets = {
  /** @throws on a name that does not exist */
  url: (name: string) => string
  /** The addresses of a script and of all that it cannot begin without. */
  modules: (name: string) => readonly string[]
  bytes: (name: string) => Uint8Array
  serve: (path: string, request: Request) => Response | undefined
}

let loading: Promise<Assets> | undefined

export function assets(): Promise<Assets> {
  loading ??= load().then(serveFrom)
  return loading
}

async function load(): Promise<AssetFile[]> {
  if (embedded)
    return Promise.all(embedded.map(async (one) => ({ ...one, bytes: await Bun.file(one.file).bytes() })))
  const { bundle } = await import('./bundle.ts')
  return bundle(process.env.NODE_ENV === 'development')
}

export function serveFrom(files: AssetFile[]): Assets {
  const byName = new Map(files.map((file) => [file.name, file]))
  const byPath = new Map(files.map((file) => [file.path, file]))
  const compressed = new Map<string, Uint8Array<ArrayBuffer>>()

  function find(name: string): AssetFile {
    const file = byName.get(name)
    if (!file) throw new Error(`There is no static file named ${name}`)
    return file
  }

  function addModules(path: string, found: Set<string>): Set<string> {
    if (found.has(path)) return found
    found.add(path)
    for (const one of byPath.get(path)?.imports ?? []) addModules(one, found)
    return found
  }

  return {
    url: (name) => find(name).path,
    bytes: (name) => find(name).bytes,
    modules: (name) => [...addModules(find(name).path, new Set())],
    serve(path, request) {
      const file = byPath.get(path)
      if (!file) return
      const encoding = chooseEncoding(file, request.headers.get('accept-encoding') ?? '')
      if (!encoding) return new Response(file.bytes, { headers: assetHeaders(file) })
      const key = `${encoding} ${path}`
      const bytes = compressed.get(key) ?? encoders[encoding](file.bytes)
      compressed.set(key, bytes)
      return new Response(bytes, { headers: { ...assetHeaders(file), 'content-encoding': encoding } })
    },
  }
}

const encoders = {
  zstd: (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(Bun.zstdCompressSync(bytes, { level: 15 })),
  br: (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })),
  gzip: (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(Bun.gzipSync(bytes, { level: 9 })),
}

function chooseEncoding(file: AssetFile, accepted: string): keyof typeof encoders | undefined {
  if (!/^text|svg|manifest/.test(file.type)) return
  const taken = accepted.split(',').map((one) => one.trim().toLowerCase())
  const takes = (name: string) =>
    taken.some((one) => new RegExp(`^${name}(;q=(1|0?\\.\\d*[1-9]\\d*))?$`).test(one))
  return (['zstd', 'br', 'gzip'] as const).find(takes)
}

const assetHeaders = (file: AssetFile) => ({
  'content-type': file.type,
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
})
