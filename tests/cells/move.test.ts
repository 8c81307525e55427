import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { beginMove, giveUpMove } from '#db/queries/platform/cells.ts'
import { isMovedAfterAll } from '#server/cells/await-move.ts'
import { callCell } from '#server/cells/call-cell.ts'
import { type MoveStep, moveAccount } from '#server/cells/move-account.ts'
import { recoverMoves } from '#server/cells/take-back.ts'
import { Problem } from '#server/errors.ts'
import { measureProgram } from '#server/metrics/measure-program.ts'
import { createRegistry } from '#server/metrics/registry.ts'
import { examineCells } from '#server/tasks/doctor/examine-cells.ts'
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

test('a process that stops tells the live connections that it hands on', async () => {
  const front = await cells.start('cell', 'c08')
  const socket = new WebSocket(`${front.url.replace('http', 'ws')}/hub?access_token=${first.token}`)
  const heard: string[] = []
  let closed = 0
  socket.onopen = () => socket.send('{"protocol":"json","version":1}\x1e')
  socket.onmessage = ({ data }) => heard.push(String(data))
  socket.onclose = ({ code }) => {
    closed = code
  }
  await eventually(() => heard.join('').includes('{}'), true)
  await front.stop()
  await eventually(() => closed, 1001)
  expect(heard.join('')).toContain('The server is restarting.')
})

test('of a cell that stopped, doctor names a running one that may serve its accounts', async () => {
  const stopped = await cells.start('cell', 'c03')
  await move('c03')
  await stopped.stop()
  try {
    const found = await examineCells(
      { ...cells.platform.services.config, data: join(cells.folder, 'data') },
      1,
    )
    expect(found.map(({ sentence }) => sentence).join()).toMatch(/joblane move --from c03 --to c0[12]\b/)
  } finally {
    await move('c01')
  }
})

test('a move that cannot be taken back is tried again with growing pauses, and said wherever one looks', async () => {
  const { services } = cells.platform
  const [from, to] = [here(), elsewhere()]
  const log = spyOn(console, 'error').mockImplementation(() => {})
  const locked = () => Promise.reject(new Error('database is locked'))
  let disk: ReturnType<typeof refuseWrites> | undefined
  try {
    const moved = move(to, (at) => {
      if (at === 'released') disk = refuseWrites(locked)
    })
    await expect(moved).rejects.toThrow('database is locked')
    const open = () => services.cell?.openmoves.get(cells.accountid)
    await eventually(() => (open()?.tries ?? 0) >= 2, true)
    const pauses = log.mock.calls.flatMap(([line]) => /tried again in (\d+) s/.exec(String(line))?.[1] ?? [])
    expect(pauses.slice(0, 2)).toEqual(['1', '2'])
    expect(here().target).toBe(to)
    expect(openMoves()).toBe('1')
    const found = await examineCells({ ...services.config, data: join(cells.folder, 'data') }, 1)
    expect(found.filter(({ level }) => level === 'fault')).toEqual([
      {
        level: 'fault',
        sentence: expect.stringContaining(
          `is stuck on its way from ${from.cell} to ${to}, and nobody serves it`,
        ),
      },
    ])
  } finally {
    disk?.mockRestore()
    log.mockRestore()
  }
  await eventually(here, from)
  await eventually(openMoves, '0')
  expect(await addDivision()).not.toBe('')
})

function openMoves() {
  const { services } = cells.platform
  const registry = createRegistry()
  measureProgram({ ...services, metrics: { ...services.metrics, registry } })
  return /^joblane_moves_open (\d+)$/m.exec(registry.text())?.[1]
}

const FULL = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
const refuseWrites = (refuse = () => Promise.reject(FULL)) =>
  spyOn(cells.platform.services.platform, 'write').mockImplementation(refuse)

describe('a move for which the platform’s disk has no room', () => {
  const said = (cell: string) => `The disk of the data folder is full. ${cell} serves the account as before`

  test('is not begun', async () => {
    const from = here()
    const disk = refuseWrites()
    await expect(move(elsewhere())).rejects.toThrow(said(from.cell))
    disk.mockRestore()
    expect(here()).toEqual(from)
  })

  for (const full of ['begun', 'released'] as const)
    test(`once it is ${full} is taken back when there is some, without a new start`, async () => {
      const [from, to] = [here(), elsewhere()]
      const log = spyOn(console, 'error').mockImplementation(() => {})
      const disks: ReturnType<typeof refuseWrites>[] = []
      const { tenants } = ownerOf(from.cell).services
      const { release } = tenants
      if (full === 'begun') tenants.release = () => Promise.reject(new Problem(503, 'It is busy.'))
      try {
        const moved = move(to, (at) => {
          if (at === full) disks.push(refuseWrites())
        })
        await expect(moved).rejects.toThrow(full === 'begun' ? 'It is busy.' : said(from.cell))
        expect(here().target).toBe(to)
      } finally {
        tenants.release = release
        for (const disk of disks) disk.mockRestore()
        log.mockRestore()
      }
      await eventually(here, from)
      expect(await addDivision()).not.toBe('')
    })
})

describe('who hears nothing of a move any more', () => {
  const data = () => join(cells.folder, 'data')
  const ask = (to: string, now: () => number, folder = data()) =>
    isMovedAfterAll(
      { platform: cells.platform.services.platform, data: folder },
      { accountid: cells.accountid, to, atms: 0 },
      now,
    )
  const soon = () => 0
  const late = () => 3_600_000

  test('waits for one that begins later', async () => {
    const to = elsewhere()
    const answer = ask(to, soon)
    await move(to)
    expect(await answer).toBe(true)
  })

  test('is told that one did not happen once it cannot begin, or no platform runs', async () => {
    expect(await ask(elsewhere(), late)).toBe(false)
    expect(await ask(elsewhere(), soon, cells.folder)).toBe(false)
  })

  test('is told that one stays open, and does not wait for ever', async () => {
    const { platform } = cells.platform.services
    const [placed, to] = [{ accountid: cells.accountid, ...here() }, elsewhere()]
    await platform.write(({ db }) => beginMove(db, placed, to))
    try {
      await expect(ask(to, late)).rejects.toThrow('the move is finished then, or taken back')
    } finally {
      await platform.write(({ db }) => giveUpMove(db, placed))
    }
  })

  test('need not fear that the platform begins it later', async () => {
    const [before, value] = [here(), { accountid: cells.accountid, to: elsewhere() }]
    const asked = callCell(cells.c01.services, 'c00', 'move', { ...value, beginbyms: 0 })
    await expect(asked).rejects.toThrow('too busy to begin it in time')
    expect(here()).toEqual(before)
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
