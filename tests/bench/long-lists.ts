import { startTestServer } from '#tests/support/server.ts'
import { COUNT, fillLongLists, longListPages } from '#tests/work/long-lists-support.ts'
import { type Row, row } from './table.ts'

/** A page, the last page and a search among ten thousand, against a page that lists nothing in the same run. */
export async function benchLongLists(): Promise<Row[]> {
  const server = await startTestServer()
  try {
    await fillLongLists(server)
    const { admin } = server.people
    const reference = await quickest((turn) => admin.get(`/suppliers?sort=name&skip=0&search=${turn}`))
    const rows: Row[] = []
    for (const [table, page] of longListPages) {
      const asked = {
        'a page': (turn: number) => `${page}?sort=name&skip=${50 * (turn + 1)}`,
        'the last page': (turn: number) => `${page}?sort=-name&skip=${COUNT - 50 * (turn + 2)}`,
        'a search': (turn: number) => `${page}?search=${encodeURIComponent(`Krag 0${turn + 2}`)}`,
      }
      for (const [what, path] of Object.entries(asked))
        rows.push(
          row({
            what: `10 000 ${table}, ${what}: against an empty list`,
            ours: await quickest((turn) => admin.get(path(turn))),
            reference,
            unit: 'ms',
            reach: 'at most 20',
          }),
        )
    }
    return rows
  } finally {
    await server.stop()
  }
}

/** Milliseconds, each turn with another address so that nothing is kept: what else the machine does only adds. */
async function quickest(run: (turn: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  await run(-1)
  for (let turn = 0; turn < 7; turn++) {
    const began = performance.now()
    await run(turn)
    times.push(performance.now() - began)
  }
  return Math.min(...times)
}
