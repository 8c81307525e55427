import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'

const root = join(import.meta.dir, '../../..')

export type Target = {
  compile: Bun.Build.CompileTarget
  /** As the package manager names them. */
  os: string
  cpu: string
  /** The ending of the package that holds resvg for it. */
  native: string
  file: string
  /** What Debian calls it, where there is a package for it. */
  debian?: string
}

/** What one command on Linux builds for. The machine's own is built without a name. */
export const targets = {
  'linux-x64': {
    compile: 'bun-linux-x64',
    ...{ os: 'linux', cpu: 'x64', native: 'linux-x64-gnu', file: 'joblane-linux-x64' },
    debian: 'amd64',
  },
  'linux-arm64': {
    compile: 'bun-linux-arm64',
    ...{ os: 'linux', cpu: 'arm64', native: 'linux-arm64-gnu', file: 'joblane-linux-arm64' },
    debian: 'arm64',
  },
  'darwin-arm64': {
    compile: 'bun-darwin-arm64',
    ...{ os: 'darwin', cpu: 'arm64', native: 'darwin-arm64', file: 'joblane-macos-arm64' },
  },
  'windows-x64': {
    // The office PC may be older than 2013, without the instructions that the other build for it wants.
    compile: 'bun-windows-x64-baseline',
    ...{ os: 'win32', cpu: 'x64', native: 'win32-x64-msvc', file: 'joblane-windows-x64.exe' },
  },
} satisfies Record<string, Target>

export type TargetName = keyof typeof targets
export const targetNames = Object.keys(targets) as TargetName[]

/** Takes native parts from what the lock file names for that machine, held against its checksums. */
export async function nativeParts(name: TargetName): Promise<BunPlugin> {
  const { os, cpu, native } = targets[name]
  const folder = await mkdtemp(join(tmpdir(), 'joblane-native-'))
  for (const file of ['package.json', 'bun.lock']) await cp(join(root, file), join(folder, file))
  const install = Bun.spawnSync(
    [
      ...[process.execPath, 'install', '--frozen-lockfile', '--production', '--ignore-scripts'],
      ...[`--os=${os}`, `--cpu=${cpu}`],
    ],
    { cwd: folder, env: { ...process.env, BUN_BE_BUN: '1' } },
  )
  if (install.exitCode !== 0) throw new Error(`The parts for ${name} could not be fetched: ${install.stderr}`)
  const own = `@resvg/resvg-js-${native}`
  const packages = join(folder, 'node_modules')
  const { main } = await Bun.file(join(packages, own, 'package.json')).json()
  const part = join(packages, own, main)
  return {
    name: 'native parts',
    setup(build) {
      const unpacked = os === 'win32' ? { path: own, namespace: 'unpacked' } : { path: part }
      build.onResolve({ filter: /^@resvg\/resvg-js-/ }, ({ path }) => (path === own ? unpacked : undefined))
      build.onLoad({ filter: /.*/, namespace: 'unpacked' }, () => ({
        contents: loadUnpacked(part),
        loader: 'js',
      }))
    },
  }
}

/**
 * Windows is asked for a library by the name that it has inside the program, and finds none: Bun 1.4 tells its own files
 * by backslashes, and names them with slashes. So it is written out first, where nobody else can have put another.
 */
const loadUnpacked = (part: string) => `
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import part from ${JSON.stringify(part)} with { type: 'file' }

// Threads take what the program has written out before them.
process.env.UNPACKED_PARTS ??= mkdtempSync(join(tmpdir(), 'joblane-'))
const path = join(process.env.UNPACKED_PARTS, 'resvg.node')
try {
  writeFileSync(path, readFileSync(part), { flag: 'wx' })
} catch (error) {
  if (error.code !== 'EEXIST') throw error
}
const loaded = { exports: {} }
process.dlopen(loaded, path)
export const { BBox, Resvg, RenderedImage, renderAsync } = loaded.exports
`
