import { randomUUIDv7 } from 'bun'
import { writeXlsxStream } from 'hucre/xlsx'
import { insertRow } from '#db/queries/settings/import.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { type ValidatedList, validateList } from '#server/import/check/validate-list.ts'
import type { ColumnChoices } from '#server/import/map/column-choices.ts'
import { suggestChoices } from '#server/import/map/suggest-choices.ts'
import { inspectFile } from '#server/import/read/inspect-file.ts'
import { flushQueued } from '#server/import/write/write-context.ts'
import { type ListToWrite, planList } from '#server/import/write/write-list.ts'
import { openTestTenant } from '#tests/stock/support.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { lagMeter } from './lag.ts'
import { median, timed } from './load.ts'
import { figureAlone, type Row, row } from './table.ts'

const ROWS = 10_000
const ROUNDS = 7
const FIELDS =
  'name,code,contactname,contactnumber,contactemail,addressline1,city,province,country,postalcode'.split(',')
const cells = (n: number) => [
  ...[
    `Kliënt "${n}" & Seuns 😀`,
    String(n).padStart(6, '0'),
    `Nomsa ${n}`,
    '012 345 6789',
    `n${n}@client.test`,
  ],
  ...[`${n} Long Street`, 'Kaapstad', 'Western Cape', 'South Africa', '8001'],
]
const records = Array.from({ length: ROWS }, (_, n) => cells(n))

/** Ten thousand clients, read and written in one transaction, against a bare insert of the same rows. */
export async function benchImport(): Promise<Row[]> {
  const csv = [FIELDS, ...records]
    .map((one) => one.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
    .join('\r\n')
  const bytes = new TextEncoder().encode(csv)
  const look = await inspectFile('clients.csv', bytes)
  if (!look.ok) throw new Error('The list was not read.')
  const choices = suggestChoices('clients', look.value.columns)
  const read = () => validateList('clients', 'clients.csv', bytes, choices)
  const list = await read()
  const times = { read: [] as number[], write: [] as number[], bare: [] as number[], alone: [] as number[] }
  for (let round = -1; round < ROUNDS; round++)
    for (const [what, run] of Object.entries({
      read: () => timed(read),
      write: () => fresh((write) => write((tx) => writeList(tx, readyOf(choices, list)))),
      bare: () => fresh((write) => write((tx) => bare(tx, true))),
      alone: () => fresh((write) => write((tx) => bare(tx, false))),
    })) {
      const took = await run()
      if (round >= 0) times[what as keyof typeof times].push(took)
    }
  const [write, bareTime, alone] = [median(times.write), median(times.bare), median(times.alone)]
  const perSecond = (ms: number) => (ROWS / ms) * 1000
  return [
    row({
      what: 'import of 10 000 clients, the write: against a bare prepared insert loop of the same rows and their history',
      ...{ ours: perSecond(write), reference: perSecond(bareTime), unit: 'rows/s', reach: 'at least 0.5' },
    }),
    row({
      what: 'the same against the insert of the clients alone, without any history',
      ...{ ours: perSecond(write), reference: perSecond(alone), unit: 'rows/s', reach: 'at least 0.5' },
    }),
    figureAlone('how long that write takes, in a thread of its own', write, 'at most 250 ms'),
    figureAlone(
      'the same of 10 000 items, with what they are searched by',
      median(await itemWrites()),
      'at most 400 ms',
    ),
    figureAlone('reading and checking the file, in that thread', median(times.read), 'at most 1000 ms'),
  ]
}

/** Writes of ten thousand items, each to a file of its own. */
async function itemWrites(): Promise<number[]> {
  const csv = records.map(
    ([name, code]) => `${code};${code} ${name?.replaceAll('"', '')};Bosch;M ${code};12,50`,
  )
  const bytes = new TextEncoder().encode(['Code;Material name;Make;Model;Rate', ...csv].join('\r\n'))
  const look = await inspectFile('items.csv', bytes)
  if (!look.ok) throw new Error('The list was not read.')
  const choices = suggestChoices('inventory', look.value.columns)
  const list = await validateList('inventory', 'items.csv', bytes, choices)
  const ready = () => ({ ...readyOf(choices, list), recordType: 'inventory', filename: 'items.csv' })
  const times: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const took = await fresh((write) => write((tx) => writeList(tx, ready())))
    if (round >= 0) times.push(took)
  }
  return times
}

