import { join } from 'node:path'
import { importPages } from '#tests/import/support.ts'
import { connectXero } from '#tests/settings/xero-support.ts'
import { startTestServer } from '#tests/support/server.ts'
import { beside } from './beside.ts'
import { figureAlone, type Row } from './table.ts'

const CONTACTS = 10_000

/** Ten thousand contacts of Xero are fetched, tried and brought in, while another business works. */
export async function benchXeroContacts(): Promise<Row[]> {
  const worker = new Worker(join(import.meta.dir, 'xero-stand-in.ts'))
  const ready = new Promise<{ flags: string[]; tenantId: string }>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data)
  })
  worker.postMessage(CONTACTS)
  const { flags, tenantId } = await ready
  const server = await startTestServer(undefined, flags)
  await connectXero(server, tenantId)
  const pages = importPages(server)
  let url = ''
  const steps: [what: string, run: () => Promise<unknown>][] = [
    [
      '10 000 contacts are fetched from Xero',
      async () => {
        const reply = await pages.call('POST', '/xero/lists/clients')
        url = reply.headers.get('hx-redirect') ?? ''
      },
    ],
    ['a trial run of them', () => pages.dryRun(url)],
    ['bringing them in', () => pages.run(url)],
  ]
  const figures: Row[] = []
  for (const [what, run] of steps) {
    const { took, worked } = await beside(server, run)
    figures.push(
      figureAlone(`${what}, from the click to the end`, took, 'at most 30000 ms'),
      figureAlone('the longest that it holds up everybody else, in processor time', worked, 'at most 100 ms'),
    )
  }
  await server.stop()
  worker.terminate()
  return figures
}
