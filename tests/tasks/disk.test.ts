import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountNames } from '#db/queries/platform/registry.ts'
import { prepared } from '#db/sqlite.ts'
import type { Program } from '#tests/support/program.ts'
import {
  type CommandOutput,
  demoFolder,
  joblaneProcess,
  openData,
  removeTemporaryFolders,
  serveFolder,
  signedIn,
  signInToDemo,
  temporaryFolder,
} from './support.ts'

// Each starts the program, some of them several times, beside whatever else the machine does.
setDefaultTimeout(120_000)

const mounted: string[] = []
afterAll(() => {
  for (const place of mounted) Bun.spawnSync(['umount', '-l', place])
  removeTemporaryFolders()
})

/** A disk of its own in memory; undefined where this process may not mount one. */
function disk(megabytes: number): string | undefined {
  const place = temporaryFolder()
  const { exitCode } = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', place], {
    stderr: 'ignore',
  })
  if (exitCode !== 0) return undefined
  mounted.push(place)
  return place
}

const canMount = (() => {
  try {
    return disk(1) !== undefined
  } catch {
    return false
  }
})()

const oneSentence = ({ status, err }: CommandOutput) => {
  expect(status).toBe(1)
  expect(err.trim().split('\n')).toHaveLength(1)
  return err
}

describe('a folder', () => {
  test('is used by one process: a second is refused, be it to serve or to import or to restore', async () => {
    const folder = await demoFolder()
    const archive = join(temporaryFolder(), 'all.joblane')
    expect(joblaneProcess(['backup', '--to', archive, '--data', folder]).status).toBe(0)
    const held = openData(folder)
    try {
      for (const args of [
        ['--port', '0'],
        ['restore', '--from', archive, '--replace'],
        ['restore', '--from', archive, '--replace', '--account', 'Second Yard'],
        [
          'import',
          '--account',
          'Second Yard',
          '--mapping',
          'db/demo/yard/mapping.json',
          '--from',
          'db/demo/yard',
        ],
      ])
        expect(oneSentence(joblaneProcess([...args, '--data', folder]))).toContain(
          'in use by another Joblane',
        )
    } finally {
      held.close()
    }
  })

  test('that is an older copy of itself is refused, unless a person says to go on from it', async () => {
    const folder = await demoFolder()
    openData(folder).close()
    const copy = join(temporaryFolder(), 'older')
    cpSync(folder, copy, { recursive: true })
    openData(folder).close()
    rmSync(folder, { recursive: true })
    cpSync(copy, folder, { recursive: true })
    const yard = [
      'import',
      '--account',
      'Second Yard',
      '--mapping',
      'db/demo/yard/mapping.json',
      '--from',
      'db/demo/yard',
    ]
    expect(oneSentence(joblaneProcess([...yard, '--data', folder]))).toContain('older copy')
    expect(joblaneProcess([...yard, '--data', folder, '--accept-rollback']).status).toBe(0)
  })

  test('that is not there, or holds a wrong setting, is named', () => {
    const nowhere = join(temporaryFolder(), 'nothing')
    for (const command of [
      ['check'],
      ['backup', '--to', '/tmp/x'],
      ['pack', '--to', '/tmp/x.joblane', '--account', 'A'],
    ])
      expect(oneSentence(joblaneProcess([...command, '--data', nowhere]))).toContain(
        `There is no data folder of Joblane at ${nowhere}. Name one with --data, or start the program once.`,
      )
    expect(oneSentence(joblaneProcess(['pack', '--account', 'A']))).toContain('--to is needed')
    expect(oneSentence(joblaneProcess(['import', '--account']))).toContain('--account needs a value')
    expect(oneSentence(joblaneProcess(['check', '--nonsense']))).toContain('--nonsense')
  })
})

