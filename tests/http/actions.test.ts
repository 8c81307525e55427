import { expect, test } from 'bun:test'
import type { Context } from '#server/http/context.ts'
import { NoBody, object, text } from '#server/http/fields.ts'
import { dataReply, noSwapReply, redirect } from '#server/http/reply.ts'
import { asyncAction } from '#server/http/route.ts'

const addresses = { api: 'POST /api/things', page: 'POST /things' } as const
const Thing = object({ name: text(10) })

test('a form has the body of its call, or the one that it names, or none', () => {
  const none = asyncAction(
    addresses,
    { claim: 'seat', body: Thing, form: { input: () => ({ body: { name: 'a' } }) } },
    async (c) => c.body.name,
    // @ts-expect-error: this form says that it has no body.
    (_, c) => redirect(c.body.name),
  )
  expect(none.map(({ schemas }) => schemas.body)).toEqual([Thing, NoBody])

  const same = asyncAction(
    addresses,
    { claim: 'seat', body: Thing },
    async (c) => c.body.name,
    (_, c) => redirect(c.body.name),
  )
  expect(same.map(({ schemas }) => schemas.body)).toEqual([Thing, Thing])
})

test('a form may ask for a claim that its call does not, and for a sign-in if that claim needs one', () => {
  const [call, form] = asyncAction(
    addresses,
    { claim: 'seat', form: { claim: 'users.manage' } },
    async () => null,
    () => noSwapReply({}),
  )
  expect([call?.claim, call?.options.needsSignIn]).toEqual(['seat', false])
  expect([form?.claim, form?.options.needsSignIn]).toEqual(['users.manage', true])
})

test('a call may answer otherwise than by the value that its form is made from', async () => {
  const [call, form] = asyncAction(
    addresses,
    { claim: 'seat' },
    async () => ({ token: 'a', cookie: 'b' }),
    ({ cookie }) => noSwapReply({ 'set-cookie': cookie }),
    ({ token }) => dataReply({ token }),
  )
  expect(await call?.handler({} as Context)).toEqual(dataReply({ token: 'a' }))
  expect(await form?.handler({} as Context)).toEqual(noSwapReply({ 'set-cookie': 'b' }))
})

test('what a call reads after a long change is read in another turn of the event loop', async () => {
  const order: string[] = []
  const [call] = asyncAction(
    addresses,
    { claim: 'seat' },
    async () => {
      // As long as one piece of an answer may be.
      const began = performance.now()
      while (performance.now() - began < 10);
      order.push('changed')
      setImmediate(() => order.push('another'))
    },
    () => noSwapReply({}),
    () => {
      order.push('read')
    },
  )
  await call?.handler({} as Context)
  expect(order).toEqual(['changed', 'another', 'read'])
})
