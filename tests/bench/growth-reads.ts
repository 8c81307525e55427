import { routes } from '#server/app.ts'
import type { Route } from '#server/http/route.ts'
import { addressOf, propertiesOf, type Schema } from '#tests/attack/support.ts'
import type { SentinelValues } from '#tests/support/sentinels.ts'
import type { TestServer } from '#tests/support/server.ts'

/** Files and documents hold all that match or one record, and are written beside others' requests; a form lists nothing. */
const NO_LIST =
  /\/(export|render|download|thumb|template|refused|picture|logo|receipts|new|create)\b|^\/hub|marss|^\/applink/

const SEARCHES = ['gate weld', 'gate', 'zzzz', 'ga', 'g']
const FROM = '2025-11-20'

/** What stands in an address where no id does. */
const WORDS: Record<string, string> = {
  ':x': 'weld',
  ':ref': 'Y1',
  ':name': 'Yard 1',
  ':jobs': 'jobs',
  ':board': 'years',
}

/** Addresses by their route. */
export type Reads = Map<string, string[]>

/** Every read of an account, found by itself: each route with each choice, search and order that it takes. */
export async function readsOf(server: TestServer, ids: SentinelValues): Promise<Reads> {
  const reads: Reads = new Map()
  for (const route of routes.filter(isRead)) {
    const path = pathOf(route, ids)
    const { status, text } = await server.people.admin.get(path)
    if (status === 200)
      reads.set(route.path, [...new Set([path, ...choicesOf(route, path, ids), ...linksIn(text, path)])])
  }
  return reads
}

const isRead = ({ method, claim, path }: Route) =>
  method === 'GET' && claim !== null && claim !== 'platform.manage' && !NO_LIST.test(path)

const pathOf = ({ path, schemas }: Route, ids: SentinelValues) => {
  const words = path.split('/').map((part) => WORDS[part] ?? part)
  return addressOf({ path: words.join('/'), schemas }, ids)
}

function choicesOf({ schemas }: Route, path: string, ids: SentinelValues): string[] {
  const given = (name: string, value: string) =>
    `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
  return Object.entries(propertiesOf(schemas.query as Schema)).flatMap(([name, schema]) => {
    if (name === 'search' || name === 'q') return SEARCHES.map((words) => given(name, words))
    if (name === 'start') return [given(name, FROM)]
    const table = { boardid: 'boards', category: 'categories', assignee: 'workers' }[name] ?? `${name}s`
    if (table in ids) return [given(name, ids[table] as string)]
    const words = (schema.anyOf ?? []).flatMap((one) => (typeof one.const === 'string' ? [one.const] : []))
    if (name === 'archived' || words.includes('true')) return [given(name, 'true')]
    return words.filter(Boolean).map((word) => given(name, word))
  })
}

/** A page leads to its orders, tabs and other choices by links to itself. */
function linksIn(text: string, path: string): string[] {
  const self = path.split('?')[0] as string
  return [...text.matchAll(/href="([^"#]*\?[^"#]*)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .map((href) => (href.startsWith('?') ? self + href : href))
    .filter((href) => href.startsWith(`${self}?`))
}
