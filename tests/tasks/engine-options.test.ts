import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { scripts } from '../../package.json'

const UNIT = 'server/tasks/build/debian/joblane.service'

const optionsIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/\b(BUN_JSC_\w+)=(\S+)/g)].map(([, name, value]) => [name as string, value]),
  )

/** What the engine says of options that are not as it has them by itself. The tests run with some of their own. */
function changedOptions(options: Record<string, string | undefined>): string[] {
  const env = { PATH: process.env.PATH, ...options, BUN_JSC_dumpOptions: '1' }
  const { stdout, stderr } = Bun.spawnSync([process.execPath, '-e', '0'], {
    env,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const lines = `${stdout}${stderr}`.split('\n').map((line) => line.trim().split(' ')[0] ?? '')
  return lines.filter((line) => line.startsWith('use'))
}

test('both ways to start the program leave out the last of the engine’s compilers', () => {
  const script = optionsIn(scripts.start)
  expect(optionsIn(readFileSync(UNIT, 'utf8'))).toEqual(script)
  expect(changedOptions(script)).toEqual(['useFTLJIT=false'])
})
