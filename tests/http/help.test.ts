import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { routes } from '#server/app.ts'
import { fillAddress, fillWithSentinels } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { findHelpTopics, Help } from '#views/platform/help/help.tsx'

setDefaultTimeout(120_000)

/** Boards are named by people, and a job has no page to link to: there the section says this word instead of a link. */
const words: Record<string, string> = {
  progress: 'lane',
  history: 'History',
  aging: 'Aging',
  templates: 'Templates',
  scheduler: 'Scheduler',
  planning: 'Planning',
  deliveries: 'Deliveries',
  panel: 'Allocations',
  schedule: 'Scheduler',
  storage: 'storage',
  notifications: 'bell',
  picking: 'picking list',
  lc: 'location',
  inventory: 'Inventory',
  account: 'Account details',
  subscription: 'plan',
  leadtimes: 'Lead times',
  clientslegacy: 'Clients',
}
/** What opens over whatever page one is on, or leads elsewhere: no section is about it. */
const overAny =
  /^\/(api|applink|bulkchanges|help|search|timeout|tracking|confirm\w+|invitation|documents|gohome|joblines|labels|lookup|mail|notes|samplejob|templates|account\/(create|email|invitations|waiting)|subscription\/panel)(\/|$)/

let server: TestServer
let ids: Record<string, string>
const sections = new Map<string, string>()
beforeAll(async () => {
  server = await startTestServer()
  ids = (await fillWithSentinels(server.services.tenants, server.accountid)) as Record<string, string>
  const text = renderToStaticMarkup(createElement(Help, { opens: () => true }))
  for (const [, id = '', section = ''] of text.matchAll(/<section id="(\w+)">([\s\S]*?)<\/section>/g))
    sections.set(id, section)
})
afterAll(() => server.stop())

const addressOf = (path: string) => fillAddress(path, ids)

/** Where help opens on that page; undefined where it has no help. */
async function openedAt(path: string, cookie: string): Promise<string | undefined> {
  const headers = { cookie, accept: 'text/html', 'sec-fetch-dest': 'document' }
  const answer = await fetch(server.url + path, { headers, redirect: 'manual' })
  if (answer.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/html')) return
  return /src="\/help(?:#(\w+))?"/.exec(await answer.text())?.slice(1)[0] ?? ''
}

const isAbout = (section: string, path: string) => {
  const parts = path.split('/').filter(Boolean)
  const above = parts.map((_, at) => `/${parts.slice(0, parts.length - at).join('/')}`)
  const named = parts.findLast((part) => part in words)
  return (
    [...above, ...(path === '/' ? ['/'] : [])].some((href) => section.includes(`href="${href}"`)) ||
    (named !== undefined && section.includes(words[named] ?? ''))
  )
}

test('help opens on each page at the one section that is about it', async () => {
  const wrong: string[] = []
  let read = 0
  for (const { kind, method, path } of routes) {
    if (kind !== 'page' || method !== 'GET' || path.startsWith('/render/') || overAny.test(path)) continue
    const address = addressOf(path)
    const topic =
      (await openedAt(address, server.people.admin.cookie)) ??
      (await openedAt(address, server.operator.cookie))
    if (topic === undefined) continue
    read++
    if (findHelpTopics(address).length !== 1) wrong.push(`${path}: ${findHelpTopics(address).join(' and ')}`)
    else if (!isAbout(sections.get(topic) ?? '', address)) wrong.push(`${path}: ${topic}`)
  }
  expect(wrong).toEqual([])
  expect(read).toBeGreaterThan(100)
})

test('help links to what its reader may open alone', async () => {
  for (const who of Object.values(server.people)) {
    const { text } = await who.get('/help')
    const hrefs = new Set([...text.matchAll(/href="(\/[^"]*)" target="_top"/g)].map(([, href]) => href ?? ''))
    const refused: string[] = []
    for (const href of hrefs) {
      const { status } = await who.get(href)
      if (status === 403 || status === 404) refused.push(href)
    }
    expect(refused).toEqual([])
  }
  expect(sections.get('offline')).toContain('wait on the device')
  expect(sections.get('xero')).toContain('href="/xero/mapping"')
})
