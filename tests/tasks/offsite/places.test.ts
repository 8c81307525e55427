import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePlace, showAddress } from '#server/tasks/offsite/places/address.ts'
import { openPlace } from '#server/tasks/offsite/places/open-place.ts'
import type { CopyPlace } from '#server/tasks/offsite/places/place.ts'
import { eventually } from '#tests/support/eventually.ts'
import { expiredCertificate } from '#tests/support/expired-certificate.ts'
import { S3_KEY, type S3StandIn, startS3 } from '#tests/support/s3.ts'
import { hasSshd, makeSshKey, type SshServer, startSshd } from '#tests/support/sshd.ts'
import { removeTemporaryFolders, temporaryFolder } from '../support.ts'

setDefaultTimeout(300_000)

let s3: S3StandIn
let ssh: SshServer | undefined
beforeAll(async () => {
  s3 = startS3()
  if (hasSshd) ssh = await startSshd()
})
afterAll(() => {
  s3.stop()
  ssh?.stop()
  removeTemporaryFolders()
})

const open = (
  address: string,
  { trusts = (_: string): boolean => true, secret = S3_KEY.secret, sshkey = ssh?.key ?? '' } = {},
) => openPlace(parsePlace(address, '--to'), { s3keyid: S3_KEY.id, s3secret: secret, sshkey }, trusts)

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (found: Uint8Array | null) => found && new TextDecoder().decode(found)
const names = async (place: CopyPlace, folder: string) => (await place.list(folder)).map(({ name }) => name)
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: Error) => error.message,
  )

const kinds: [string, boolean, () => string][] = [
  ['a folder', true, () => join(temporaryFolder(), 'deep', 'place')],
  ['a bucket', true, () => s3.address('some/prefix')],
  ['an SFTP server', hasSshd, () => ssh!.address(join(temporaryFolder(), 'deep', 'place'))],
]

for (const [kind, here, address] of kinds)
  describe.skipIf(!here)(kind, () => {
    let place: CopyPlace
    beforeAll(() => {
      place = open(address())
    })
    afterAll(() => place.close())

    test('gives back what was put, and nothing where nothing is', async () => {
      const large = crypto.getRandomValues(new Uint8Array(60_000))
      expect(await place.put('one/two/a', large)).toBe(true)
      expect(Buffer.compare((await place.get('one/two/a')) as Uint8Array, large)).toBe(0)
      expect(await place.get('one/two/b')).toBeNull()
      expect(await place.get('nowhere/b')).toBeNull()
      expect(await place.list('nowhere')).toEqual([])
    })

    test('replaces, unless it must not', async () => {
      await place.put('once/a', bytes('first'))
      expect(await place.put('once/a', bytes('second'), { unlessThere: true })).toBe(false)
      expect(text(await place.get('once/a'))).toBe('first')
      expect(await place.put('once/a', bytes('third'))).toBe(true)
      expect(text(await place.get('once/a'))).toBe('third')
      const tries = [1, 2, 3, 4].map((n) => place.put('once/b', bytes(`try ${n}`), { unlessThere: true }))
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
    })

    test('lists a folder in order of names, with sizes and times, and nothing below it', async () => {
      for (const name of ['list/b', 'list/a', 'list/c/d']) await place.put(name, bytes(name))
      const listed = (await place.list('list')).filter(({ name }) => name !== 'list/c')
      expect(listed.map(({ name, bytes }) => ({ name, bytes }))).toEqual([
        { name: 'list/a', bytes: 6 },
        { name: 'list/b', bytes: 6 },
      ])
      for (const { modifiedutc } of listed)
        expect(Math.abs(Date.parse(modifiedutc) - Date.now())).toBeLessThan(600_000)
    })

    test('forgets what is removed, and does not mind what is gone', async () => {
      await place.put('gone/a', bytes('a'))
      await place.remove('gone/a')
      await place.remove('gone/a')
      await place.remove('nowhere/a')
      expect(await names(place, 'gone')).toEqual([])
    })
  })

