import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { settingList } from '#server/config/table.ts'

const readme = await Bun.file(join(import.meta.dir, '../README.md')).text()

test('the settings table of the README is the one that the program reads', () => {
  const rows = settingList.map(
    (one) => `| \`${one.variable}\` | \`${one.flag}\` | ${one.fallback} | ${one.what} |`,
  )
  const told = readme.split('\n').filter((line) => line.startsWith('| `JOBLANE_'))
  expect(told).toEqual(rows)
})
