import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '#server/app.ts'
import type { Route } from '#server/http/route.ts'

const root = join(import.meta.dir, '../..')

const head = `# Routes

Every address, and the file to open. Written by \`bun run routes\`; a test compares it with the routes themselves. The
claim \`seat\` stands for any person of the account, \`-\` for anybody. What stands under \`/api/jobs\` answers under
\`/api/v1/jobs\` too. A plain resource has all of its addresses from one literal, by \`server/crud\`.

| method | path | claim | file |
|---|---|---|---|
`

// Answered before or beside the route values, by server/http/serve.ts and server/http/mount.ts.
const beside = [
  { method: 'GET', path: '/api/openapi.json', claim: '-', file: 'server/http/mount.ts' },
  { method: 'GET', path: '/assets/*', claim: '-', file: 'server/http/assets.ts' },
  { method: 'GET', path: '/hub', claim: 'seat', file: 'server/http/hub.ts' },
  { method: 'POST', path: '/hub/negotiate', claim: 'seat', file: 'server/http/hub/connect.ts' },
]

/** The text of docs/routes.md. */
export async function routesTable(): Promise<string> {
  const files = [...new Bun.Glob('server/domains/**/*.{ts,tsx}').scanSync(root)].sort()
  const exported = await filesByRoute(files)
  const rows = routes.map((route) => ({
    method: route.method,
    path: route.path,
    claim: route.claim ?? '-',
    file: exported.get(route)?.file ?? fileByAddress(route, files),
  }))
  return head + [...rows, ...beside].sort(byPath).map(line).join('')
}

type Row = { method: string; path: string; claim: string; file: string }

const line = ({ method, path, claim, file }: Row) => `| ${method} | \`${path}\` | ${claim} | ${file} |\n`

const byPath = (a: Row, b: Row) => compare(a.path, b.path) || compare(a.method, b.method)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The file that exports a route; of several, the one that exports the fewest together. */
async function filesByRoute(files: string[]) {
  const found = new Map<unknown, { file: string; count: number }>()
  for (const file of files) {
    const exports = Object.values((await import(join(root, file))) as Record<string, unknown>)
    for (const list of exports.map((one) => [one].flat()))
      for (const route of list)
        if (list.length < (found.get(route)?.count ?? Number.POSITIVE_INFINITY))
          found.set(route, { file, count: list.length })
  }
  return found
}

/** A route that a function makes is found by its address as it is written. */
function fileByAddress({ method, path }: Route, files: string[]): string {
  const address = `'${method} ${path}'`
  const found = files.find((file) => readFileSync(join(root, file), 'utf8').includes(address))
  if (!found) throw new Error(`No file exports or writes the route ${address}.`)
  return found
}

if (import.meta.main) await Bun.write(join(root, 'docs/routes.md'), await routesTable())
