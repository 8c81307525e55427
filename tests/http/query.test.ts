import { expect, test } from 'bun:test'
import { object, percent, quantity, rate, t } from '#server/http/fields.ts'
import { splitQuerySchema } from '#server/http/query.ts'
import { startTestServer } from '#tests/support/server.ts'

test('a query is checked by a schema that reads nothing, and read by one that does', () => {
  const given = object({ r: rate(), q: t.Optional(quantity()), p: percent() })
  const { schema, read } = splitQuerySchema(given)
  const typed = { r: '19,00', p: '12,5' }
  expect(splitQuerySchema(schema as typeof given).read(typed)).toEqual(typed)
  expect(read(typed)).toEqual({ r: 190_000, p: 125_000 })
})

test('a figure in an address means what it means in a body', async () => {
  const server = await startTestServer()
  const { admin } = server.people
  const ask = (query: string) => admin.get(`/api/pricing/preview?${query}`)
  expect((await ask('baserate=19,00&markuppercent=5&exclusive=true')).body.data.price).toBe(19.95)
  expect((await ask('baserate=')).body.data.price).toBe(0)
  const wrong = await ask('baserate=19,12345')
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['baserate']])
  expect((await ask('rate=19')).status).toBe(400)
  await server.stop()
})
