import { join } from 'node:path'

const SECONDS = 1.2
const ROUNDS = 5

/**
 * Requests per second that a second process gets through kept-open connections, sixteen of them. The loader speaks plain
 * HTTP over sockets, so that its own cost does not hide a quick server's.
 */
export async function load(
  url: string,
  headers: Record<string, string> = {},
  connections = 16,
): Promise<number> {
  const given = [url, JSON.stringify(headers), SECONDS, connections].map(String)
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'loader.ts'), ...given], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const answer = JSON.parse(await new Response(child.stdout).text()) as {
    done: number
    seconds: number
    failed: number
  }
  if (answer.failed > 0) throw new Error(`${answer.failed} requests to ${url} failed`)
  return answer.done / answer.seconds
}

/** Medians of two measurements that take turns, so that a noisy minute hits both. */
export async function interleaved(
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<[number, number]> {
  const [as, bs]: [number[], number[]] = [[], []]
  await a()
  await b()
  for (let round = 0; round < ROUNDS; round++) {
    as.push(await a())
    bs.push(await b())
  }
  return [median(as), median(bs)]
}

/** Milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export const median = (values: readonly number[] = []) =>
  values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)] ?? Number.NaN
