import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, cpSync, mkdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { platformMigrations } from '#db/migrations/platform.ts'
import { tenantMigrations } from '#db/migrations/tenant.ts'
import { withOffsiteFile } from '#db/offsite.ts'
import { PLATFORM, writePlaceState, writeSubject } from '#db/queries/offsite.ts'
import { addBackup, scheduleBackup } from '#db/queries/platform/backups.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import { platformOutbox } from '#db/schema/platform/index.ts'
import { closeFile, openFile } from '#db/sqlite.ts'
import { readPlatform } from '#server/tasks/archive/snapshot.ts'
import { expiredCertificate } from '#tests/support/expired-certificate.ts'
import { startMailServer } from '#tests/support/mail.ts'
import { copyOnce, refused } from './offsite/support.ts'
import {
  demoFolder,
  joblane,
  openData,
  removeTemporaryFolders,
  serveFolder,
  temporaryFolder,
} from './support.ts'

setDefaultTimeout(300_000)

let whole: string
beforeAll(async () => {
  whole = await demoFolder()
})
afterAll(removeTemporaryFolders)

const copyOfWhole = () => {
  const folder = join(temporaryFolder(), 'data')
  cpSync(whole, folder, { recursive: true })
  return folder
}

const doctor = async (data: string, ...more: string[]) => joblane(['doctor', '--data', data, ...more])

