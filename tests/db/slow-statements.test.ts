import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { watchSlowStatements } from '#db/slow-statements.ts'
import { closeFile, openFile, prepared } from '#db/sqlite.ts'

afterEach(() => watchSlowStatements(0, () => {}))

/** Counts so far that no machine is done within a millisecond. */
const LONG =
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT max(i) AS most, ? AS secret FROM n'

test('a slow statement is told of by its text and file, not by what was bound to it', () => {
  const told: unknown[][] = []
  watchSlowStatements(1, (...one) => told.push(one))
  const path = join(mkdtempSync(join(tmpdir(), 'joblane-slow-')), 'a.sqlite')
  const file = openFile(path, { create: true })
  expect(prepared<{ most: number }>(file.db, LONG).get(['hush'])?.most).toBe(300_000)
  closeFile(file)
  expect(told.map(([text, of]) => [text, of])).toEqual([[LONG, path]])
  expect(told[0]?.[2]).toBeGreaterThan(1)
  expect(JSON.stringify(told)).not.toContain('hush')
})

test('without the setting nothing is timed', () => {
  const told: unknown[][] = []
  watchSlowStatements(0, (...one) => told.push(one))
  const file = openFile(join(mkdtempSync(join(tmpdir(), 'joblane-slow-')), 'a.sqlite'), { create: true })
  prepared(file.db, LONG).get(['hush'])
  closeFile(file)
  expect(told).toEqual([])
})
