import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { findBackupSchedule, listBackups } from '#db/queries/platform/backups.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import { prepared } from '#db/sqlite.ts'
import { SYSTEM } from '#db/types.ts'
import { backUpAccounts, chooseOld, nextBackup } from '#server/domains/account/backups/back-up-accounts.ts'
import { partNames, parts } from '#server/domains/account/backups/parts.ts'
import { saveGeneral } from '#server/domains/settings/manage/general.ts'
import { verifyFolder } from '#server/tasks/archive/manifest.ts'
import { bringInCopy } from '#server/tasks/archive/place-account.ts'
import { readTar } from '#server/tasks/archive/tar.ts'
import { completeJob, createInvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { moveClock, runAfter } from '#tests/support/background.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { png, upload } from '#tests/work/documents-support.ts'

let server: TestServer
let now = Date.parse('2026-11-24T12:00:00Z')
beforeAll(async () => {
  server = await startTestServer(() => new Date(now), ['--backup-keep', '2'])
  const office = await createInvoiceFixtures(server)
  await completeJob(office, [{ linerate: 12.5, estimated: 1.5 }])
})
afterAll(() => server.stop())

const get = (path: string, who = server.people.admin) =>
  fetch(`${server.url}${path}`, { headers: { cookie: who.cookie, accept: 'text/html' } })
const count = (table: string) =>
  server.services.tenants.read(
    server.accountid,
    (db) => prepared<{ n: number }>(db, `SELECT count(*) AS n FROM "${table}"`).get()?.n,
  )
const outgoing = () => {
  const folder = join(server.folder, 'data', 'outgoing')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('the parts of an account', () => {
  test.each(partNames)('%s: every table whole, as JSON and as Excel', async (part) => {
    const reply = await get(`/${part}/backup/file?format=json`)
    expect(reply.headers.get('content-disposition')).toContain(`First ${part} 2026-11-24.json`)
    const { account, tables } = (await reply.json()) as {
      account: string
      tables: Record<string, Record<string, unknown>[]>
    }
    expect(account).toBe('First')
    expect(Object.keys(tables)).toEqual([...parts[part].tables])
    for (const [name, rows] of Object.entries(tables)) expect(rows).toHaveLength(count(name) as number)

    const book = await readXlsx(await (await get(`/${part}/backup/file?format=xlsx`)).bytes())
    expect(book.sheets.map(({ name }) => name)).toEqual([...parts[part].tables])
    for (const { name, rows } of book.sheets) {
      const records = tables[name] ?? []
      expect(rows).toHaveLength(records.length + 1)
      for (const [at, record] of records.entries()) {
        const row = rows[at + 1] as unknown[]
        const given = Object.values(record).map((value) => value ?? '')
        expect(given.map((_, column) => row[column] ?? '')).toEqual(given)
      }
    }
    expect(outgoing()).toEqual([])
  })

  test('amounts and quantities stand in rand and units', async () => {
    const { tables } = (await (await get('/jobs/backup/file?format=json')).json()) as {
      tables: { materials: { linerate: number; estimated: number; archived: boolean }[] }
    }
    const line = tables.materials.find(({ linerate }) => linerate === 12.5)
    expect(line).toMatchObject({ linerate: 12.5, estimated: 1.5, archived: false })
  })

  test('administrators alone see and take them', async () => {
    for (const path of [
      '/jobs/backup',
      '/jobs/backup/file?format=json',
      '/account/backup',
      '/account/backup/archive',
    ])
      expect([path, (await get(path, server.people.management)).status]).toEqual([path, 403])
    expect((await get('/jobs/backup/file?format=csv')).status).toBe(400)
  })
})

describe('the archive of everything', () => {
  test('opens elsewhere with jobs and files, and holds no password', async () => {
    const { agent, admin } = server.people
    const [location] = (await expectOk(admin.get('/api/locations'))) as { id: string }[]
    await upload(agent, png(20, 30), 'a.png', { filename: 'A', referenceid: location!.id })
    const bytes = await (await get('/account/backup/archive')).bytes()
    const folder = join(server.folder, 'opened')
    const path = join(server.folder, 'taken.joblane')
    writeFileSync(path, bytes)
    await readTar(path, folder)
    const { accounts, files } = await verifyFolder(folder)
    expect(accounts.map(({ name }) => name)).toEqual(['First'])
    expect(files.filter((file) => file.path.startsWith('files/')).length).toBeGreaterThan(0)
    const { people } = await Bun.file(join(folder, 'accounts', `${server.accountid}.json`)).json()
    expect(people.length).toBeGreaterThan(3)
    expect(people.filter(({ user }: { user: { passwordhash: unknown } }) => user.passwordhash)).toEqual([])
    expect(await (await get('/admin/audit')).text()).toContain('Archive of the account downloaded')
    expect(outgoing()).toEqual([])
  })
})

describe('automatic backups', () => {
  const run = () => server.services.background.run('backups')
  const kept = (id = server.accountid) => server.services.platform.read((db) => listBackups(db, id))
  const place = () => join(server.folder, 'data', 'backups', server.accountid)
  const change = () => expectOk(server.people.admin.post('/api/clients', { name: `Client ${now}` }))
  const nextNight = () =>
    moveClock(server, 'backups', () => {
      now = Date.parse(nextBackup('Africa/Johannesburg', 2, new Date(now)))
    })

  test('fall on the hour of the account’s zone, also over a change of the clock', () => {
    expect(nextBackup('Africa/Johannesburg', 2, new Date('2026-11-24T23:00:00Z'))).toBe(
      '2026-11-25T00:00:00.000Z',
    )
    expect(nextBackup('Africa/Johannesburg', 2, new Date('2026-11-25T00:00:00Z'))).toBe(
      '2026-11-26T00:00:00.000Z',
    )
    expect(nextBackup('Europe/Berlin', 2, new Date('2026-03-28T12:00:00Z'))).toBe('2026-03-29T01:00:00.000Z')
  })

  test('are made at night of what changed, linked to what did not, and the oldest goes', async () => {
    await run()
    expect(kept()).toEqual([])
    await nextNight()
    await run()
    expect(kept().map(({ state }) => state)).toEqual(['sound'])
    const [first] = kept()
    await verifyFolder(join(place(), first!.name!))
    await nextNight()
    await run()
    expect(kept()).toHaveLength(1)
    await change()
    await nextNight()
    await run()
    const [second] = kept()
    const uploads = join('files', server.accountid)
    const [file] = readdirSync(join(place(), second!.name!, uploads)).filter((name) => name !== 'incoming')
    expect(statSync(join(place(), second!.name!, uploads, file!)).ino).toBe(
      statSync(join(place(), first!.name!, uploads, file!)).ino,
    )
    await verifyFolder(join(place(), second!.name!))
    await change()
    await nextNight()
    await run()
    expect(kept()).toHaveLength(2)
    expect(readdirSync(place()).sort()).toEqual(
      kept()
        .map(({ name }) => name as string)
        .sort(),
    )
    expect(kept(server.otherid).map(({ state }) => state)).toEqual(['sound'])
    const page = await (await get('/jobs/backup')).text()
    expect(page).toContain('Last backed up')
    expect(page).not.toContain('Not yet')
  })

  test('one with faults is kept and said, and does not push the last sound one out', async () => {
    const wrong = (by: number) =>
      server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, ({ db }) => {
        prepared(
          db,
          `UPDATE job_figures SET jobs = jobs + ${by} WHERE rowid = (SELECT min(rowid) FROM job_figures)`,
        ).run()
      })
    await wrong(1)
    for (const _ of [1, 2, 3]) {
      await nextNight()
      await run()
    }
    expect(kept().map(({ state }) => state)).toEqual(['faulty', 'faulty', 'sound'])
    const office = await (await get('/backoffice', server.operator)).text()
    expect(office).toContain('The last automatic backup was not sound of')
    await wrong(-1)
    await nextNight()
    await run()
    expect(kept()[0]?.state).toBe('sound')
    expect(await (await get('/backoffice', server.operator)).text()).not.toContain('was not sound of')
  })

  test('one that fails is said, and tried again within the hour', async () => {
    await change()
    const moved = `${place()}-aside`
    await nextNight()
    Bun.spawnSync(['mv', place(), moved])
    writeFileSync(place(), 'in the way')
    await run()
    expect(kept()[0]).toMatchObject({ state: 'failed', name: null })
    expect(await (await get('/account/backup')).text()).toContain('The last automatic backup failed')
    rmSync(place())
    Bun.spawnSync(['mv', moved, place()])
    await runAfter(server, 'backups', () => {
      now += 3_600_000
    })
    expect(kept()[0]?.state).toBe('sound')
  })

  test('as a copy beside the account it can be read and changes nothing, and no mail goes twice', async () => {
    const [newest] = kept()
    const { services } = server
    const open = { ...services, dataFolder: { path: services.config.data, id: '', epoch: 1, release() {} } }
    const from = join(place(), newest!.name!)
    const asof = newest!.madeutc
    await bringInCopy(open, from, server.accountid, 'First of last night', { asof })
    const copy = services.platform.read(accountNames).find(({ name }) => name === 'First of last night')
    expect(copy).toBeDefined()
    const read = <T>(run: Parameters<typeof services.tenants.read<T>>[1]) =>
      services.tenants.read(copy!.id, run)
    expect(read((db) => prepared(db, 'SELECT 1 FROM outbox WHERE sentutc IS NULL').all())).toEqual([])
    const client = await server.signIn('admin@first.test')
    await expectOk(client.post('/api/account/switch', { id: copy!.id }))
    expect((await client.get('/api/clients')).status).toBe(200)
    const refused = await client.post('/api/clients', { name: 'Not here' })
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('a copy of First')])
    expect((await client.patch('/api/account/accountfees', [])).status).toBe(403)

    const headers = { cookie: client.cookie, origin: server.url, 'content-type': 'application/json' }
    const body = JSON.stringify({ id: copy!.id })
    await fetch(`${server.url}/api/account/switch`, { method: 'POST', headers, body })
    const says = async (path: string, words: string, who = client) =>
      (await (await get(path, who)).text()).includes(words)
    expect(await says('/clients', 'A copy of First')).toBe(true)
    expect(await says('/clients', `dateTime="${asof}"`)).toBe(true)
    for (const words of ['has expired', 'Renew your account'])
      expect([words, await says('/clients', words)]).toEqual([words, false])
    expect(await says('/subscription', 'A copy has no subscription')).toBe(true)
    expect(await says('/subscription', 'Plan')).toBe(false)
    expect(await says('/account/backup', 'so it is not backed up')).toBe(true)
    expect(await says('/clients', 'A copy of First', await server.signIn('admin@first.test'))).toBe(false)
    now += 2 * 86_400_000
    await server.services.background.run('backups')
    expect(services.platform.read((db) => listBackups(db, copy!.id))).toEqual([])
  })

  test('come at the hour of the setting as soon as that is another', async () => {
    await run()
    const { services } = server
    const next = () => services.platform.read((db) => findBackupSchedule(db, server.accountid)?.dueutc)
    expect(next()?.slice(11)).toBe('00:00:00.000Z')
    const later = { ...services, config: { ...services.config, backuphour: 15 } }
    await backUpAccounts(later).run()
    expect(next()).toBe(nextBackup('Africa/Johannesburg', 15, new Date(now)))
    await run()
    expect(next()).toBe(nextBackup('Africa/Johannesburg', 2, new Date(now)))
  })

  test('come at the hour of the account’s zone as soon as that is another', async () => {
    await run()
    const { services } = server
    const next = () => services.platform.read((db) => findBackupSchedule(db, server.accountid)?.dueutc)
    for (const zone of ['Pacific/Auckland', 'Africa/Johannesburg']) {
      await expectOk(server.people.admin.patch('/api/configuration/settings', { zone }))
      await eventually(next, nextBackup(zone, 2, new Date(now)))
    }
  })

  test('are said to be due once their time is over, as after the machine was off', async () => {
    await run()
    const says = async () => {
      const html = await (await get('/account/backup', server.people.admin)).text()
      return html.includes('Due now, made within minutes')
    }
    expect(await says()).toBe(false)
    now += 2 * 86_400_000
    expect(await says()).toBe(true)
    await run()
    expect(await says()).toBe(false)
  })

  test('made by a clock that was months ahead keep no later one from being made', async () => {
    const right = now
    await change()
    await runAfter(server, 'backups', () => {
      now += 80 * 86_400_000
    })
    const ahead = kept()[0]?.madeutc
    expect(ahead).toBe(new Date(now).toISOString())
    await moveClock(server, 'backups', () => {
      now = right + 60_000
    })
    await change()
    await server.services.background.run('backups')
    expect(kept().map(({ madeutc }) => madeutc)).toContain(new Date(now).toISOString())
  })
})

