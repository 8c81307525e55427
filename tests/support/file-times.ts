import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Milliseconds by the path of a test file. */
type FileTimes = Record<string, number>

const root = join(import.meta.dir, '../..')
const kept = join(root, 'node_modules/.cache/joblane/file-times.json')

/**
 * Writes how long each of the files took last, else a guess, where `bun test --timings` reads and updates it. What takes
 * longest begins first, so that no core idles while it ends. Returns the path.
 */
export async function writeFileTimes(files: string[]): Promise<string> {
  mkdirSync(dirname(kept), { recursive: true })
  const sizes = files.map((path) => [path, statSync(join(root, path)).size] as const)
  // A file that it does not name would begin at any time.
  await Bun.write(kept, JSON.stringify({ version: 1, files: expectedTimes(sizes, readFileTimes()) }))
  return kept
}

/** What is not known is guessed by its size in bytes: a test in a browser takes six times as long for its length. */
export function expectedTimes(sizes: (readonly [string, number])[], known: FileTimes): FileTimes {
  const guess = (path: string, bytes: number) =>
    Math.round(bytes * (path.startsWith('tests/browser/') ? 1.5 : 0.25))
  return Object.fromEntries(sizes.map(([path, bytes]) => [path, known[path] ?? guess(path, bytes)]))
}

function readFileTimes(): FileTimes {
  try {
    return JSON.parse(readFileSync(kept, 'utf8')).files ?? {}
  } catch {
    return {}
  }
}

/** Those of the files that took longest in the run that has just ended, as "  51.3 s  tests/a.test.ts". */
export const slowestFiles = (ran: string[], most: number, times = readFileTimes()): string[] =>
  [...new Set(ran)]
    .map((path) => [times[path] ?? 0, path] as const)
    .sort(([one], [other]) => other - one)
    .slice(0, most)
    .map(([ms, path]) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${path}`)
