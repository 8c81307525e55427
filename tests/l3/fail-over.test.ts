import { afterAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryFolders, temporaryFolder } from '#tests/tasks/support.ts'
import { failOverApart } from './fail-over.ts'

afterAll(removeTemporaryFolders)

test('two machines are left out in a sentence where their kernel is missing, and nothing is made', async () => {
  const folder = temporaryFolder()
  const kernel = join(folder, 'linux.uml')
  const report = await failOverApart(folder, 5, kernel)
  expect(report).toMatchObject({ faults: [], confirmed: 0, withoutms: [] })
  expect(report.leftout).toContain(
    `There is no ${kernel}: apt-get install user-mode-linux, or set UML_KERNEL.`,
  )
  expect(readdirSync(folder)).toEqual([])
})
