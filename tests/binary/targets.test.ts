import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { targets } from '#server/tasks/build/targets.ts'

test('the lock file names the native part of every machine that is built for', async () => {
  const lock = await Bun.file(join(import.meta.dir, '../../bun.lock')).text()
  for (const { native } of Object.values(targets))
    expect(lock).toMatch(new RegExp(`"@resvg/resvg-js-${native}@[\\d.]+", .*"sha512-`))
})
