import { createServer } from 'node:net'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { fillBoard } from './jobs-data.ts'
import { median } from './load.ts'
import { type Cost, moved, withCost } from './moves.ts'
import type { Row } from './table.ts'

const CARDS = 500
const PAIRS = 40
const SECONDS = 0.5

type Measured = { milliseconds: number; microseconds: number }

/**
 * A move of an account whose webhook nobody answers, against one of an account without. What else the machine does comes
 * in waves longer than a pair, so that the ratio within a pair tells more than that of two medians.
 */
export async function benchWebhooks(): Promise<Row[]> {
  const dead = createServer(() => {})
  await new Promise<void>((done) => dead.listen(0, '127.0.0.1', done))
  const { port } = dead.address() as { port: number }
  const [plain, told] = [await startTestServer(), await startTestServer(undefined, ['--webhook-private'])]
  try {
    for (const server of [plain, told]) await fillBoard(server, 'bench', CARDS, 1_000)
    const url = `http://127.0.0.1:${port}/`
    await told.people.admin.post('/api/webhooks', { url, kinds: ['job.moved', 'job.changed'] })
    const pairs: [ours: Measured, reference: Measured][] = []
    for (const server of [told, plain]) await measure(server)
    for (let at = 0; at < PAIRS; at++) {
      // Whoever comes second finds other caches: they take turns in that too.
      const first = at % 2 === 0 ? told : plain
      const a = await measure(first)
      const b = await measure(first === told ? plain : told)
      pairs.push(first === told ? [a, b] : [b, a])
    }
    return [
      pairedRow('elapsed', 'ms', pairs, ({ milliseconds }) => milliseconds),
      pairedRow('processor time', 'µs', pairs, ({ microseconds }) => microseconds),
    ]
  } finally {
    await told.stop()
    await plain.stop()
    dead.close()
  }
}

async function measure(server: TestServer): Promise<Measured> {
  const costs: Cost[] = []
  const each = await withCost(costs, () => moved(server, 1, SECONDS))
  return { milliseconds: 1000 / each, microseconds: costs[0]?.microseconds ?? Number.NaN }
}

const quantile = (sorted: readonly number[], part: number) =>
  (sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(3)

/** The median of the ratios, with the middle half of them and how sure the median is: about 95 of 100. */
function pairedRow(
  what: string,
  unit: string,
  pairs: readonly [Measured, Measured][],
  of: (one: Measured) => number,
): Row {
  const ratios = pairs.map(([ours, reference]) => of(ours) / of(reference)).toSorted((a, b) => a - b)
  // Order statistics of a median: half of the number, and as many as its root to either side.
  const side = 1 / Math.sqrt(ratios.length)
  const [low, high] = [quantile(ratios, 0.5 - side), quantile(ratios, 0.5 + side)]
  const spread = `middle half ${quantile(ratios, 0.25)} to ${quantile(ratios, 0.75)}, median ${low} to ${high}`
  return {
    what: `${what} of a move told to a webhook that never answers, against one told to nobody (${PAIRS} pairs, ${spread})`,
    ours: median(pairs.map(([ours]) => of(ours))),
    reference: median(pairs.map(([, reference]) => of(reference))),
    unit,
    ratio: median(ratios),
    reach: 'at most 1.05',
  }
}
