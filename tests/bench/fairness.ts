import { completeJob, createInvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { png } from '#tests/work/documents-support.ts'
import { percentile } from './another-account.ts'
import { fillEveryTable } from './hold-data.ts'
import { timed } from './load.ts'
import { type Row, row } from './table.ts'

const QUIET_ROUNDS = 100
const BUSY_ROUNDS = 100
const REPORTS = 20
const PREVIEWS = 40
const PICTURES = 6
/** 38 million pixels, which is just allowed. */
const LARGEST_SIDE = 6_200

/** How long another account waits while one asks for the most that it can, against the same on a quiet server. */
export async function benchFairness(): Promise<Row[]> {
  const server = await startTestServer()
  try {
    return [...(await documents(server)), ...(await pictures(server)), ...(await besideReports(server))]
  } finally {
    await server.stop()
  }
}

async function documents(server: TestServer): Promise<Row[]> {
  const office = await createInvoiceFixtures(server)
  const jobid = await completeJob(office, [{ linerate: 1250, estimated: 3, description: 'Oak counter' }])
  await server.other.post('/api/organisations', { name: 'Acme' })
  let width = 2_000
  const preview = () =>
    get(server.people.admin, `/render/estimate/${jobid}?format=png&width=${width--}`, [200, 503])
  return beside('another account’s document, under 40 previews of one', 'at most 3', {
    theirs: () => get(server.other, `/render/joblist?search=${width--}`),
    ours: () => Promise.all(Array.from({ length: PREVIEWS }, preview)),
  })
}

function pictures({ people, other }: TestServer): Promise<Row[]> {
  const [small, large] = [png(), png(LARGEST_SIDE, LARGEST_SIDE)]
  return beside('another account’s picture, under six of 38 million pixels of one', 'at most 5', {
    theirs: () => upload(other, small),
    ours: () => Promise.all(Array.from({ length: PICTURES }, () => upload(people.admin, large))),
  })
}

/** A report of a thousand rows is read by one thread and printed by another. */
async function besideReports(server: TestServer): Promise<Row[]> {
  await fillEveryTable(server)
  let search = 0
  const report = () => get(server.people.admin, '/reporting/stock-worth/file?format=pdf', [200, 429, 503])
  return beside(`another account’s document, under ${REPORTS} report PDFs of one`, 'at most 3', {
    theirs: () => get(server.other, `/render/joblist?search=report${search++}`),
    // The next ones begin as the first are done: a hundred documents of the other are measured.
    ours: async (enough) => {
      while (!enough()) await Promise.all(Array.from({ length: REPORTS }, report))
    },
  })
}

/** Half of the previews are refused: a person may have twenty on their way. */
async function get(who: Client, path: string, may: number[] = [200]) {
  const { status } = await who.get(path)
  if (!may.includes(status)) throw new Error(`${path} was answered ${status}.`)
}

async function upload(who: Client, picture: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.append('file', new File([picture], 'me.png'))
  const { status } = await who.call('POST', '/api/users/file', form)
  if (status !== 200) throw new Error(`The picture was answered ${status}.`)
}

type Work = { ours: (enough: () => boolean) => Promise<unknown>; theirs: () => Promise<void> }

async function beside(what: string, reach: string, { ours, theirs }: Work): Promise<Row[]> {
  const quiet: number[] = []
  // The first rounds start the threads and compile their code.
  for (let round = -QUIET_ROUNDS; round < QUIET_ROUNDS; round++) {
    const took = await timed(theirs)
    if (round >= 0) quiet.push(took)
  }
  const busy: number[] = []
  let over = false
  const attack = ours(() => busy.length >= BUSY_ROUNDS).finally(() => {
    over = true
  })
  await Bun.sleep(50)
  while (!over) busy.push(await timed(theirs))
  await attack
  const figure = (share: number) => ({ ours: percentile(busy, share), reference: percentile(quiet, share) })
  return [0.5, 0.99].map((share) =>
    row({ what: `${what}, p${share * 100}`, ...figure(share), unit: 'ms', reach }),
  )
}
