import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { observeCells, proposeMoves } from '#server/cells/balance-cells.ts'
import { moveAccount } from '#server/cells/move-account.ts'
import { describeMoves, moveInTurn } from '#server/cells/move-accounts.ts'
import { Problem } from '#server/errors.ts'
import { type Client, openSessions, PASSWORD } from '#tests/support/client.ts'
import { joblane } from '#tests/tasks/support.ts'
import { Cells as CellsPage } from '#views/platform/cells/cells.tsx'
import { type Cells, startCells } from './support.ts'

const MINUTE_MS = 60_000

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

/** As if it had used so much of a core for a minute. */
function pretendLoad({ services }: Cells['c01'], processor: number) {
  const { user, system } = process.cpuUsage()
  const used = processor * MINUTE_MS
  const before = { atms: performance.now() - MINUTE_MS, requests: 0 }
  services.cell?.samples.splice(0, Infinity, { ...before, processorms: (user + system) / 1000 - used })
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

describe('moves that fail half way', () => {
  const moves = ['First', 'Second', 'Third', 'Fourth'].map((name) => ({
    ...{ accountid: name, name, from: 'c01', to: 'c02' },
  }))

  test('say what was moved, what was not and why, and what was not tried', async () => {
    const tried: string[] = []
    const done = await moveInTurn(moves, async ({ name }) => {
      tried.push(name)
      if (name === 'Second') throw new Problem(409, 'c02 does not run: start it first.')
    })
    expect(tried).toEqual(['First', 'Second'])
    expect(describeMoves(done)).toBe(
      '"First" was moved to c02. "Second" was not moved to c02: c02 does not run: start it first. Not tried: "Third", "Fourth".',
    )
  })

  test('are logged with their stack where nobody expected that', async () => {
    const lines: string[] = []
    const log = spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
    const failing = (error: Error) => moveInTurn(moves, () => Promise.reject(error))
    try {
      await failing(new Problem(409, 'c02 does not run: start it first.'))
      expect(lines).toEqual([])
      await failing(new TypeError('undefined is not an object'))
    } finally {
      log.mockRestore()
    }
    expect(lines).toEqual([
      expect.stringContaining('a move of an account: TypeError: undefined is not an object'),
    ])
    expect(lines[0]).toContain('balance.test.ts')
  })

  test('say so to the operator', async () => {
    await crowd()
    pretendLoad(cells.c01, 0.8)
    pretendLoad(cells.c02, 0)
    const { tenants } = cells.c01.services
    const { release } = tenants
    tenants.release = () => Promise.reject(new Problem(503, 'Its file could not be closed.'))
    const [operator] = (await openSessions(cells.platform, ['operator@platform.test'])) as [Client]
    const { status, headers } = await operator.post('/backoffice/cells/balance', { password: PASSWORD })
    tenants.release = release
    expect(status).toBe(200)
    const { snackbar, refresh } = JSON.parse(headers.get('hx-trigger') ?? '')
    expect(snackbar.level).toBe('error')
    expect(snackbar.message).toMatch(
      /^"(First|Other)" was not moved to c02: Its file could not be closed\. c01 serves the account as before\.$/,
    )
    expect(refresh).toEqual({ table: 'cells' })
    expect([cells.accountid, cells.otherid].map((id) => cells.placed(id).cell)).toEqual(['c01', 'c01'])
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

  test('reads figures with a comma, as everywhere', () => {
    const load = { version: '1', memory: 1, requests: 1234.56, processor: 0, inuse: [] }
    const cell = {
      id: 'c01',
      address: '',
      startedutc: '2026-11-28T10:00:00Z',
      accounts: 0,
      running: true,
      load,
    }
    const shown = renderToStaticMarkup(CellsPage({ title: 'Cells', cells: [cell], moves: [] }))
    expect(shown).toContain('1\u00a0234,6')
  })

  test('sees that one is stopped, and that nothing is known of it', async () => {
    await cells.c02.stop()
    const [operator] = (await openSessions(cells.platform, ['operator@platform.test'])) as [Client]
    expect((await operator.get('/backoffice/cells')).text).toContain('Stopped: its accounts wait')
  })
})
