import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { accountNames } from '#db/queries/platform/registry.ts'
import { prepared } from '#db/sqlite.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Program } from '#tests/support/program.ts'
import {
  demoFolder,
  joblane,
  openData,
  removeTemporaryFolders,
  serveFolder,
  signInToDemo,
} from './support.ts'

// Each starts the program, beside whatever else the machine does.
setDefaultTimeout(120_000)

afterAll(removeTemporaryFolders)

const MANY = 12_000

/** The import pages as somebody calls them who has a token. */
async function importer({ base }: Program) {
  const token = await signInToDemo(base)
  return (method: string, path: string, body?: FormData | URLSearchParams) =>
    fetch(base + path, {
      method,
      body,
      headers: { authorization: `Bearer ${token}`, 'hx-request': 'true' },
    })
}

test('kill -9 while a list is saved leaves nothing of it once the program runs again, and it can be imported then', async () => {
  const folder = await demoFolder()
  const program = await serveFolder(folder)
  const call = await importer(program)
  const form = new FormData()
  const lines = Array.from({ length: MANY }, (_, n) => `KILL${n},Ysterpyp ${n} galvanised,Bosch,M ${n}`)
  form.append('file', new File([['Code,Material name,Make,Model', ...lines].join('\n')], 'list.csv'))
  const url = (await call('POST', '/import/inventory', form)).headers.get('hx-redirect')!
  const columns = { code: 'Code', materialname: 'Material name', make: 'Make', model: 'Model' }
  const chosen = Object.entries(columns).map(([field, column]) => [`column-${field}`, column])
  await call('POST', url, new URLSearchParams(chosen))
  const progress = async () => (await call('GET', `${url}/progress`)).text()
  while (await progress()) await Bun.sleep(25)
  await call('POST', `${url}/run`, new URLSearchParams())
  for (let shown = await progress(); !shown.includes('Saving'); shown = await progress()) {
    if (!shown) throw new Error('All was saved before the program could be killed.')
    await Bun.sleep(1)
  }
  await program.kill()
  expect(countIn(folder)[0]).toBeLessThan(MANY)
  expect(await joblane(['check', '--data', folder])).toMatchObject({ status: 0 })
  const again = await serveFolder(folder)
  const recall = await importer(again)
  const items = async () => (await (await recall('GET', '/api/inventory?search=KILL')).json()).total
  await eventually(items, 0)
  await recall('POST', `${url}/run`, new URLSearchParams())
  while (await (await recall('GET', `${url}/progress`)).text()) await Bun.sleep(25)
  const page = await (await recall('GET', url)).text()
  expect(page.replace(/\D/g, '')).toContain(String(MANY))
  expect(await again.stop()).toBe(0)
  expect(countIn(folder)).toEqual([MANY, 1])
  expect(await joblane(['check', '--data', folder])).toMatchObject({ status: 0 })
})

/** Items of the list, and imports, in the account. */
function countIn(folder: string) {
  const data = openData(folder)
  const account = data.platform.read(accountNames).find(({ name }) => name === 'Northwind Traders')!
  const counts = data.tenants.read(account.id, (db) =>
    ["inventory WHERE code LIKE 'KILL%'", 'imports'].map(
      (from) => prepared<{ n: number }>(db, `SELECT count(*) AS n FROM ${from}`).get()!.n,
    ),
  )
  data.close()
  return counts
}