describe('a bucket', () => {
  test('is listed beyond its first page', async () => {
    for (let n = 0; n < 2_300; n++)
      s3.objects.set(`pages/many/${String(n).padStart(5, '0')}`, { bytes: bytes('x'), modified: new Date() })
    expect(await names(open(s3.address('pages')), 'many')).toHaveLength(2_300)
  })

  test('that refuses says why, in one sentence', async () => {
    const place = open(s3.address('refusals'))
    const put = (unlessThere: boolean) => refusal(place.put('a', bytes('a'), { unlessThere }))
    const answers: [number, string, string][] = [
      [403, 'AccessDenied', 'no permission'],
      [403, 'QuotaExceeded', 'is full'],
      [507, 'InsufficientStorage', 'is full'],
      [503, 'SlowDown', 'does not answer at the moment'],
    ]
    for (const [status, code, words] of answers) {
      s3.refuse = { status, code }
      for (const unlessThere of [false, true])
        expect([code, await put(unlessThere)]).toEqual([code, expect.stringContaining(words)])
    }
    s3.refuse = null
    s3.skewMs = 3_600_000
    for (const unlessThere of [false, true])
      expect(await put(unlessThere)).toContain('The clock of this machine')
    s3.skewMs = 0
    expect(await refusal(open(s3.address('a'), { secret: 'wrong' }).list('a'))).toContain('JOBLANE_S3_SECRET')
    expect(await refusal(open(s3.address().replace('copies', 'other')).list('a'))).toContain(
      'no bucket other',
    )
    const expired = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      tls: expiredCertificate,
      fetch: () => new Response(),
    })
    const untrusted = open(`s3://copies/a?endpoint=https://localhost:${expired.port}&region=x`)
    for (const unlessThere of [false, true])
      expect(await refusal(untrusted.put('a', bytes('a'), { unlessThere }))).toContain(
        'has run out: have it renewed',
      )
    expired.stop(true)
    const nobody = open('s3://copies/a?endpoint=http://127.0.0.1:9&region=x')
    expect(await refusal(nobody.put('a', bytes('a')))).toContain('cannot be reached')
    expect(await refusal(nobody.put('a', bytes('a'), { unlessThere: true }))).toContain('cannot be reached')
  })
})

describe.skipIf(!hasSshd)('an SFTP server', () => {
  test('is believed by its key alone', async () => {
    const folder = temporaryFolder()
    const shown: string[] = []
    const trusts = (key: string) => shown.push(key) > 1
    expect(await refusal(open(ssh!.address(folder), { trusts: () => false }).list('a'))).toContain(
      `another key (${ssh!.hostkey})`,
    )
    expect(await names(open(ssh!.address(folder, ssh!.hostkey), { trusts }), 'a')).toEqual([])
    expect(shown).toEqual([])
    const other = `SHA256:${'a'.repeat(43)}`
    expect(await refusal(open(ssh!.address(folder, other)).list('a'))).toContain('another key')
  })

  test('that lets nobody in, or is not there, is said', async () => {
    const strange = join(temporaryFolder(), 'key')
    makeSshKey(strange)
    expect(await refusal(open(ssh!.address('/tmp'), { sshkey: strange }).list('a'))).toContain('does not let')
    expect(await refusal(open('sftp://somebody@127.0.0.1:9/tmp').list('a'))).toContain('cannot be reached')
  })

  test('goes on by a new connection after one broke', async () => {
    const place = open(ssh!.address(temporaryFolder()))
    await place.put('a', bytes('a'))
    ssh!.dropSessions()
    await eventually(() => place.get('a').then(text, () => null), 'a')
    place.close()
  })
})

describe('a folder', () => {
  test('that may not be written to is said, and nothing half stays', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), 'in the way')
    expect(await refusal(open(join(folder, 'file')).put('a', bytes('a')))).toMatch(/no folder|cannot be used/)
    if (process.getuid?.() !== 0) {
      chmodSync(folder, 0o500)
      expect(await refusal(open(folder).put('a', bytes('a')))).toContain('may not write')
      chmodSync(folder, 0o700)
    }
    expect(readdirSync(folder)).toEqual(['file'])
  })

  test('on a disk that is full says so', async () => {
    const place = temporaryFolder()
    const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place], {
      stderr: 'ignore',
    })
    if (mounted.exitCode !== 0) return
    try {
      mkdirSync(join(place, 'copies'))
      const all = crypto.getRandomValues(new Uint8Array(65_536))
      const puts = Array.from({ length: 40 }, (_, n) => n)
      let said = ''
      for (const n of puts)
        said ||= (await refusal(open(join(place, 'copies')).put(`a/${n}`, all))).replace('no refusal', '')
      expect(said).toContain('is full')
      expect(readdirSync(join(place, 'copies/a')).filter((name) => name.startsWith('.'))).toEqual([])
      expect(existsSync(join(place, 'copies/a/0'))).toBe(true)
    } finally {
      Bun.spawnSync(['umount', '-l', place])
    }
  })
})

test('an address is shown without its password, and a wrong one is refused without repeating it', () => {
  const shown = (address: string) => showAddress(parsePlace(address, '--to'))
  expect(shown('sftp://joe:sec%40ret@nas:2222/copies/')).toBe('sftp://joe@nas:2222/copies')
  expect(shown('s3://b/p/q?region=x')).toBe('s3://b/p/q')
  for (const wrong of [
    'sftp://nas/copies',
    'sftp://joe:secret@nas',
    'ftp://joe:secret@nas/x',
    's3://b?secret=1',
    's3://b?endpoint=nas',
    's3://b?endpoint=http://nas:90JOBLANE_S3_KEY_ID=joe',
  ])
    expect(() => parsePlace(wrong, '--to')).toThrow(/^--to (?!.*secret@)/)
})
