import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataFolder } from '#db/data-folder.ts'
import { S3_KEY, type S3StandIn, s3Flags, startS3 } from '#tests/support/s3.ts'
import { hasSshd, type SshServer, startSshd } from '#tests/support/sshd.ts'
import { demoFolder, joblane, removeTemporaryFolders, temporaryFolder } from '../support.ts'
import {
  accountId,
  addPlace,
  addUpload,
  copyOnce,
  newKey,
  randomBytes,
  readPlaces,
  refused,
  restoreFrom,
  YARD,
} from './support.ts'

setDefaultTimeout(120_000)

let s3: S3StandIn
let ssh: SshServer | undefined
let key: string
beforeAll(async () => {
  s3 = startS3()
  if (hasSshd) ssh = await startSshd()
  key = await newKey()
})
afterAll(() => {
  s3.stop()
  ssh?.stop()
  removeTemporaryFolders()
})

const newPlace = () => join(temporaryFolder(), 'place')
const piecesOf = (place: string, id: string) => join(place, 'accounts', id, 'pieces')
const copiesOf = (place: string, id: string) => join(place, 'accounts', id, 'copies')

const kinds: [string, boolean, () => { to: string; flags: string[] }][] = [
  ['a folder', true, () => ({ to: newPlace(), flags: [] })],
  ['a bucket', true, () => ({ to: s3.address('kind'), flags: s3Flags })],
  ['an SFTP server', hasSshd, () => ({ to: ssh!.address(newPlace()), flags: ['--ssh-key', ssh!.key] })],
]

describe.each(kinds)('copies in %s', (_, here, place) => {
  test.skipIf(!here)('bring back accounts, people, uploads and the secret, encrypted', async () => {
    const data = await demoFolder()
    const id = accountId(data)
    const upload = addUpload(data, id, randomBytes(5_000_000))
    writeFileSync(join(data, 'secret.key'), 'a secret of the installation')
    await addPlace(data, 'one')
    const { to, flags } = place()
    expect(await copyOnce(data, to, [...flags, '--replicate-key', key])).toEqual([])
    const { data: back, out, status } = await restoreFrom(to, [...flags, '--all', '--replicate-key', key])
    expect([status, out]).toEqual([0, expect.stringContaining('Checked: sound')])
    expect(readPlaces(back)).toEqual(['Place one'])
    const path = join(back, 'files', id, upload.slice(upload.lastIndexOf('/')))
    expect(Buffer.compare(readFileSync(path), readFileSync(upload))).toBe(0)
    expect(readFileSync(join(back, 'secret.key'), 'utf8')).toBe('a secret of the installation')
    expect((await joblane(['check', '--data', back])).status).toBe(0)
  })
})

