import { escapeHTML } from 'bun'
import { openFile, prepared } from '#db/sqlite.ts'
import { startTestServer } from '#tests/support/server.ts'
import { interleaved, load } from './load.ts'
import { type Row, row } from './table.ts'

const ROWS = 20

/** A small signed-in page (twenty divisions in the frame) against the same queries and markup by template strings. */
export async function benchPage(): Promise<Row[]> {
  const server = await startTestServer()
  const { admin } = server.people
  for (let i = 0; i < ROWS; i++) await admin.post('/api/divisions', { name: `Division ${i} <&>` })
  const path = '/admin/divisions'
  const page = await (await fetch(server.url + path, { headers: { cookie: admin.cookie } })).text()
  const bare = serveBare(server.services.tenants.path(server.accountid), page)
  try {
    const [ours, reference] = await interleaved(
      () => load(server.url + path, { cookie: admin.cookie }),
      () => load(bare.url.href),
    )
    return [
      row({
        what: 'a small signed-in page (20 rows)',
        ours,
        reference,
        unit: 'req/s',
        reach: 'at least 0.4',
      }),
    ]
  } finally {
    await bare.stop(true)
    await server.stop()
  }
}

type Division = { id: string; name: string; archived: number }

/** No sign-in, no gate: the list, its count and the labels are read, and the page is put together from literals. */
function serveBare(path: string, page: string) {
  const { db } = openFile(path)
  const rows = prepared<Division>(
    db,
    'SELECT id, name, archived FROM divisions WHERE archived = 0 ORDER BY name COLLATE NOCASE, id LIMIT 50 OFFSET 0',
  )
  const total = prepared<{ n: number }>(db, 'SELECT count(*) AS n FROM divisions WHERE archived = 0')
  const unread = prepared<{ n: number }>(
    db,
    "SELECT count(*) AS n FROM notifications WHERE userid = '' AND readutc IS NULL",
  )
  const start = page.indexOf('<tbody>') + 7
  const [head, tail] = [page.slice(0, start), page.slice(page.indexOf('</tbody>'))]
  const first = page.slice(start, page.indexOf('</tr>', start) + 5)
  const [id, name] = [/row-([0-9a-f-]{36})/.exec(first)?.[1] ?? '', 'Division 0 &lt;&amp;&gt;']
  const parts = first.split(new RegExp(`(${id}|${name})`))
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch() {
      const list = rows.all()
      let body = ''
      for (const one of list)
        for (const part of parts) body += part === id ? one.id : part === name ? escapeHTML(one.name) : part
      const html = `${head}${body}${tail}<!-- ${total.get()?.n} ${unread.get()?.n} -->`
      return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
  })
}
