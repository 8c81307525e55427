import { prepared } from '#db/sqlite.ts'
import { SYSTEM, type TenantDb } from '#db/types.ts'
import { createInvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { startTestServer } from '#tests/support/server.ts'
import { interleaved, timed } from './load.ts'
import { type Row, row } from './table.ts'

const DOCUMENTS = 20_000
const LINES_EACH = 50

const BARE = `SELECT substr(i.date, 1, 7) AS month, count(DISTINCT i.id) AS documents,
    sum(l.netcents) AS net, sum(l.vatcents) AS vat, sum(l.totalcents) AS total
  FROM invoices i JOIN invoice_lines l ON l.invoiceid = i.id
  WHERE i.state <> 'draft' AND i.kind IN ('invoice', 'creditnote') AND i.date BETWEEN '2000-01-01' AND '2099-12-31'
  GROUP BY 1 ORDER BY 1`

/** A report over a million lines, from its address to its last byte, against the statement that it comes down to. */
export async function benchReports(): Promise<Row[]> {
  const server = await startTestServer()
  const { id } = await issueInvoice(await createInvoiceFixtures(server), 100)
  await server.services.tenants.write(server.accountid, SYSTEM, ({ db }) => multiply(db, id))
  const url = `${server.url}/reporting/sales-by-month/file?format=json&start=2000-01-01&end=2099-12-31`
  const headers = { cookie: server.people.admin.cookie }
  const ask = async () => {
    const { data } = (await (await fetch(url, { headers })).json()) as { data: { documents: number }[] }
    const counted = data.reduce((sum, { documents }) => sum + documents, 0)
    if (counted !== DOCUMENTS + 1) throw new Error(`The report counts ${counted} documents.`)
  }
  const bare = () => server.services.tenants.read(server.accountid, (db) => prepared(db, BARE).all())
  const [ours, reference] = await interleaved(
    () => timed(ask),
    () => timed(bare),
  )
  await server.stop()
  return [
    row({
      what: `sales by month over ${DOCUMENTS * LINES_EACH} lines, asked for over HTTP, against its bare statement`,
      ...{ ours, reference, unit: 'ms', reach: 'at most 1.5' },
    }),
  ]
}

/** Of one issued invoice: as many again, over ten years, each with as many lines. */
function multiply(db: TenantDb, id: string) {
  const copy = (table: string, from: string, own: Record<string, string>) => {
    const columns = prepared<{ name: string }>(db, `SELECT name FROM pragma_table_info('${table}')`).all()
    const names = columns.map(({ name }) => `"${name}"`)
    const values = columns.map(({ name }) => own[name] ?? `x."${name}"`)
    prepared(db, `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${from}`).run([])
  }
  const numbers = (most: number) =>
    `(WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${most}) SELECT n FROM n)`
  copy('invoices', `invoices x, ${numbers(DOCUMENTS)} WHERE x.id = '${id}'`, {
    id: `'bench-' || n`,
    number: `'B' || n`,
    series: '100000 + n',
    date: `date('2016-01-01', '+' || (n % 3650) || ' days')`,
    seq: 'NULL',
  })
  copy(
    'invoice_lines',
    `invoice_lines x, ${numbers(DOCUMENTS)} d, ${numbers(LINES_EACH)} l WHERE x.invoiceid = '${id}' AND x.position = 0`,
    { id: `'bench-' || d.n || '-' || l.n`, invoiceid: `'bench-' || d.n`, position: 'l.n' },
  )
}
