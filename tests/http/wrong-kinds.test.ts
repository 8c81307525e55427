import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { routes } from '#server/app.ts'
import { refuseInput } from '#server/http/refuse-input.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const wrong: Record<string, unknown> = { string: ['X'], array: 7, object: 'X' }

test('a field of another kind is told so, at every call, not that it is too long', () => {
  let asked = 0
  for (const { method, path, schemas } of routes)
    for (const [field, schema] of Object.entries(schemas.body?.properties ?? {})) {
      const { type } = schema as { type?: string }
      const value = wrong[type ?? '']
      if (value === undefined || !schemas.body) continue
      asked++
      const errors = [...Value.Errors(schemas.body, { [field]: value })]
      const { fields } = refuseInput(errors).more
      expect([method, path, field, fields?.[field]]).toEqual([
        method,
        path,
        field,
        expect.stringMatching(/^It must be /),
      ])
    }
  expect(asked).toBeGreaterThan(300)
})

test('by the program as it answers', async () => {
  const { admin } = server.people
  const said = async (path: string, body: object) => {
    const { status, body: answer } = await admin.post(path, body)
    return [status, answer.message]
  }
  expect(await said('/api/stockcounts', { codes: ['X'] })).toEqual([400, 'codes: It must be text.'])
  expect(await said('/api/clients', { name: 7 })).toEqual([400, 'name: It must be text.'])
  expect(await said('/api/clients', { name: 'x'.repeat(500) })).toEqual([
    400,
    'name: It may have at most 120 characters.',
  ])
})
