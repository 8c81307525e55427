import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeReplies } from '#server/replies/load-replies.ts'
import { ensureChromium } from './chromium.ts'
import { slowestFiles, writeFileTimes } from './file-times.ts'

type Counts = { pass: number; fail: number; skip: number; todo: number }

const root = join(import.meta.dir, '../..')
const ROOM_BYTES = 2 * 1024 ** 3
const REASON_LINES = 40
const SLOWEST = 30

/** Runs the tests with everything they need, and ends with one plain line: how many passed, failed, skipped. */
async function main(): Promise<number> {
  const chromium = await ensureChromium().catch((error: Error) => console.error(error.message))
  const folder = mkdtempSync(join(quickFolder(), 'joblane-run-'))
  const wanted = process.argv.slice(2).filter((word) => word !== '--slowest')
  const replies = wanted.length === 0 || process.env.TESTS_ANSWERS ? await makeReplies() : undefined
  try {
    const times = ['--timings', await writeFileTimes(testFiles()), '--update-timings']
    const child = Bun.spawn([process.execPath, 'test', ...options(), ...times, ...wanted], {
      cwd: root,
      env: {
        ...process.env,
        ...(chromium && { JOBLANE_CHROMIUM: chromium }),
        // As it is shipped: React decides at its import, and renders five times slower in development.
        NODE_ENV: 'production',
        ...forManyShortRuns,
        TESTS_KEEP_BROWSER: 'true',
        TESTS_FOLDER: folder,
        ...(replies && { TESTS_REPLIES: replies }),
        TMPDIR: folder,
      },
      stdout: 'inherit',
      stderr: 'pipe',
    })
    const output = await passThrough(child.stderr)
    const counts = testCounts(output)
    // A broken run (a crash, an error outside any test) must not look like a good one.
    if ((await child.exited) !== 0 && counts.fail === 0) counts.fail = 1
    const left = wanted.length > 0 ? [] : filesLeftOut(output, testFiles())
    for (const path of left) console.error(`No test of ${path} was run.`)
    // Said again at the end, since a long log is often shown without its middle.
    for (const reason of failureReasons(output)) console.error(reason)
    counts.fail += left.length
    if (process.argv.includes('--slowest'))
      console.log(slowestFiles(reportedFiles(output), SLOWEST).join('\n'))
    console.log(lastLine(counts))
    return counts.fail === 0 && counts.pass > 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Most code runs once or twice here: the last compiler, collecting beside the program and giving memory back early cost a seventh of the processor time. */
const forManyShortRuns = {
  BUN_JSC_useFTLJIT: 'false',
  BUN_JSC_useConcurrentGC: 'false',
  MIMALLOC_PURGE_DELAY: '-1',
}

/** Two workers more than cores, since browsers and limits of time are waited for. They keep their modules from file to file: loading them anew takes longer than most tests. */
const options = () => [
  `--parallel=${availableParallelism() + 2}`,
  '--no-isolate',
  // Said here, since a default set in the preload holds for the first file alone.
  '--timeout=120000',
]

/** Memory where there is room enough: most of a test's time goes into waiting for the disk. */
function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > ROOM_BYTES ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Copies what the tests report to our own output, and returns it. */
async function passThrough(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let output = ''
  for await (const chunk of stream) {
    process.stderr.write(chunk)
    output += decoder.decode(chunk, { stream: true })
  }
  return output
}

const testFiles = () => [...new Bun.Glob('tests/**/*.test.{ts,tsx}').scanSync(root)]

/** Those of the files of which `bun test` reported no test. */
export function filesLeftOut(output: string, files: string[]): string[] {
  const reported = new Set(reportedFiles(output))
  return files.filter((path) => !reported.has(path)).sort()
}

const reportedFiles = (output: string) =>
  [...output.matchAll(/^(\S+\.test\.tsx?):$/gm)].map(([, path]) => path as string)

/** Of each failed test its line and the last of what was printed since the test before. */
export function failureReasons(output: string): string[] {
  const reasons: string[] = []
  let since: string[] = []
  for (const line of output.split(/^\d+ tests? failed:$/m)[0]?.split('\n') ?? []) {
    since.push(line)
    if (line.startsWith('(fail) ')) reasons.push(since.slice(-REASON_LINES).join('\n'))
    if (/^\((pass|fail|skip|todo)\) /.test(line)) since = []
  }
  return reasons
}

/** The counts in the summary that `bun test` prints last. */
export function testCounts(output: string): Counts {
  const start = [...output.matchAll(/^ +\d+ pass$/gm)].at(-1)?.index ?? output.length
  const summary = output.slice(start)
  const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}$`, 'm').exec(summary)?.[1] ?? 0)
  return { pass: count('pass'), fail: count('fail'), skip: count('skip'), todo: count('todo') }
}

/** "12 passed, 0 failed", with ", 2 skipped" when any were. */
export function lastLine(counts: Counts): string {
  const skipped = counts.skip + counts.todo
  return `${counts.pass} passed, ${counts.fail} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

if (import.meta.main) process.exit(await main())
