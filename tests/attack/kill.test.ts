import { afterAll, expect, test } from 'bun:test'
import { demoFolder, removeTemporaryFolders } from '#tests/tasks/support.ts'
import { killRuns } from './kill.ts'

afterAll(removeTemporaryFolders)

test('ten times kill -9 under load lose nothing that was acknowledged, and write nothing twice', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const { faults, acked, replayed, issued } = await killRuns(await demoFolder(), { runs: 10, seed })
  expect(faults, `SEED=${seed}`).toEqual([])
  expect(acked).toBeGreaterThan(50)
  expect(replayed).toBeGreaterThan(10)
  expect(issued).toBeGreaterThan(0)
}, 120_000)
