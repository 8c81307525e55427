import { createServer } from 'node:net'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { fillBoard } from './jobs-data.ts'
import { interleaved } from './load.ts'
import { moved } from './moves.ts'
import { type Row, row } from './table.ts'

const CARDS = 500

/** A move of an account whose webhook nobody answers, against one of an account without. */
export async function benchWebhooks(): Promise<Row[]> {
  const dead = createServer(() => {})
  await new Promise<void>((done) => dead.listen(0, '127.0.0.1', done))
  const { port } = dead.address() as { port: number }
  const [plain, told] = [await startTestServer(), await startTestServer(undefined, ['--webhook-private'])]
  try {
    for (const server of [plain, told]) await fillBoard(server, 'bench', CARDS, 1_000)
    const url = `http://127.0.0.1:${port}/`
    await told.people.admin.post('/api/webhooks', { url, kinds: ['job.moved', 'job.changed'] })
    const seconds = async (server: TestServer) => {
      const { done, seconds } = await moved(server, 1)
      return (seconds / done) * 1000
    }
    const [ours, reference] = await interleaved(
      () => seconds(told),
      () => seconds(plain),
    )
    return [
      row({
        what: 'a move, told to a webhook that never answers, against one that is told to nobody',
        ours,
        reference,
        unit: 'ms',
        reach: 'at most 1.05',
      }),
    ]
  } finally {
    await told.stop()
    await plain.stop()
    dead.close()
  }
}
