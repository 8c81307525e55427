import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { accountNames } from '#db/queries/platform/registry.ts'
import { readPlatform } from '#server/tasks/archive/snapshot.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Program } from '#tests/support/program.ts'
import { png } from '#tests/work/documents-support.ts'
import {
  type CommandOutput,
  demoFolder,
  joblane,
  joblaneProcess,
  removeTemporaryFolders,
  serveFolder,
  signedIn,
  signInToDemo,
  temporaryFolder,
} from './support.ts'

// Each starts the program, some of them several times, beside whatever else the machine does.
setDefaultTimeout(120_000)

let whole: string
beforeAll(async () => {
  whole = await demoFolder()
})
afterAll(removeTemporaryFolders)

function damaged(change: (folder: string) => void): string {
  const folder = join(temporaryFolder(), 'data')
  cpSync(whole, folder, { recursive: true })
  change(folder)
  return folder
}

const refusal = async (...args: string[]) => refusalIn(await joblane(args))

function refusalIn({ status, err, out }: CommandOutput): string {
  expect(status).toBe(1)
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(out).not.toContain('First start')
  return err
}

const accountsOf = (folder: string) => readPlatform(folder, accountNames)

describe('a start', () => {
  const starts = [['serve'], ['demo']].map((command) => [...command, '--port', '0', '--data'])

  test.each([
    ['platform.sqlite is missing', 'platform.sqlite'],
    ['cell.sqlite is missing', 'cell.sqlite'],
    ['secret.key is missing', 'secret.key'],
  ])('where %s says so, and makes no new one', async (words, name) => {
    const folder = damaged((at) => rmSync(join(at, name)))
    for (const start of starts) {
      expect(await refusal(...start, folder)).toContain(words)
      expect(existsSync(join(folder, name))).toBe(false)
    }
  })

  test('as a process of its own says so too, and ends', () => {
    const folder = damaged((at) => rmSync(join(at, 'secret.key')))
    for (const start of starts)
      expect(refusalIn(joblaneProcess([...start, folder]))).toContain('secret.key is missing')
  })

  test.each(['platform.sqlite', 'cell.sqlite'])('with an empty %s names it', async (name) => {
    const folder = damaged((at) => truncateSync(join(at, name), 0))
    for (const start of starts)
      expect(await refusal(...start, folder)).toMatch(RegExp(`${name}.* (is|or) empty`))
    expect(statSync(join(folder, name)).size).toBe(0)
  })

  test('where secret.key is a folder says so', async () => {
    const folder = damaged((at) => {
      rmSync(join(at, 'secret.key'))
      mkdirSync(join(at, 'secret.key'))
    })
    for (const start of starts) expect(await refusal(...start, folder)).toContain('secret.key is not a file')
  })

  test('where platform.sqlite is damaged names it', async () => {
    const folder = damaged((at) => {
      const path = join(at, 'platform.sqlite')
      writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 100), Buffer.alloc(8_000, 1)]))
    })
    for (const start of starts) expect(await refusal(...start, folder)).toMatch(/platform\.sqlite is damaged/)
  })

  test('where an account has lost its file names both, and serves the others', async () => {
    const [first] = accountsOf(whole)
    const folder = damaged((at) => truncateSync(join(at, 'tenants', `${first!.id}.sqlite`), 0))
    const program = await serveFolder(folder)
    const words = `missing or empty: ${first!.name} (tenants/${first!.id}.sqlite).`
    await eventually(() => program.output().includes(words), true)
    await program.stop()
  })

  test('goes on with a new key when that is asked for', async () => {
    const folder = damaged((at) => rmSync(join(at, 'secret.key')))
    const program = await serveFolder(folder, ['--accept-new-secret'])
    expect((await (await signedIn(program))('GET', '/api/boards')).status).toBe(200)
    await program.stop()
  })
})