test('on the first day it is made at the next hour there, though that comes before the program first looks', async () => {
  let time = Date.parse('2026-11-30T16:59:30Z')
  const fresh = await startTestServer(() => new Date(time), ['--backup-hour', '19'])
  try {
    const { platform, tenants, background } = fresh.services
    await tenants.write(fresh.otherid, SYSTEM, (tx) => {
      saveGeneral(tx, { zone: 'Indian/Mauritius' })
    })
    time += 60_000
    await background.run('backups')
    const made = (id: string) => platform.read((db) => listBackups(db, id).map(({ state }) => state))
    const due = (id: string) => platform.read((db) => findBackupSchedule(db, id)?.dueutc)
    expect([made(fresh.accountid), due(fresh.accountid)]).toEqual([['sound'], '2026-12-01T17:00:00.000Z'])
    expect([made(fresh.otherid), due(fresh.otherid)]).toEqual([[], '2026-12-01T15:00:00.000Z'])
  } finally {
    await fresh.stop()
  }
})

test('a program that is started anew for another hour does not leave that hour out', async () => {
  let time = Date.parse('2026-11-30T16:59:30Z')
  const fresh = await startTestServer(() => new Date(time), ['--backup-hour', '2'])
  try {
    const { services } = fresh
    await services.background.run('backups')
    const later = backUpAccounts({ ...services, config: { ...services.config, backuphour: 19 } })
    time += 60_000
    await later.run()
    expect(services.platform.read((db) => listBackups(db, fresh.accountid))).toHaveLength(1)
  } finally {
    await fresh.stop()
  }
})

test('the newest sound backup stays, however few are kept', () => {
  const line = (id: string, state: 'sound' | 'faulty' | 'failed') => ({
    ...{ id, state, madeutc: id, name: state === 'failed' ? null : id },
    ...{ bytes: 1, files: 1, seq: 1, detail: '' },
  })
  const chosen = chooseOld(
    [line('d', 'failed'), line('c', 'faulty'), line('b', 'sound'), line('a', 'sound')],
    1,
  )
  expect(chosen.over.map(({ id }) => id)).toEqual(['a'])
  expect(chosen.failed).toEqual([])
})
