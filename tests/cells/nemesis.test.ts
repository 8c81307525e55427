import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { chooseBound } from '#tests/attack/run.ts'
import { demoFolder, removeTemporaryFolders, serveCommand } from '#tests/tasks/support.ts'
import { runNemesis } from './nemesis.ts'
import { runNemesisApart } from './nemesis-process.ts'

afterAll(removeTemporaryFolders)

const root = join(import.meta.dir, '../..')
const chooseSeed = () => Number(process.env.SEED ?? Date.now() % 1_000_000)

test('a run of so many minutes ends by them alone, whatever the number of its rounds', () => {
  expect([chooseBound(300), chooseBound(300, '30')]).toEqual([{ rounds: 300 }, { seconds: 1_800 }])
  expect(() => chooseBound(300, 'half an hour')).toThrow('MINUTES must be a number')
})

test('three cells lose nothing that was acknowledged and write nothing twice, whatever becomes of their processes', async () => {
  const [folder, seed] = [await demoFolder(), chooseSeed()]
  const command = await serveCommand(folder)
  const report = await runNemesisApart(folder, { command, rounds: 11, seed, pausems: 500 })
  for (const sentence of report.leftout) console.log(sentence)
  expect(report.faults, `SEED=${seed}`).toEqual([])
  expect(report.acked).toBeGreaterThan(50)
  expect(report.moves).toBe(3)
}, 600_000)

test('cells whose guards were taken out are found out by the same look', async () => {
  const sabotaged = [
    process.execPath,
    '--preload',
    join(import.meta.dir, 'sabotage.ts'),
    join(root, 'server/main.ts'),
  ]
  let found: string[] = []
  // Nobody may write in the half second that two cells hold one account.
  for (let tries = 0; tries < 4 && found.length === 0; tries++) {
    const folder = await demoFolder()
    const [, ...flags] = await serveCommand(folder)
    const command = [...sabotaged, ...flags]
    const report = await runNemesis(folder, { command, rounds: 1, seed: chooseSeed(), pausems: 500 })
    found = report.faults.filter((fault) => /two changes have number|came before an earlier/.test(fault))
  }
  expect(found).not.toEqual([])
}, 600_000)