test('what lost its cell.sqlite is brought into a new folder by a backup, as the refusal says', async () => {
  const folder = damaged((at) => rmSync(join(at, 'cell.sqlite')))
  const copy = join(temporaryFolder(), 'copy')
  const again = join(temporaryFolder(), 'again')
  expect((await joblane(['backup', '--to', copy, '--with-secret', '--data', folder])).status).toBe(0)
  expect((await joblane(['restore', '--from', copy, '--data', again])).status).toBe(0)
  const program = await serveFolder(again)
  expect((await (await signedIn(program))('GET', '/api/boards')).body.data.length).toBeGreaterThan(0)
  await program.stop()
})

test('what lost its platform.sqlite takes a backup back', async () => {
  const copy = join(temporaryFolder(), 'copy')
  expect((await joblane(['backup', '--to', copy, '--data', whole])).status).toBe(0)
  const folder = damaged((at) => rmSync(join(at, 'platform.sqlite')))
  expect((await joblane(['restore', '--from', copy, '--replace', '--data', folder])).status).toBe(0)
  expect((await joblane(['check', '--data', folder])).status).toBe(0)
})

describe('a check', () => {
  const accounts = () => accountsOf(whole)

  test('goes on to every other account after one that is empty, damaged or missing', async () => {
    const names = accounts().map(({ name }) => name)
    expect(names.length).toBeGreaterThan(2)
    const [first] = accounts()
    const file = (at: string) => join(at, 'tenants', `${first!.id}.sqlite`)
    for (const [change, words] of [
      [(at: string) => truncateSync(file(at), 0), 'is empty'],
      [(at: string) => writeFileSync(file(at), 'no database at all'.repeat(1000)), 'not a database'],
      [(at: string) => rmSync(file(at)), 'is missing'],
    ] as const) {
      const { status, out, err } = await joblane(['check', '--data', damaged(change)])
      expect(status).toBe(1)
      expect(err).toContain(`Not sound: ${first!.name}.`)
      expect(out).toMatch(RegExp(`^${first!.name}: 1 fault: .*${words}`, 'm'))
      for (const name of names.slice(1)) expect(out).toMatch(RegExp(`^${name}: sound`, 'm'))
    }
  })

  test('names a platform file that is empty or missing', async () => {
    const path = (at: string) => join(at, 'platform.sqlite')
    expect(
      await refusal(
        'check',
        '--data',
        damaged((at) => truncateSync(path(at), 0)),
      ),
    ).toContain('is empty')
    expect(
      await refusal(
        'check',
        '--data',
        damaged((at) => rmSync(path(at))),
      ),
    ).toContain('is missing')
  })
})

/** What others than its owner may read, or enter. */
const opened = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  )

test('whatever is written is for this user alone, whatever the shell would allow', async () => {
  const parent = temporaryFolder()
  const folder = join(parent, 'data')
  const wide = process.umask(0o000)
  let program: Program | undefined
  try {
    program = await serveFolder(folder, ['--demo'])
    const form = new FormData()
    form.set('file', new File([png()], 'logo.png', { type: 'image/png' }))
    const authorization = `Bearer ${await signInToDemo(program.base)}`
    const sent = await fetch(`${program.base}/api/users/file`, {
      method: 'POST',
      body: form,
      headers: { authorization },
    })
    expect(sent.status).toBe(200)
    expect(opened(parent)).toEqual([])
    for (const to of ['copy', 'copy.joblane'])
      expect((await joblane(['backup', '--to', join(parent, to), '--data', folder])).status).toBe(0)
    expect(opened(parent)).toEqual([])
    const restored = join(parent, 'restored')
    expect(
      (await joblane(['restore', '--from', join(parent, 'copy.joblane'), '--data', restored])).status,
    ).toBe(0)
    expect(opened(parent)).toEqual([])
  } finally {
    await program?.stop()
    process.umask(wide)
  }
})

test('a start in another folder, where no view is compiled for use, says where to start it and makes nothing', () => {
  const elsewhere = temporaryFolder()
  const { status, err } = joblaneProcess(['serve', '--data', join(elsewhere, 'data')], elsewhere)
  expect([status, err]).toEqual([
    1,
    expect.stringMatching(/^joblane: Start it in its own folder, .*NODE_ENV/),
  ])
  expect(existsSync(join(elsewhere, 'data'))).toBe(false)
})
