import { afterAll, beforeAll, expect, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a dialog that adds something says Create, and its other button Cancel', async () => {
  const paths = routes
    .filter(({ method, path }) => method === 'GET' && path.endsWith('/new') && !path.includes(':'))
    .map(({ path }) => path)
  const said = []
  for (const path of paths) {
    const who = path.startsWith('/backoffice') ? server.operator : server.people.admin
    const { text } = await who.call('GET', path, undefined, { 'hx-request': 'true' })
    const title = /<h2 id="dialog-title">((?:Add|New) [^<]*)/.exec(text)?.[1]
    // A draft and an invitation are named by what they are.
    if (!title || /user|delivery|purchase order|invoice/i.test(title)) continue
    const [, submit] = /data-save=""[^>]*>(?:<[^>]*>)*([^<]*)/.exec(text) ?? []
    said.push([path, title, submit, text.includes('>Cancel<')])
  }
  expect(said.length).toBeGreaterThan(10)
  expect(said.filter(([, , submit, cancels]) => submit !== 'Create' || !cancels)).toEqual([])
})
