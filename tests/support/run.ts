import { ensureChromium } from './chromium.ts'

type Counts = { pass: number; fail: number; skip: number; todo: number }

/** Runs the tests with everything they need, and ends with one plain line: how many passed, failed, skipped. */
async function main(): Promise<number> {
  const chromium = await ensureChromium().catch((error: Error) => console.error(error.message))
  // Said here, since a default set in the preload holds for the first file alone.
  const child = Bun.spawn([process.execPath, 'test', '--timeout', '30000', ...process.argv.slice(2)], {
    env: { ...process.env, ...(chromium && { JOBLANE_CHROMIUM: chromium }) },
    stdout: 'inherit',
    stderr: 'pipe',
  })
  const counts = countsIn(await passThrough(child.stderr))
  // A broken run (a crash, an error outside any test) must not look like a good one.
  if ((await child.exited) !== 0 && counts.fail === 0) counts.fail = 1
  console.log(lastLine(counts))
  return counts.fail === 0 && counts.pass > 0 ? 0 : 1
}

/** Copies what the tests report to our own output and returns its end, where the summary stands. */
async function passThrough(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let tail = ''
  for await (const chunk of stream) {
    process.stderr.write(chunk)
    tail = (tail + decoder.decode(chunk, { stream: true })).slice(-4000)
  }
  return tail
}

/** The counts in the summary that `bun test` prints last. */
export function countsIn(output: string): Counts {
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
