import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { BunPlugin } from 'bun'
import { type AssetFile, bundle } from '#server/http/bundle.ts'
import { makeReplies } from '#server/replies/load-replies.ts'
import { VERSION } from '#server/version.ts'
import { nativeParts, type Target, type TargetName, targetNames, targets } from './build/targets.ts'
import { writeDeb } from './build/write-deb.ts'

const root = join(import.meta.dir, '../..')

/** For this machine, or for those named into files of a folder. Returns what was built. */
export async function build(outfile: string, names: readonly TargetName[] = []): Promise<string[]> {
  const parts = await mkdtemp(join(tmpdir(), 'joblane-build-'))
  try {
    const embedded = await embed(parts)
    if (names.length === 0) await compile(embedded, { outfile })
    const files = names.map((name) => join(outfile, targets[name].file))
    for (const [at, name] of names.entries())
      await compile(embedded, { outfile: files[at]!, target: targets[name].compile }, [
        await nativeParts(name),
      ])
    return names.length === 0 ? [outfile] : [...files, ...(await packages(outfile, names))]
  } finally {
    await rm(parts, { recursive: true })
  }
}

/** Of each target that Debian runs on, beside its binary. */
async function packages(folder: string, names: readonly TargetName[]): Promise<string[]> {
  const made: string[] = []
  for (const { file, debian } of names.map((name): Target => targets[name])) {
    if (!debian) continue
    const path = join(folder, `joblane_${VERSION}_${debian}.deb`)
    await writeDeb(join(folder, file), debian, path)
    made.push(path)
  }
  return made
}

async function compile(embedded: string, to: Bun.CompileBuildOptions, plugins: BunPlugin[] = []) {
  await Bun.build({
    plugins,
    // A worker can only be started from the file if it is an entry of its own.
    entrypoints: [
      'main.ts',
      'pdf/worker.ts',
      'files/thumbnail-worker.ts',
      'import/run/worker.ts',
      'reader/worker.ts',
      'long-requests/worker.ts',
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
    compile: { ...to, autoloadDotenv: false, autoloadBunfig: false },
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

/** As `sha256sum --check` reads it. */
async function checksums(files: readonly string[]): Promise<string> {
  const lines: string[] = []
  for (const file of files) {
    const hash = new Bun.CryptoHasher('sha256')
    for await (const chunk of Bun.file(file).stream()) hash.update(chunk)
    lines.push(`${hash.digest('hex')}  ${basename(file)}\n`)
  }
  return lines.join('')
}

if (import.meta.main) {
  const names = targetNames.filter((name) => ['--all', name].some((given) => process.argv.includes(given)))
  const dist = join(root, 'dist')
  const files = await build(names.length > 0 ? dist : join(dist, 'joblane'), names)
  for (const file of files) console.log(`${file}: ${Math.round(Bun.file(file).size / 1e6)} MB`)
  await Bun.write(join(dist, 'SHA256SUMS'), await checksums(files))
}