/** Ten thousand items as an Excel file over HTTP, against what the library takes for the same cells alone. */
export async function benchExport(): Promise<Row[]> {
  const server = await startTestServer()
  await server.services.tenants.write(server.accountid, { userid: null, name: 'bench' }, (tx) => {
    for (const one of records) {
      const [name = '', code = ''] = one
      const born = { id: randomUUIDv7(), createdutc: tx.now, updatedutc: tx.now }
      const values = {
        code,
        materialname: name,
        make: 'Bosch',
        model: `M ${code}`,
        rate: 123_400,
        barcode: code,
      }
      insertRow(tx.db, 'inventory', { ...values, ...born })
    }
  })
  const first = await download(server)
  const { streamXlsxRows } = await import('hucre/xlsx')
  const same: never[][] = []
  for await (const { values } of streamXlsxRows(first)) same.push(values as never[])
  const [head = [], ...rows] = same
  const columns = head.map((name) => ({ header: String(name), key: String(name) }))
  const library = async () => {
    await new Response(writeXlsxStream(rows, { name: 'Inventory', columns })).arrayBuffer()
  }
  const times: [number[], number[]] = [[], []]
  const lags: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const lag = lagMeter()
    const ours = await timed(() => download(server))
    const worst = lag()
    const reference = await timed(library)
    if (round < 0) continue
    times[0].push(ours)
    times[1].push(reference)
    lags.push(worst)
  }
  await server.stop()
  return [
    row({
      what: 'XLSX of 10 000 items over HTTP: against the library with the same rows alone',
      ...{ ours: median(times[0]), reference: median(times[1]), unit: 'ms', reach: 'at most 1.5' },
    }),
    figureAlone(
      'the longest that this export holds up everybody else at once',
      median(lags),
      'at most 100 ms',
    ),
  ]
}

const download = async (server: TestServer) =>
  new Uint8Array(
    await (
      await fetch(`${server.url}/admin/inventory/export?format=xlsx`, {
        headers: { authorization: `Bearer ${server.people.admin.token}` },
      })
    ).arrayBuffer(),
  )

function writeList(tx: Tx, list: ListToWrite) {
  const { context } = planList(tx, list)
  for (const step of context.steps) step()
  flushQueued(context)
}

const readyOf = (choices: ColumnChoices, list: ValidatedList) => ({
  ...{
    id: randomUUIDv7(),
    recordType: 'clients',
    filename: 'clients.csv',
    choices,
    match: 'update' as const,
  },
  ...{ records: list.records, rows: list.table.rows.length, refused: 0 },
})

type Tenant = ReturnType<typeof openTestTenant>

/** Times one write to a file of its own. */
async function fresh(run: (write: Tenant['write']) => Promise<unknown>): Promise<number> {
  const tenant = openTestTenant()
  const took = await timed(() => run(tenant.write))
  tenant.close()
  return took
}

function bare(tx: Parameters<Parameters<Tenant['write']>[0]>[0], history: boolean) {
  const columns = ['id', 'createdutc', 'updatedutc', ...FIELDS]
  const client = prepared(tx.db, `INSERT INTO clients (${columns}) VALUES (${columns.map(() => '?')})`)
  const entry = prepared(
    tx.db,
    `INSERT INTO history (seq, entity, entityid, item, field, oldvalue, newvalue, userid, user, dateutc)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const [at, one] of records.entries()) {
    const id = randomUUIDv7()
    client.run([id, tx.now, tx.now, ...one])
    if (history)
      entry.run([tx.seq, 'clients', id, '', 'imported', '', `clients.csv, line ${at}`, null, 'bench', tx.now])
  }
}
