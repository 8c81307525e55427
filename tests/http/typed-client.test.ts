import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { typedClient } from '#tests/support/typed-client.ts'
import { createJobFixtures } from '../work/jobs-support.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'joblane-client-'))
beforeAll(async () => {
  server = await startTestServer()
}, 300_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** What somebody writes who has nothing but the client. */
const PROGRAM = `import { connect } from './client.ts'

export async function run(url: string, token: string, boardid: string) {
  const call = connect(url, { authorization: \`Bearer \${token}\` })
  const { data: client } = await call('POST /api/clients', { body: { name: 'Typed and Sons' } })
  const { data: job } = await call('POST /api/jobs', { body: { description: 'Typed', boardid, status: 1, client: client.id } })
  const { data: cards, total } = await call('GET /api/jobs', { query: { search: 'Typed' } })
  const { data: whole } = await call('GET /api/jobs/{id}', { path: { id: job.id } })
  const reference: string = job.reference
  // @ts-expect-error: a reference is a text
  const wrong: number = job.reference
  // @ts-expect-error: there is no such field
  await call('POST /api/clients', { body: { nam: 'x' } })
    .catch(() => {})
  return { client: client.name, reference, first: cards[0]?.client?.name, total: total ?? 0, same: whole.id === job.id, wrong }
}
`

const CONFIG = {
  compilerOptions: {
    target: 'ESNext',
    module: 'Preserve',
    moduleResolution: 'bundler',
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  include: ['*.ts'],
}

test('a client made from openapi.json compiles, and works against the program', async () => {
  const { admin } = server.people
  const { body: openapi } = await admin.get('/api/openapi.json')
  await Bun.write(join(folder, 'client.ts'), typedClient(openapi))
  await Bun.write(join(folder, 'program.ts'), PROGRAM)
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
  const tsc = join(import.meta.dir, '../../node_modules/.bin/tsc')
  const compiled = Bun.spawnSync([process.execPath, tsc, '-p', folder])
  expect(compiled.stdout.toString()).toBe('')
  expect(compiled.exitCode).toBe(0)
  const { run } = await import(join(folder, 'program.ts'))
  const { boardid } = await createJobFixtures(server)
  const ran = await run(server.url, admin.token, boardid)
  expect(ran).toMatchObject({ client: 'Typed and Sons', first: 'Typed and Sons', total: 1, same: true })
  expect(ran.reference).toMatch(/\d/)
}, 300_000)
