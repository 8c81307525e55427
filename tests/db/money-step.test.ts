import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { platformMigrations } from '#db/migrations/platform.ts'
import { closeFile, openFile } from '#db/sqlite.ts'

test('payments from before have their month, the time that stands on them, and a number each', () => {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-money-'))
  const file = openFile(join(folder, 'platform.sqlite'), { create: true })
  const step = platformMigrations.findIndex(({ name }) => name === '0009_money')
  migrate(file, platformMigrations.slice(0, step))
  file.raw.run(`INSERT INTO accounts (id, createdutc, updatedutc, name) VALUES ('a', '', '', 'A')`)
  file.raw.run(
    `INSERT INTO paymentorders (id, accountid, amount, size, seats, fees, createdutc) VALUES ('o', 'a', 39900, 1, 5, '[]', '')`,
  )
  for (const [id, receivedutc, renewedfrom, renewed] of [
    ['late', '2026-12-25', '2026-12-01', '2027-01-25'],
    ['first', '2026-11-21', '2026-12-01', '2027-01-01'],
    ['free', '2027-03-01', null, null],
  ] as const)
    file.raw.run(
      `INSERT INTO payments (id, reference, accountid, orderid, amount, receivedutc, renewedfrom, renewed)
       VALUES (?, ?, 'a', 'o', 39900, ?, ?, ?)`,
      [id, id, receivedutc, renewedfrom, renewed],
    )
  migrate(file, platformMigrations)
  const rows = file.raw
    .query('SELECT id, number, monthfrom, timefrom, timeuntil FROM payments ORDER BY number')
    .all()
  expect(rows).toEqual([
    { id: 'first', number: 1, monthfrom: '2026-12-01', timefrom: '2026-12-01', timeuntil: '2027-01-01' },
    { id: 'late', number: 2, monthfrom: '2026-12-25', timefrom: '2026-12-25', timeuntil: '2027-01-25' },
    { id: 'free', number: 3, monthfrom: null, timefrom: null, timeuntil: null },
  ])
  closeFile(file)
  rmSync(folder, { recursive: true })
})
