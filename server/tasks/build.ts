import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type AssetFile, bundle } from '#server/http/bundle.ts'
import { makeReplies } from '#server/replies/load-replies.ts'

const root = join(import.meta.dir, '../..')

export async function build(outfile: string): Promise<void> {
  const parts = await mkdtemp(join(tmpdir(), 'joblane-build-'))
  try {
    await compile(outfile, await embed(parts))
  } finally {
    await rm(parts, { recursive: true })
  }
}

async function compile(outfile: string, embedded: string): Promise<void> {
  await Bun.build({
    // A worker can only be started from the file if it is an entry of its own.
    entrypoints: [
      'main.ts',
      'pdf/worker.ts',
      'files/thumbnail-worker.ts',
      'import/run/worker.ts',
      'reader/worker.ts',
      'tasks/offsite/worker.ts',
    ].map((path) => join(root, 'server', path)),
    root,
    target: 'bun',
    // Parts of ssh2 in C, for speed alone: they would belong to the machine that builds.
    external: ['cpu-features', '*/sshcrypto.node'],
    files: { [join(root, 'server/http/embedded.ts')]: embedded },
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: { development: false },
    // Elysia reads the source text of its handlers to learn what they need; shorter names mislead it.
    minify: false,
    // Parsed at the build, not at each start: the first answer comes in less than half the time.
    bytecode: true,
    format: 'esm',
    // The folder that the program is started in belongs to somebody else.
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  })
}

async function embed(folder: string): Promise<string> {
  const files = await bundle(false)
  await Promise.all(files.map((file) => Bun.write(join(folder, basename(file.path)), file.bytes)))
  const imports = files.map((file, index) => importLine(join(folder, basename(file.path)), index))
  const replies = `import replies from ${JSON.stringify(await makeReplies())} with { type: 'file' }`
  return [
    replies,
    ...imports,
    'export const embeddedReplies = replies',
    `export const embedded = [\n${files.map(entryLine).join(',\n')}\n]\n`,
  ].join('\n')
}

const importLine = (path: string, index: number) =>
  `import f${index} from ${JSON.stringify(path)} with { type: 'file' }`

const entryLine = ({ bytes: _, ...about }: AssetFile, index: number) =>
  `  { ...${JSON.stringify(about)}, file: f${index} }`

if (import.meta.main) {
  const outfile = join(root, 'dist/joblane')
  await build(outfile)
  console.log(`${outfile}: ${Math.round(Bun.file(outfile).size / 1e6)} MB`)
}