describe('a copy', () => {
  test('is made of what changed alone, and each upload lies there once', async () => {
    const data = await demoFolder()
    const id = accountId(data)
    const same = randomBytes(300_000)
    for (const bytes of [same, same, randomBytes(300_000)]) addUpload(data, id, bytes)
    const to = newPlace()
    await copyOnce(data, to)
    const copies = readdirSync(copiesOf(to, id))
    const pieces = readdirSync(piecesOf(to, id))
    await copyOnce(data, to)
    expect(readdirSync(copiesOf(to, id))).toEqual(copies)
    await addPlace(data, 'one')
    await copyOnce(data, to)
    expect(readdirSync(copiesOf(to, id))).toHaveLength(copies.length + 1)
    const added = readdirSync(piecesOf(to, id)).filter((name) => !pieces.includes(name))
    // The file of the account, in one piece.
    expect(added).toHaveLength(1)
    // Two of three uploads are the same; beside them the file, the record of people and the list.
    expect(pieces).toHaveLength(5)
  })

  test('is chosen by time', async () => {
    const data = await demoFolder()
    const to = newPlace()
    for (const [name, at] of [
      ['one', '2026-11-20T07:00:00Z'],
      ['two', '2026-11-20T08:00:00Z'],
      ['three', '2026-11-20T09:00:00Z'],
    ] as const) {
      await addPlace(data, name)
      await copyOnce(data, to, [], at)
    }
    const at = async (moment: string) => {
      const { data: back, status, err } = await restoreFrom(to, ['--all', '--at', moment])
      return status === 0 ? readPlaces(back) : err
    }
    expect(await at('2026-11-20T08:30Z')).toEqual(['Place one', 'Place two'])
    // Without a zone it is South African time.
    expect(await at('2026-11-20T09:30')).toEqual(['Place one'])
    expect(await at('2026-11-20T08:59')).toContain('There is no copy of 2026-11-20 08:59:00')
    expect(await at('yesterday')).toContain('--at must be a moment such as')
    const { data: back } = await restoreFrom(to)
    expect(readPlaces(back)).toHaveLength(3)
  })

  test('of one account comes into an empty folder, or beside the account, and replaces nothing unasked', async () => {
    const data = await demoFolder()
    const to = newPlace()
    await addPlace(data, 'one')
    await copyOnce(data, to)
    await addPlace(data, 'two')
    const alone = await restoreFrom(to, ['--account', YARD])
    expect([alone.status, readPlaces(alone.data)]).toEqual([0, ['Place one']])
    const refusal = await restoreFrom(to, ['--account', YARD], data)
    expect([refusal.status, refusal.err]).toEqual([1, expect.stringContaining('is there already')])
    expect(readPlaces(data)).toEqual(['Place one', 'Place two'])
    const beside = await restoreFrom(to, ['--account', accountId(data), '--as', 'Yard before'], data)
    expect(beside.out).toMatch(
      / as of \d{4}-\d\d-\d\d [\d:]{8} \(.+\) stands beside the present one as Yard before, to read/,
    )
    expect([beside.status, readPlaces(data, 'Yard before')]).toEqual([0, ['Place one']])
    expect(readPlaces(data)).toEqual(['Place one', 'Place two'])
    const replaced = await restoreFrom(to, ['--account', YARD, '--replace'], data)
    expect([replaced.status, readPlaces(data)]).toEqual([0, ['Place one']])
    expect((await restoreFrom(to, ['--account', 'Nobody'])).err).toContain('There is no account "Nobody"')
    expect((await restoreFrom(to, ['--account', YARD, '--all'])).err).toContain('Either --account or --all')
    expect((await restoreFrom(newPlace())).err).toContain('There is no')
  })

  test('is not read with another key, or without one', async () => {
    const data = await demoFolder()
    const to = newPlace()
    await copyOnce(data, to, ['--replicate-key', key])
    expect((await restoreFrom(to)).err).toContain('are encrypted. Name the file of their key')
    const other = await newKey()
    const wrong = await restoreFrom(to, ['--replicate-key', other])
    expect(wrong.err).toContain('The key does not fit')
    expect(existsSync(wrong.data)).toBe(false)
    expect(await refused(copyOnce(data, to, ['--replicate-key', other]))).toContain('The key does not fit')
    const held = Buffer.from(readFileSync(join(data, 'platform.sqlite')).subarray(0, 15))
    for (const name of readdirSync(join(to, 'platform/pieces')))
      expect(readFileSync(join(to, 'platform/pieces', name)).includes(held)).toBe(false)
    const plain = newPlace()
    await copyOnce(data, plain)
    expect(await refused(copyOnce(data, plain, ['--replicate-key', key]))).toContain('are not encrypted')
    writeFileSync(join(data, 'short'), 'short')
    expect(await refused(copyOnce(data, plain, ['--replicate-key', join(data, 'short')]))).toContain(
      'too short',
    )
    expect((await joblane(['replicate', '--new-key', key])).err).toContain('is left as it is')
  })

  for (const encrypted of [false, true])
    test(`that is ${encrypted ? 'encrypted and ' : ''}altered, cut off or in part missing is never taken for whole`, async () => {
      const flags = encrypted ? ['--replicate-key', key] : []
      const data = await demoFolder()
      const to = newPlace()
      const id = accountId(data)
      await copyOnce(data, to, flags)
      const manifest = join(copiesOf(to, id), readdirSync(copiesOf(to, id))[0]!)
      const pieces = readdirSync(piecesOf(to, id)).map((name) => join(piecesOf(to, id), name))
      const largest = pieces.sort((a, b) => readFileSync(b).length - readFileSync(a).length)[0]!
      for (const path of [manifest, largest]) {
        const whole = readFileSync(path)
        const damaged = [whole.subarray(0, whole.length - 1), whole.subarray(0, 10), Buffer.alloc(0)]
        for (const at of [0, 20, whole.length >> 1, whole.length - 1]) {
          const changed = Buffer.from(whole)
          changed[at]! ^= 1
          damaged.push(changed)
        }
        for (const bytes of damaged) {
          writeFileSync(path, bytes)
          const { err, data: back } = await restoreFrom(to, [...flags, '--account', YARD])
          expect(err).toMatch(/was altered or cut off|are encrypted/)
          expect(err.split('\n')).toHaveLength(1)
          expect(existsSync(back)).toBe(false)
        }
        rmSync(path)
        if (path === largest)
          expect((await restoreFrom(to, [...flags, '--account', YARD])).err).toContain('is missing at')
        writeFileSync(path, whole)
      }
      // Under another name it is another one.
      const [first, second] = pieces as [string, string]
      const kept = readFileSync(second)
      cpSync(first, second)
      expect((await restoreFrom(to, [...flags, '--account', YARD])).err).toContain('was altered or cut off')
      writeFileSync(second, kept)
      expect((await restoreFrom(to, [...flags, '--account', YARD])).status).toBe(0)
    })

  test('that is damaged, or was never made, holds up no other account, and the way on is said', async () => {
    const flags = ['--replicate-key', key]
    const data = await demoFolder()
    writeFileSync(join(data, 'secret.key'), 'a secret of the installation')
    const to = newPlace()
    const id = accountId(data)
    const other = accountId(data, 'Northwind Traders')
    await addPlace(data, 'one')
    await copyOnce(data, to, flags, '2026-11-20T08:00:00Z')
    await addPlace(data, 'two')
    const before = readdirSync(piecesOf(to, id))
    await copyOnce(data, to, flags, '2026-11-20T09:00:00Z')
    const [added] = readdirSync(piecesOf(to, id)).filter((name) => !before.includes(name))
    const piece = join(piecesOf(to, id), added!)
    const whole = readFileSync(piece)
    // A disk that cannot read it, or one that reads it wrongly.
    for (const damage of [() => mkdirSync(piece), () => writeFileSync(piece, whole.subarray(0, 100))]) {
      rmSync(piece, { recursive: true })
      damage()
      const some = await restoreFrom(to, [...flags, '--all'])
      expect([some.status, some.out]).toEqual([1, expect.stringContaining('Restored 2 accounts')])
      expect(some.err).toMatch(
        new RegExp(
          `^joblane: Not restored: Second Yard: .*: --account ${id} --at 2026-11-20T08:00:00.000Z\\.$`,
        ),
      )
      expect(existsSync(join(some.data, 'tenants', `${other}.sqlite`))).toBe(true)
      expect(readFileSync(join(some.data, 'secret.key'), 'utf8')).toBe('a secret of the installation')
      const earlier = [...flags, '--account', id, '--at', '2026-11-20T08:00:00.000Z']
      expect((await restoreFrom(to, earlier, some.data)).err).toBe('')
      expect(readPlaces(some.data)).toEqual(['Place one'])
    }
    expect((await restoreFrom(to, [...flags, '--account', YARD])).err).toEndWith(
      'the copy before it: --at 2026-11-20T08:00:00.000Z.',
    )
    rmSync(copiesOf(to, other), { recursive: true })
    const fewer = await restoreFrom(to, [...flags, '--all', '--at', '2026-11-20T08:00Z'])
    expect([fewer.status, readPlaces(fewer.data)]).toEqual([1, ['Place one']])
    expect(fewer.err).toMatch(/Not restored: Northwind Traders: There is no copy of .* Name another place/)
    const [platform] = readdirSync(join(to, 'platform', 'copies'))
    writeFileSync(join(to, 'platform', 'copies', platform!), '')
    expect((await restoreFrom(to, flags)).err).toEndWith('Name another place or a backup with --from.')
  })

  test('is not fetched into a folder that is in use, or holds what would be replaced', async () => {
    const data = await demoFolder()
    const to = s3.address('early')
    await copyOnce(data, to, s3Flags)
    s3.asked.length = 0
    const refusal = async (...more: string[]) => {
      const { status, err } = await restoreFrom(to, [...s3Flags, ...more], data)
      expect([status, s3.asked]).toEqual([1, []])
      return err
    }
    for (const more of [[], ['--all'], ['--account', YARD], ['--account', accountId(data)]])
      expect(await refusal(...more)).toContain('is there already. Add --replace')
    const held = lockDataFolder(data)
    for (const more of [
      ['--all', '--replace'],
      ['--account', YARD, '--as', 'Yard before'],
    ])
      expect(await refusal(...more)).toContain('is in use by another Joblane')
    held.release()
    rmSync(data, { recursive: true })
    expect(await refusal('--account', YARD, '--as', 'Yard before')).toContain('There is no data folder')
  })

  test('of one account brings the secret where there is none', async () => {
    const data = await demoFolder()
    writeFileSync(join(data, 'secret.key'), 'a secret of the installation')
    const to = newPlace()
    await copyOnce(data, to, ['--replicate-key', key])
    const flags = ['--replicate-key', key, '--account', YARD]
    const { data: back } = await restoreFrom(to, flags)
    expect(readFileSync(join(back, 'secret.key'), 'utf8')).toBe('a secret of the installation')
    writeFileSync(join(back, 'secret.key'), 'another')
    expect((await restoreFrom(to, [...flags, '--replace'], back)).status).toBe(0)
    expect(readFileSync(join(back, 'secret.key'), 'utf8')).toBe('another')
  })

  test('that is full or refused keeps the ones before, and is caught up', async () => {
    const data = await demoFolder()
    const to = s3.address('full')
    await addPlace(data, 'one')
    await copyOnce(data, to, s3Flags)
    await addPlace(data, 'two')
    s3.room = 0
    expect(await copyOnce(data, to, s3Flags).then(() => '', String)).toContain('is full')
    s3.room = Number.POSITIVE_INFINITY
    const before = await restoreFrom(to, [...s3Flags, '--account', YARD])
    expect(readPlaces(before.data)).toEqual(['Place one'])
    expect(await copyOnce(data, to, s3Flags)).toEqual([])
    const after = await restoreFrom(to, [...s3Flags, '--account', YARD])
    expect(readPlaces(after.data)).toEqual(['Place one', 'Place two'])
    expect((await restoreFrom(to, ['--s3-key-id', S3_KEY.id, '--s3-secret', 'wrong'])).err).toContain(
      'JOBLANE_S3_SECRET',
    )
  })
})