describe('joblane doctor', () => {
  test('of a whole folder says what is sound and what may go wrong one day, beside the program', async () => {
    const folder = copyOfWhole()
    const program = await serveFolder(folder)
    try {
      const { status, out } = await doctor(folder, '--url', program.base)
      expect(out).toContain('ok       A program serves this folder.')
      expect(out).toContain(`ok       The data folder ${folder} holds the files of all its 3 accounts.`)
      expect(out).toContain(`ok       ${program.base} answers with version`)
      expect(out).toContain('warning  No automatic backup was made yet')
      expect(out).toContain('warning  No off-site copies are made')
      expect(out).toContain('warning  No mail server is set (JOBLANE_SMTP)')
      expect(out).toContain('goes without TLS')
      expect(out).toContain('warning  Backups lie on the disk of the data folder')
      expect(out).toMatch(/\n0 faults, \d warnings?\n$/)
      expect(status).toBe(0)
    } finally {
      await program.stop()
    }
  })

  test('says that no program runs, and why off-site copies cannot be made', async () => {
    expect((await doctor(whole)).out).toContain('fault    No program serves this folder at the moment')
    const { out } = await doctor(
      whole,
      ...['--replicate-to', 'sftp://joblane@127.0.0.1/copies'],
      ...['--ssh-key', join(whole, 'no-such-key')],
    )
    expect(out).toContain(
      `fault    JOBLANE_SSH_KEY names ${join(whole, 'no-such-key')}, which cannot be read.`,
    )
  })

  test('says that an off-site copy failed before it is late', async () => {
    const folder = copyOfWhole()
    const now = new Date().toISOString()
    withOffsiteFile(folder, (db) => {
      writePlaceState(db, { ranutc: now })
      writeSubject(db, PLATFORM, { changedutc: now, failure: 'The bucket copies is full.' })
    })
    const { out } = await doctor(folder, '--replicate-to', temporaryFolder())
    expect(out).toContain(
      'warning  An off-site copy failed, and is tried again. The platform: The bucket copies is full.',
    )
  })

  test('names the accounts of which there is no off-site copy, and who holds the place', async () => {
    const folder = copyOfWhole()
    const place = join(temporaryFolder(), 'place')
    const said = async (to = place) => {
      const { out } = await doctor(folder, '--replicate-to', to)
      return out.split('\n').filter((line) => /off-site/i.test(line))
    }
    const none = (at: string, names: string) =>
      `fault    There is no off-site copy at ${at} yet of ${names}. Each is made within minutes while the program runs.`
    const all = 'Joblane Operator, Northwind Traders, Second Yard'
    const platform = openFile(join(folder, 'platform.sqlite'))
    const createdAt = (utc: string) => platform.raw.run('UPDATE accounts SET createdutc = ?', [utc])
    createdAt(new Date().toISOString())
    expect(await said()).toEqual([`ok       The first off-site copy of ${all} is made within five minutes.`])
    createdAt(new Date(Date.now() - 6 * 60_000).toISOString())
    closeFile(platform)
    expect(await said()).toEqual([none(place, all)])
    expect(await copyOnce(folder, place)).toEqual([])
    expect(await said()).toEqual(['ok       Off-site copies are made as they should be.'])
    const other = join(temporaryFolder(), 'other')
    expect(await said(other)).toEqual([none(other, all)])
    withOffsiteFile(folder, (db) => db.run("DELETE FROM subjects WHERE id <> 'platform'"))
    expect(await said()).toEqual([none(place, all)])
    expect(await copyOnce(folder, place)).toEqual([])
    expect(await copyOnce(copyOfWhole(), place, ['--replicate-take-over'])).toEqual([])
    const refusal = await refused(copyOnce(folder, place))
    expect(refusal).toStartWith('Another installation, or another copy of this one')
    expect(await said()).toEqual([`fault    Nothing is copied off-site at the moment. ${refusal}`])
  })

  test('says of its address that the certificate has run out', async () => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      tls: expiredCertificate,
      fetch: () => new Response(),
    })
    const url = `https://localhost:${server.port}`
    expect((await doctor(whole, '--url', url)).out).toContain(
      `fault    The certificate of ${url} has run out`,
    )
    server.stop(true)
  })

  test('says why mails wait', async () => {
    const folder = copyOfWhole()
    const { platform, close } = openData(folder)
    await platform.write(({ db, now }) =>
      db
        .insert(platformOutbox)
        .values({
          id: 'waits',
          kind: 'mail',
          payload: '{}',
          createdutc: now,
          nextutc: now,
          error: 'No mail server is set.',
        })
        .run(),
    )
    close()
    expect((await doctor(folder)).out).toContain(
      'warning  Mails that wait: 1. The next of them because: No mail server is set.',
    )
  })

  test('says of a demo’s mails what its start says: they are shown, where it is served as one', async () => {
    const asDemo = await doctor(whole, '--demo')
    expect(asDemo.out).toContain('ok       No mail server is set (JOBLANE_SMTP): mails are shown')
    expect((await doctor(whole)).out).toContain('served with --demo it shows mails where it was started')
  })

  test('asks the mail server, and says why it does not let the program in', async () => {
    const mail = await startMailServer()
    const port = new URL(mail.url).port
    const from = ['--mail-from', 'jobs@example.co.za']
    const good = await doctor(whole, '--smtp', mail.url, ...from)
    expect(good.out).toContain(`ok       The mail server 127.0.0.1:${port} answers and lets this program in.`)
    await mail.stop()
    const { status, out } = await doctor(whole, '--smtp', mail.url, ...from)
    expect(status).toBe(1)
    expect(out).toContain(`fault    The mail server 127.0.0.1:${port} cannot be used: `)
  })

  test('names what is missing, damaged or open to others, and ends with a status', async () => {
    const lost = copyOfWhole()
    const [account] = readPlatform(lost, accountNames)
    truncateSync(join(lost, 'tenants', `${account?.id}.sqlite`))
    const { status, out, err } = await doctor(lost)
    expect(status).toBe(1)
    expect(out).toContain(`fault    The files of these accounts are missing or empty: ${account?.name}`)
    expect(err).toContain('joblane: This installation needs you: 1 fault,')

    const keyless = copyOfWhole()
    rmSync(join(keyless, 'secret.key'))
    expect((await doctor(keyless)).out).toContain('fault    secret.key is missing')

    const open = copyOfWhole()
    chmodSync(join(open, 'secret.key'), 0o644)
    expect((await doctor(open)).out).toContain(
      `warning  Other users of this machine can read ${open}/secret.key`,
    )

    const none = temporaryFolder()
    mkdirSync(join(none, 'data'))
    expect((await doctor(join(none, 'data'))).out).toContain('fault    There is no data folder of Joblane')
  })

  test('says of each file that a newer version wrote it', async () => {
    const folder = copyOfWhole()
    const [account] = readPlatform(folder, accountNames)
    const writeVersion = (path: string, version: number) => {
      const file = openFile(path)
      file.raw.run(`PRAGMA user_version = ${version}`)
      closeFile(file)
    }
    for (const [name, { length }] of [
      [`tenants/${account!.id}.sqlite`, tenantMigrations],
      ['platform.sqlite', platformMigrations],
    ] as const) {
      writeVersion(join(folder, name), length + 1)
      const { status, out } = await doctor(folder)
      expect(status).toBe(1)
      expect(out).toContain(
        `fault    ${join(folder, name)} was written by a newer version of Joblane (schema ${length + 1}, this program knows ${length}).`,
      )
      expect(out).not.toContain('holds the files of all')
    }
  })

  test('does not call a backup late that was made just now', async () => {
    const folder = copyOfWhole()
    const { platform, close } = openData(folder)
    const accounts = platform.read(accountNames)
    const soon = new Date(Date.now() + 20 * 3_600_000).toISOString()
    await platform.write(({ db, now }) => {
      for (const { id } of accounts) scheduleBackup(db, id, { dueutc: soon, hour: 2, checkedutc: now })
    })
    close()
    expect((await doctor(folder)).out).not.toContain('has been due since')
  })

  test('names an account whose backup failed, and backups that nobody makes', async () => {
    const folder = copyOfWhole()
    const { platform, close } = openData(folder)
    const [account] = platform.read(accountNames)
    await platform.write(({ db }) => {
      addBackup(db, {
        id: 'failed',
        accountid: account!.id,
        madeutc: '2026-11-27T00:00:00.000Z',
        state: 'failed',
        detail: 'the disk is full',
      })
      scheduleBackup(db, account!.id, { dueutc: '2026-11-20T02:00:00.000Z', hour: 2 })
    })
    close()
    const { status, out } = await doctor(folder)
    expect(status).toBe(1)
    expect(out).toContain(`fault    The newest backup of ${account?.name} failed: the disk is full.`)
    expect(out).toContain(
      `warning  The backup of ${account?.name} has been due since 2026-11-20T02:00:00.000Z`,
    )
    expect((await doctor(whole, '--backup-keep', '0')).out).toContain(
      'fault    No automatic backups are made',
    )
  })
})
