import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { CoreFee } from '#db/queries/platform/fees.ts'
import { coreFeeByCode } from '#db/queries/platform/fees.ts'
import { normaliseChoice, priceFees } from '#server/domains/account/fees/price.ts'
import { parseChoice, readChooser } from '#server/domains/account/subscription/input.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const fee = (code: string) => server.services.platform.read((db) => coreFeeByCode(db, code)) as CoreFee
const form = (values: object) => ({
  code: 'SUB1-X',
  name: 'Backup service',
  amount: '49,90',
  size: 1,
  kind: 'addon',
  class: 'service',
  ...values,
})
const send = (who: Client, method: string, path: string, body: unknown, accept = 'application/json') =>
  who.call(method, path, body, accept === 'text/html' ? { 'hx-request': 'true' } : { accept })

describe('the price list', () => {
  test('is in rand for everybody with a seat; the first one has a plan of each size', async () => {
    const { body } = await server.people.jobs.get('/api/account/corefees')
    const plans = body.data.filter((one: { primary: boolean }) => one.primary)
    expect(plans.map(({ size, amount }: { size: number; amount: number }) => [size, amount])).toEqual([
      [1, 399],
      [2, 999],
      [3, 2199],
    ])
  })

  test('is the operator’s alone to change, field by field', async () => {
    const { admin } = server.people
    expect((await send(admin, 'POST', '/backoffice/fees', form({}))).status).toBe(403)
    expect((await send(server.operator, 'POST', '/backoffice/fees', form({}))).status).toBe(200)
    expect(fee('SUB1-X')).toMatchObject({ amount: 4990, addon: true, primary: false, quantity: 0 })
    for (const [wrong, field] of [
      [{ code: 'SUB1' }, 'code'],
      [{ code: 'SUB 1' }, 'code'],
      [{ code: 'SUBX', kind: 'plan', class: 'seats', quantity: 5, amount: '4,99' }, 'amount'],
      [{ code: 'SUBX', kind: 'plan', class: 'seats', quantity: 0 }, 'quantity'],
      [{ code: 'SUBX', amount: '-1' }, 'amount'],
      [{ code: 'SUBX', amount: '1,234' }, 'amount'],
      [{ code: 'SUBX', size: 4 }, 'size'],
      [{ code: 'SUBX', seatspaid: 5 }, 'seatspaid'],
    ] as const) {
      const { status, body } = await send(server.operator, 'POST', '/backoffice/fees', form(wrong))
      expect(status, field).toBe(400)
      expect(Object.keys(body.fields)).toContain(field)
    }
  })

  test('notices that somebody saved first', async () => {
    const { id, version } = fee('SUB2')
    const change = form({
      code: 'SUB2',
      name: 'Medium',
      size: 2,
      kind: 'plan',
      class: 'seats',
      quantity: 15,
      amount: 1099,
    })
    const path = `/backoffice/fees/${id}`
    expect((await send(server.operator, 'PATCH', path, { ...change, version })).status).toBe(200)
    const late = { ...change, version, amount: '1 199,00', kind: 'addon', name: 'Mine' }
    const { status, text } = await send(server.operator, 'PATCH', path, late, 'text/html')
    expect([status, text.match(/Now saved: [^<]*/g)]).toEqual([
      409,
      ['Now saved: Medium', 'Now saved: R\u00a01\u00a0099,00', 'Now saved: Plan'],
    ])
    expect(fee('SUB2').amount as number).toBe(109_900)
  })

  test('loses what is archived, but not for whoever has it', async () => {
    const { id } = fee('SUB3')
    const list = [{ corefee: id, quantity: 1 }]
    expect((await server.people.admin.patch('/api/account/accountfees', list)).status).toBe(200)
    expect((await server.people.admin.get('/api/account')).body.data).toMatchObject({
      fee1: fee('SUB3').amount / 100,
      accountfees: [{ quantity: 1, new: false, corefee: { id, code: 'SUB3' } }],
    })
    await send(server.operator, 'POST', `/backoffice/fees/${id}/archive`, {})
    expect(JSON.stringify((await server.people.admin.get('/api/account/corefees')).body)).not.toContain(id)
    expect((await server.people.admin.patch('/api/account/accountfees', list)).status).toBe(200)
    expect((await server.other.patch('/api/account/accountfees', list)).status).toBe(400)
    await send(server.operator, 'POST', `/backoffice/fees/${id}/restore`, {})
    expect((await server.other.patch('/api/account/accountfees', list)).status).toBe(200)
  })
})

describe('the chooser', () => {
  const list = () => ['SUB1', 'SUB1-SEAT', 'SUB2', 'SUB2-SEAT', 'SUB2-SEAT10'].map(fee)
  const id = (code: string) => fee(code).id

  test('sets add-ons of another plan to nothing, and no number below it', () => {
    const counted = new Map([
      [id('SUB1'), 1],
      [id('SUB1-SEAT'), 4],
      [id('SUB2-SEAT'), -3],
      [id('SUB2-SEAT10'), 2],
    ])
    expect([...normaliseChoice(list(), counted, id('SUB2'))]).toEqual([
      [id('SUB2'), 1],
      [id('SUB2-SEAT10'), 2],
    ])
    expect([...normaliseChoice(list(), counted)]).toEqual([
      [id('SUB1'), 1],
      [id('SUB1-SEAT'), 4],
    ])
  })

  test('adds up to the cent, with the seats that it opens', () => {
    const choice = new Map([
      [id('SUB2'), 1],
      [id('SUB2-SEAT'), 3],
      [id('SUB2-SEAT10'), 2],
    ])
    const { amount, seats, size } = priceFees(list(), choice)
    expect([amount as number, seats, size]).toEqual([109_900 + 3 * 7_900 + 2 * 69_900, 38, 2])
  })

  test('counts by one or by ten, and refuses what is no number', () => {
    expect(readChooser({ step: '10', add: 'a', take: 'b', 'n-a': '5', 'n-b': '3' } as never)).toMatchObject({
      step: 10,
      counted: new Map([
        ['a', 15],
        ['b', -7],
      ]),
    })
    for (const wrong of ['1,5', '-1', 'x', '1001', '1e3'])
      expect(() => readChooser({ 'n-a': wrong } as never)).toThrow('whole number')
    expect(() =>
      parseChoice([
        { corefee: 'a', quantity: 1 },
        { corefee: { id: 'a' }, quantity: 2 },
      ]),
    ).toThrow('once')
  })
})
