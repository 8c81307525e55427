import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '#server/app.ts'
import { crudRoutes } from '#server/crud/crud.ts'
import type { Resource } from '#server/crud/resource.ts'
import type { Route } from '#server/http/route.ts'

const root = join(import.meta.dir, '../..')

const head = `# Routes

Every address, and the file to open. Written by \`bun run routes\`; a test compares it with the routes themselves. The
claim \`seat\` stands for any person of the account, \`-\` for anybody. What stands under \`/api/jobs\` answers under
\`/api/v1/jobs\` too. The addresses of a plain resource come from its literal, by \`server/crud\`. The
last column is what the route says of itself.

| method | path | claim | file | what |
|---|---|---|---|---|
`

// Answered before or beside the route values, by server/http/serve.ts and server/http/mount.ts.
const beside = [
  {
    method: 'GET',
    path: '/api/openapi.json',
    claim: '-',
    file: 'server/http/mount.ts',
    what: 'Describes all calls (OpenAPI).',
  },
  {
    method: 'GET',
    path: '/assets/*',
    claim: '-',
    file: 'server/http/assets.ts',
    what: 'Styles, scripts and fonts.',
  },
  {
    method: 'GET',
    path: '/hub',
    claim: 'seat',
    file: 'server/http/hub.ts',
    what: 'The live connection of boards and pages.',
  },
  {
    method: 'POST',
    path: '/hub/negotiate',
    claim: 'seat',
    file: 'server/http/hub/connect.ts',
    what: 'Begins a live connection of the hub.',
  },
]

/** The text of docs/routes.md. */
export async function routesTable(): Promise<string> {
  const files = await modules()
  const exported = filesByRoute(files)
  const generic = filesByGenericRoute(files)
  const rows = routes.map((route) => {
    const file = exported.get(route)?.file ?? fileByAddress(route, files)
    const own = isWritten(route, file) ? file : (generic.get(keyOf(route)) ?? file)
    return {
      method: route.method,
      path: route.path,
      claim: route.claim ?? '-',
      file: own,
      what: route.options.summary ?? missingSummary(route),
    }
  })
  return head + [...rows, ...beside].sort(byPath).map(line).join('')
}

function missingSummary({ method, path }: Route): never {
  throw new Error(`${method} ${path} says nothing of itself: give it a summary.`)
}

type Row = { method: string; path: string; claim: string; file: string; what: string }

const line = ({ method, path, claim, file, what }: Row) =>
  `| ${method} | \`${path}\` | ${claim} | ${file} | ${what.replaceAll('|', '/')} |\n`

const byPath = (a: Row, b: Row) => compare(a.path, b.path) || compare(a.method, b.method)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type Module = { file: string; exports: unknown[] }

async function modules(): Promise<Module[]> {
  const files = [...new Bun.Glob('server/domains/**/*.{ts,tsx}').scanSync(root)].sort()
  return Promise.all(
    files.map(async (file) => ({ file, exports: Object.values(await import(join(root, file))) })),
  )
}

/** The file that exports a route; of several, the one that exports the fewest together. */
function filesByRoute(files: Module[]) {
  const found = new Map<unknown, { file: string; count: number }>()
  for (const { file, exports } of files)
    for (const list of exports.map((one) => [one].flat()))
      for (const route of list)
        if (list.length < (found.get(route)?.count ?? Number.POSITIVE_INFINITY))
          found.set(route, { file, count: list.length })
  return found
}

/** The generic routes of a resource are its own, whichever file takes them into a list. */
function filesByGenericRoute(files: Module[]) {
  const resources = files.flatMap(({ file, exports }) =>
    exports
      .filter(isResource)
      .flatMap((resource) => crudRoutes(resource).map((route) => [keyOf(route), file])),
  )
  return new Map(resources as [string, string][])
}

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'schemas' in value && 'nouns' in value

const keyOf = ({ method, path, handler }: Route) => `${method} ${path} ${handler}`

const isWritten = ({ method, path }: Route, file: string) =>
  readFileSync(join(root, file), 'utf8').includes(`'${method} ${path}'`)

/** A route that a function makes is found by its address as it is written. */
function fileByAddress(route: Route, files: Module[]): string {
  const found = files.find(({ file }) => isWritten(route, file))
  if (!found) throw new Error(`No file exports or writes the route ${route.method} ${route.path}.`)
  return found.file
}

if (import.meta.main) await Bun.write(join(root, 'docs/routes.md'), await routesTable())
