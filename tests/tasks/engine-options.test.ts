import { expect, test } from 'bun:test'
import { engineOptions, unitOptions } from '#tests/support/engine-options.ts'
import { scripts } from '../../package.json'

/** What the engine says of options that are not as it has them by itself. The tests run with some of their own. */
function changedOptions(options: Record<string, string | undefined>): string[] {
  const env = { PATH: process.env.PATH, ...options, BUN_JSC_dumpOptions: '1' }
  const { stdout, stderr } = Bun.spawnSync([process.execPath, '-e', '0'], {
    env,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const lines = `${stdout}${stderr}`.split('\n').map((line) => line.trim().split(' ')[0] ?? '')
  return lines.filter((line) => /^\w+=/.test(line) && !line.startsWith('dumpOptions='))
}

test('both ways to start the program leave out the last of the engine’s compilers, and let its heap at most double', () => {
  const script = engineOptions(scripts.start)
  expect(unitOptions()).toEqual(script)
  expect(changedOptions(script)).toEqual(['heapGrowthMaxIncrease=1', 'useFTLJIT=false'])
})
