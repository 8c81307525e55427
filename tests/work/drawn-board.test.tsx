import { afterAll, beforeAll, expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import type { BoardProps } from '#islands/board/props.ts'
import { StaticBoard } from '#islands/board/static.tsx'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures } from './jobs-support.ts'

let server: TestServer
const jobs: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  const { boardid, clients } = await createJobFixtures(server)
  for (let n = 0; n < 14; n++) {
    const job = { boardid, client: clients[n % 2], description: `Gate ${n} <é>` }
    jobs.push((await admin().post('/api/jobs', job)).body.data.id)
  }
})
afterAll(() => server.stop())

const admin = () => server.people.admin

/** Of a card the server sends no comments between texts, and letters beyond ASCII by their numbers. */
const plain = (html: string) =>
  html.replaceAll('<!-- -->', '').replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))

async function readBoard(query = ''): Promise<{ props: BoardProps; html: string }> {
  const headers = { cookie: admin().cookie, accept: 'text/html' }
  const page = await (await fetch(`${server.url}/jobs/work-shop/progress${query}`, { headers })).text()
  const [, json = ''] = /data-island="board"[^>]*><script[^>]*>(.*?)<\/script>/.exec(page) ?? []
  const root = '<div data-root="" data-hydrate="">'
  const from = page.indexOf(root) + root.length
  const html = page.slice(from, page.indexOf('</p></div></div></div>', from) + '</p></div>'.length)
  return { props: JSON.parse(json), html }
}

async function expectAsDrawnAnew(query = '') {
  const { props, html } = await readBoard(query)
  expect(plain(html)).toBe(plain(renderToString(<StaticBoard props={props} query={query} />)))
  return props
}

test('a board of pieces that were drawn before is what its island draws, after each kind of change', async () => {
  await expectAsDrawnAnew()
  const [first = '', second = '', third = ''] = jobs
  await admin().post('/api/jobs/reorder', { jobid: first, lane: 2, afterid: null, confirmed: true })
  const moved = await expectAsDrawnAnew()
  expect(moved.cards.find(({ id }) => id === first)?.status).toBe(2)
  await admin().post('/api/jobs/reorder', { jobid: second, lane: 1, afterid: jobs[9], confirmed: true })
  await expectAsDrawnAnew()
  await admin().post(`/api/jobs/${third}/notes`, { message: 'Called back' })
  const noted = await expectAsDrawnAnew()
  expect(noted.cards.find(({ id }) => id === third)?.notes).toBe(1)
  const line = { jobid: third, description: 'Steel', role: 2, estimated: 1, linerate: 5 }
  expect((await admin().post('/api/materials', line)).status).toBeLessThan(300)
  const priced = await expectAsDrawnAnew()
  expect(priced.figures?.map(({ quoted }) => quoted)).toContain(5)
  const filtered = await expectAsDrawnAnew(`?text=${encodeURIComponent('Gate 1')}`)
  expect(filtered.cards.length).toBeLessThanOrEqual(noted.cards.length)
  await expectAsDrawnAnew()
})
