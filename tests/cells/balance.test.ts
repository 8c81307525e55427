import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { observeCells, proposeMoves } from '#server/cells/balance-cells.ts'
import { moveAccount } from '#server/cells/move-account.ts'
import { type Client, openSessions, PASSWORD } from '#tests/support/client.ts'
import { joblane } from '#tests/tasks/support.ts'
import { type Cells, startCells } from './support.ts'

let cells: Cells
beforeAll(async () => {
  cells = await startCells()
})
afterAll(() => cells.stop())

/** What would move if each had used so much of a core. */
async function propose(processor: Record<string, number>) {
  const { services } = cells.platform
  const seen = await observeCells(services, services.config.data)
  const loaded = seen.map((cell) => ({
    ...cell,
    load: cell.load && { ...cell.load, processor: processor[cell.id] ?? 0 },
  }))
  return proposeMoves(services.platform, loaded)
}

/** Both accounts at the first, and open there. */
async function crowd() {
  const { services } = cells.platform
  for (const id of [cells.accountid, cells.otherid]) {
    if (cells.placed(id).cell !== 'c01') await moveAccount(services, id, 'c01')
    cells.c01.services.tenants.position(id)
  }
}

describe('cells are balanced', () => {
  test('by moving one of the accounts in use from the busiest to the least busy', async () => {
    await crowd()
    const moves = await propose({ c01: 0.8, c02: 0.1 })
    expect(moves.map(({ from, to }) => ({ from, to }))).toEqual([{ from: 'c01', to: 'c02' }])
  })

  test('but not for a little, for the platform, or where one account would only take its load along', async () => {
    await crowd()
    expect(await propose({ c01: 0.3, c02: 0.25, c00: 0.9 })).toEqual([])
    await moveAccount(cells.platform.services, cells.otherid, 'c02')
    expect(await propose({ c01: 0.9, c02: 0.1 })).toEqual([])
  })

  test('by a command that says what it did, or with --dry-run what it would do', async () => {
    const data = join(cells.folder, 'data')
    const before = [cells.accountid, cells.otherid].map(cells.placed)
    const { status, out } = await joblane(['move', '--balance', '--dry-run', '--data', data])
    expect(status).toBe(0)
    expect(out).toMatch(/would move from c0\d to c0\d\.|about as busy as each other/)
    expect([cells.accountid, cells.otherid].map(cells.placed)).toEqual(before)
    const both = await joblane(['move', '--balance', '--to', 'c01', '--data', data])
    expect(both.err).toContain('--balance chooses what to move by itself')
  })
})

describe('an operator', () => {
  test('sees what each cell does, and moves nothing without the password', async () => {
    const [operator] = (await openSessions(cells.platform, ['operator@platform.test'])) as [Client]
    const { text } = await operator.get('/backoffice/cells')
    for (const words of ['c00, the platform', 'c01', 'c02', 'Requests/s', '127.0.0.1:'])
      expect(text).toContain(words)
    expect((await operator.post('/backoffice/cells/balance', { password: 'guessed' })).status).toBe(400)
    expect((await operator.post('/backoffice/cells/balance', { password: PASSWORD })).status).toBe(200)
  })

  test('sees that one is stopped, and that nothing is known of it', async () => {
    await cells.c02.stop()
    const [operator] = (await openSessions(cells.platform, ['operator@platform.test'])) as [Client]
    expect((await operator.get('/backoffice/cells')).text).toContain('Stopped: its accounts wait')
  })
})