describe.skipIf(!canMount)('a disk', () => {
  test('that is full stops the program with one sentence, and leaves no half demo', () => {
    const place = disk(1)!
    expect(oneSentence(joblaneProcess(['--demo', '--port', '0', '--data', join(place, 'demo')]))).toContain(
      'The disk is full',
    )
    Bun.spawnSync(['umount', place])
  })

  test('that fills up while people work answers them so, loses nothing, and goes on when there is room', async () => {
    const place = disk(24)!
    const folder = join(place, 'data')
    await demoFolder(folder)
    const program = await serveFolder(folder)
    try {
      const call = await signedIn(program)
      const add = (name: string) => call('POST', '/api/locations', { name })
      const { status, body } = await add('Before')
      expect(status).toBeLessThan(300)
      const [token, depot] = [await signInToDemo(program.base), body.data.id]
      const filler = join(place, 'filler')
      fillUp(filler)
      const answers = []
      for (let n = 0; n < 200 && (answers.at(-1)?.status ?? 0) < 400; n++)
        answers.push(await add(`Depot ${n}`))
      const refused = answers.at(-1)!
      expect([500, 503]).toContain(refused.status)
      expect(refused.body.message).toBeString()
      expect(refused.body.message).not.toMatch(/SQLITE|\bat \/|Error:/)
      const uploaded = await upload(program, token, depot)
      expect(uploaded.status).toBe(503)
      expect(uploaded.message).toStartWith('The disk is full')
      rmSync(filler)
      const kept = async () => (await call('GET', '/api/locations?search=Depot&take=500')).body.total
      while ((await add('Depot after')).status >= 400) await Bun.sleep(100)
      expect(await kept()).toBe(answers.length)
    } finally {
      await program.stop()
    }
  })

  test('that is full takes no backup and no off-site copy, and is named', async () => {
    const [folder, place] = [await demoFolder(), disk(1)!]
    const full = `The disk of ${place} is full`
    for (const name of ['all', 'all.joblane']) {
      const backedup = joblaneProcess(['backup', '--to', join(place, name), '--data', folder])
      expect(oneSentence(backedup)).toContain(`${full}: nothing was kept there.`)
      expect(readdirSync(place)).toEqual([])
    }
    const copied = joblaneProcess(['replicate', '--once', '--to', place, '--data', folder])
    expect(copied.status).toBe(1)
    expect(copied.err).toContain(`${full}. Make room there, or name another place.`)
    expect(copied.err).not.toMatch(/ENOSPC|SQLITE/)
  })

  test('that is read-only stops the program with one sentence', async () => {
    const place = disk(24)!
    const folder = join(place, 'data')
    await demoFolder(folder)
    mkdirSync(join(place, 'more'))
    expect(Bun.spawnSync(['mount', '-o', 'remount,ro', place]).exitCode).toBe(0)
    expect(oneSentence(joblaneProcess(['--port', '0', '--data', folder]))).toMatch(/read-only|may not write/)
    expect(oneSentence(joblaneProcess(['--demo', '--port', '0', '--data', join(place, 'demo')]))).toMatch(
      /read-only|may not write/,
    )
    expect(joblaneProcess(['check', '--data', folder])).toMatchObject({ status: 0 })
  })
})

/** An ext4 file system whose own disk, a file in memory, runs out of room: the kernel sees writes fail, and then lets none through. */
function failingDisk(): { place: string; fail: () => void; mend: () => void } | undefined {
  const below = disk(64)
  if (!below) return undefined
  const image = join(below, 'image')
  const filler = join(below, 'filler')
  const place = temporaryFolder()
  const run = (...command: string[]) => Bun.spawnSync(command, { stderr: 'ignore' }).exitCode === 0
  const mountImage = () => run('mount', '-o', 'loop', image, place)
  const made =
    run('truncate', '-s', '300m', image) &&
    run('mkfs.ext4', '-q', '-J', 'size=4', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image) &&
    mountImage()
  if (!made) return undefined
  mounted.unshift(place)
  const mend = () => {
    rmSync(filler)
    run('umount', place)
    expect(mountImage()).toBe(true)
  }
  return { place, fail: () => fillUp(filler), mend }
}

const canLoop = canMount && Bun.which('mkfs.ext4') !== null && existsSync('/dev/loop-control')

describe.skipIf(!canLoop)('a disk that fails under the program', () => {
  test('ends it with one sentence and a status of its own; all that was acknowledged is there when it is mended', async () => {
    const disk = failingDisk()
    if (!disk) throw new Error('No file system could be mounted by a loop device.')
    const folder = join(disk.place, 'data')
    await demoFolder(folder)
    const program = await serveFolder(folder)
    const call = await signedIn(program)
    const add = async (name: string) => {
      const { status } = await call('POST', '/api/locations', { name, addressline1: 'x'.repeat(200) })
      if (status !== 200) throw new Error(`It answered ${status}.`)
      return name
    }
    const acknowledged = [await add('Depot before')]
    Bun.spawnSync(['sync', '-f', disk.place])
    disk.fail()
    const write = async () => {
      for (let n = 0; n < 100_000; n++) acknowledged.push(await add(`Depot ${n}`))
    }
    const stopped = write().catch((error: Error) => error.message)
    expect(await program.ended).toBe(74)
    expect(await stopped).not.toContain('It answered')
    const said = program
      .output()
      .split('\n')
      .filter((line) => line.includes('The disk under'))
    expect(said).toEqual([expect.stringContaining('The program ends')])

    disk.mend()
    const data = openData(folder)
    const account = data.platform.read(accountNames).find(({ name }) => name === 'Northwind Traders')!
    const kept = new Set(
      data.tenants
        .read(account.id, (db) => prepared<{ name: string }>(db, 'SELECT name FROM locations').all())
        .map(({ name }) => name),
    )
    data.close()
    expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])
    expect(joblaneProcess(['check', '--data', folder])).toMatchObject({ status: 0 })
  })
})

async function upload({ base }: Program, token: string, referenceid: string) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(300_000)], 'plan.bin'))
  form.append('filename', 'Plan')
  form.append('referenceid', referenceid)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${base}/api/documents/file`, { method: 'POST', headers, body: form })
  const { message } = (await answer.json()) as { message?: string }
  return { status: answer.status, message }
}

function fillUp(path: string) {
  const bytes = new Uint8Array(1 << 16)
  const parts: Uint8Array[] = []
  try {
    for (;;) {
      parts.push(bytes)
      writeFileSync(path, bytes, { flag: 'a' })
    }
  } catch {
    // Full: that is the point.
  }
}