describe('a place', () => {
  test('is written to by one installation, and a second copy of a machine is refused', async () => {
    const data = await demoFolder()
    const to = newPlace()
    await copyOnce(data, to)
    const clone = join(temporaryFolder(), 'clone')
    cpSync(data, clone, { recursive: true })
    await addPlace(data, 'here')
    expect(await copyOnce(data, to)).toEqual([])
    expect(await refused(copyOnce(clone, to))).toContain('Another installation, or another copy of this one')
    const stranger = await demoFolder()
    expect(await refused(copyOnce(stranger, to))).toContain('Another installation')
    expect(await copyOnce(clone, to, ['--replicate-take-over'])).toEqual([])
    expect(await refused(copyOnce(data, to))).toContain('--replicate-take-over')
  })

  test('goes on with a folder that was restored from it, once that is said', async () => {
    const data = await demoFolder()
    const to = newPlace()
    await addPlace(data, 'one')
    await copyOnce(data, to)
    const { data: back } = await restoreFrom(to)
    expect(await refused(copyOnce(back, to))).toContain('--replicate-take-over')
    await addPlace(back, 'two')
    expect(await copyOnce(back, to, ['--replicate-take-over'])).toEqual([])
    expect(readdirSync(copiesOf(to, accountId(back)))).toHaveLength(2)
    expect(readPlaces((await restoreFrom(to)).data)).toEqual(['Place one', 'Place two'])
  })

  test('that is empty where copies were is no new one: its disk may not be mounted', async () => {
    const data = await demoFolder()
    const to = newPlace()
    await copyOnce(data, to)
    rmSync(to, { recursive: true })
    mkdirSync(to)
    expect(await refused(copyOnce(data, to))).toContain('are gone')
    expect(readdirSync(to)).toEqual([])
    expect(await copyOnce(data, to, ['--replicate-take-over'])).toEqual([])
    expect((await restoreFrom(to)).status).toBe(0)
  })

  test('is known again where the state here was lost, and nothing is sent twice', async () => {
    const data = await demoFolder()
    const id = accountId(data)
    for (let n = 0; n < 5; n++) addUpload(data, id, randomBytes(10_000))
    const to = s3.address('known')
    await copyOnce(data, to, s3Flags)
    for (const name of readdirSync(data)) if (name.startsWith('offsite.sqlite')) rmSync(join(data, name))
    await addPlace(data, 'one')
    s3.asked.length = 0
    expect(await copyOnce(data, to, [...s3Flags, '--replicate-take-over'])).toEqual([])
    const sent = s3.asked.filter((one) => one.startsWith(`PUT known/accounts/${id}/pieces`))
    // Of the account's file alone.
    expect(sent).toHaveLength(1)
    const ordinals = [...s3.objects.keys()].filter((name) => name.startsWith(`known/accounts/${id}/copies`))
    expect(ordinals.map((name) => name.split('/').at(-1)!.slice(0, 10))).toEqual(['0000000001', '0000000002'])
  })
})
