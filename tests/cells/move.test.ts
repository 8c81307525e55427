import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type MoveStep, moveAccount, recoverMoves } from '#server/cells/move-account.ts'
import { type Client, openSessions, PASSWORD } from '#tests/support/client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Cells, startCells } from './support.ts'

let cells: Cells
let first: Client
beforeAll(async () => {
  cells = await startCells()
  ;[first] = (await openSessions(cells.platform, ['admin@first.test'])) as [Client]
})
afterAll(() => cells.stop())

const here = () => cells.placed(cells.accountid)
const elsewhere = () => (here().cell === 'c01' ? 'c02' : 'c01')
const ownerOf = (cell: string) => (cell === 'c01' ? cells.c01 : cells.c02)
const move = (to: string, reached?: (step: MoveStep) => void) =>
  moveAccount(cells.platform.services, cells.accountid, to, reached)

let made = 0
async function addDivision(): Promise<string> {
  const name = `Moved ${++made}`
  const { status } = await first.post('/api/divisions', { name })
  return status === 200 ? name : ''
}
const names = async () =>
  (await first.get('/api/divisions?take=500')).body.data.map(({ name }: { name: string }) => name)

describe('a move of an account', () => {
  test('changes who serves it, and nothing else', async () => {
    const before = await addDivision()
    const [from, to] = [here(), elsewhere()]
    await move(to)
    expect(here()).toEqual({ cell: to, epoch: from.epoch + 1, target: null })
    const after = await addDivision()
    expect(await names()).toEqual(expect.arrayContaining([before, after]))
    const isMine = (cell: string) => ownerOf(cell).services.tenants.isMine(cells.accountid)
    expect([isMine(from.cell), isMine(to)]).toEqual([false, true])
  })

  for (const step of ['asked', 'begun', 'released', 'placed'] as const)
    test(`that is cut off once it is ${step} leaves one owner, who serves it after the next start`, async () => {
      const [from, to] = [here(), elsewhere()]
      const cut = move(to, (at) => {
        if (at === step) throw new Error('the power was cut')
      })
      await expect(cut).rejects.toThrow('the power was cut')
      await recoverMoves(cells.platform.services)
      const stays = step !== 'placed'
      expect(here()).toEqual(
        stays ? { ...from, target: null } : { cell: to, epoch: from.epoch + 1, target: null },
      )
      const name = await addDivision()
      expect(name).not.toBe('')
      expect(await names()).toContain(name)
    })

  test('under load loses nothing that was acknowledged, and writes nothing twice', async () => {
    const acked: string[] = []
    let going = true
    const writers = Array.from({ length: 4 }, async () => {
      while (going) {
        const name = await addDivision()
        if (name) acked.push(name)
      }
    })
    for (let round = 0; round < 6; round++) await move(elsewhere())
    going = false
    await Promise.all(writers)
    const stored = await names()
    expect(stored.length).toBe(new Set(stored).size)
    expect(acked.filter((name) => !stored.includes(name))).toEqual([])
  })

  test('takes the live connections of its people along', async () => {
    const socket = new WebSocket(
      `${cells.platform.url.replace('http', 'ws')}/hub?access_token=${first.token}`,
    )
    const heard: string[] = []
    let closed = 0
    socket.onopen = () => socket.send('{"protocol":"json","version":1}\x1e')
    socket.onmessage = ({ data }) => heard.push(String(data))
    socket.onclose = ({ code }) => {
      closed = code
    }
    await eventually(() => heard.join('').includes('{}'), true)
    await addDivision()
    await eventually(() => heard.join('').includes('RecordChanged'), true)
    await move(elsewhere())
    await eventually(() => closed, 1001)
  })

  test('is refused in a sentence where it makes no sense', async () => {
    await expect(move(here().cell)).rejects.toThrow(`is served by ${here().cell} already`)
    await expect(move('c07')).rejects.toThrow('There is no cell c07')
    const { platform } = cells
    const { accountid } = ((await openSessions(platform, ['operator@platform.test'])) as [Client])[0]
    await expect(moveAccount(platform.services, accountid, 'c01')).rejects.toThrow(
      'served by the platform itself',
    )
  })
})

describe('an operator', () => {
  const seen = async (operator: Client) =>
    (await operator.get(`/backoffice/accounts/${cells.accountid}/cell`)).text
  const ask = (operator: Client, to: string, password: string) =>
    operator.post(`/backoffice/accounts/${cells.accountid}/cell`, { to, password })

  test('sees who serves an account, and moves it by their password', async () => {
    const [operator] = (await openSessions(cells.c02, ['operator@platform.test'])) as [Client]
    const [from, to] = [here(), elsewhere()]
    expect(await seen(operator)).toContain(`Served by <strong>${from.cell}</strong>`)
    const wrong = await ask(operator, to, 'guessed')
    expect([wrong.status, here()]).toEqual([400, from])
    const moved = await ask(operator, to, PASSWORD)
    expect([moved.status, here().cell]).toEqual([200, to])
    expect(await seen(operator)).toContain(`Served by <strong>${to}</strong>`)
  })

  test('seats somebody in an account that another process serves, whose people hear of it', async () => {
    const [operator] = (await openSessions(cells.c02, ['operator@platform.test'])) as [Client]
    const { status } = await operator.post('/api/backoffice/seats', {
      accountid: cells.accountid,
      email: 'admin@other.test',
    })
    expect(status).toBe(200)
    const told = await first.get('/api/communication/notifications')
    expect(told.text).toContain('The operator has given admin@other.test a place in this account.')
  })
})
