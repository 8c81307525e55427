import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tenantPath } from '#db/data-folder.ts'
import { type AccountName, accountNames, seatedPeople } from '#db/queries/platform/registry.ts'
import { prepared } from '#db/sqlite.ts'
import { addSeat, addUser } from '#server/access/accounts.ts'
import { fillDemo } from '#server/tasks/demo/fill.ts'
import {
  type CommandOutput,
  demoFolder,
  joblane,
  joblaneProcess,
  openData,
  removeTemporaryFolders,
  serveFolder,
  signedIn,
  temporaryFolder,
} from './support.ts'

// Each starts the program, some of them several times, beside whatever else the machine does.
setDefaultTimeout(120_000)

let demo: string
beforeAll(async () => {
  demo = await demoFolder()
})
afterAll(removeTemporaryFolders)

type Job = { reference: string; status: number; rank: number | null; name: string }
const ALL_JOBS = `SELECT j.reference, j.status, p.key AS rank, c.name FROM jobs j JOIN clients c ON c.id = j.client
  LEFT JOIN (SELECT value, key FROM lanes, json_each(lanes.jobids)) p ON p.value = j.id
  ORDER BY j.reference`

/** What a folder holds: its accounts, and the jobs of one of them. */
function look(folder: string, name: string) {
  const data = openData(folder)
  try {
    const accounts = data.platform.read(accountNames)
    const account = accounts.find((one) => one.name === name) as AccountName
    const jobs = data.tenants.read(account.id, (db) => prepared<Job>(db, ALL_JOBS).all())
    const emails = data.platform.read((db) => seatedPeople(db, account.id)).map(({ user }) => user.email)
    return { account, names: accounts.map((one) => one.name), jobs, emails: emails.sort() }
  } finally {
    data.close()
  }
}

const outOf = ({ status, out, err }: CommandOutput) => {
  if (status !== 0) throw new Error(err)
  return out
}
const run = async (...args: string[]) => outOf(await joblane(args))
const runProcess = (...args: string[]) => outOf(joblaneProcess(args))
const refused = async (...args: string[]) => {
  const { status, err } = await joblane(args)
  expect(status).toBe(1)
  expect(err.trim().split('\n')).toHaveLength(1)
  return err
}

describe('backup and restore', () => {
  test('a copy made while people write holds all that they were told is saved', async () => {
    const folder = await demoFolder()
    const program = await serveFolder(folder)
    const to = join(temporaryFolder(), 'copy')
    const acked: string[] = []
    try {
      const call = await signedIn(program)
      let writing = true
      const write = async () => {
        for (let n = 0; writing; n++) {
          const answer = await call('POST', '/api/locations', { name: `Store ${n}` })
          if (answer.status === 200 || answer.status === 201) acked.push(answer.body.data.id)
          // The copy starts as a process of its own, which they would keep from the processor.
          await Bun.sleep(5)
        }
      }
      const people = [write(), write()]
      while (acked.length < 10) await Bun.sleep(5)
      const before = [...acked]
      const child = Bun.spawn(
        [
          process.execPath,
          join(import.meta.dir, '../../server/main.ts'),
          'backup',
          '--to',
          to,
          '--data',
          folder,
        ],
        {
          stdout: 'pipe',
        },
      )
      expect(await child.exited).toBe(0)
      writing = false
      await Promise.all(people)
      expect(acked.length).toBeGreaterThan(before.length)

      const restored = join(temporaryFolder(), 'data')
      runProcess('restore', '--from', to, '--data', restored)
      const { account } = look(restored, 'Northwind Traders')
      const data = openData(restored)
      const kept = data.tenants.read(account.id, (db) =>
        prepared<{ id: string }>(db, 'SELECT id FROM locations').all(),
      )
      data.close()
      const ids = new Set(kept.map(({ id }) => id))
      expect(before.filter((id) => !ids.has(id))).toEqual([])
      expect(runProcess('check', '--data', restored)).not.toContain('fault')
    } finally {
      await program.stop()
    }
  })

  test('brings back accounts, jobs, people and uploads, but no key unless asked', async () => {
    const before = look(demo, 'Northwind Traders')
    const uploads = join(demo, 'files', before.account.id)
    mkdirSync(uploads, { recursive: true })
    writeFileSync(join(uploads, 'plan.bin'), 'a plan')
    writeFileSync(join(demo, 'secret.key'), 'secret')
    const archive = join(temporaryFolder(), 'all.joblane')
    await run('backup', '--to', archive, '--data', demo)
    const restored = join(temporaryFolder(), 'data')
    await run('restore', '--from', archive, '--data', restored)
    expect(look(restored, 'Northwind Traders')).toEqual(before)
    expect(readFileSync(join(restored, 'files', before.account.id, 'plan.bin'), 'utf8')).toBe('a plan')
    expect(existsSync(join(restored, 'secret.key'))).toBe(false)

    const withKey = join(temporaryFolder(), 'all')
    await run('backup', '--to', withKey, '--with-secret', '--data', demo)
    expect(readFileSync(join(withKey, 'secret.key'), 'utf8')).toBe('secret')
  })

  test('overwrites nothing unless told to, and then keeps what stood there', async () => {
    const folder = join(temporaryFolder(), 'data')
    const archive = join(temporaryFolder(), 'all.joblane')
    await run('backup', '--to', archive, '--data', demo)
    await run('restore', '--from', archive, '--data', folder)
    const { account, jobs } = look(folder, 'Second Yard')
    writeFileSync(tenantPath(folder, account.id), 'damaged')
    expect(await refused('restore', '--from', archive, '--data', folder)).toContain('--replace')
    expect(readFileSync(tenantPath(folder, account.id), 'utf8')).toBe('damaged')
    await run('restore', '--from', archive, '--account', 'Second Yard', '--replace', '--data', folder)
    expect(look(folder, 'Second Yard').jobs).toEqual(jobs)
    const [aside] = readdirSync(folder).filter((name) => name.startsWith('replaced-'))
    expect(readFileSync(tenantPath(join(folder, aside!), account.id), 'utf8')).toBe('damaged')
    expect(await refused('backup', '--to', archive, '--data', demo)).toContain('is there already')
  })

  test('one account comes back alone, with its people as they are now', async () => {
    const folder = join(temporaryFolder(), 'data')
    const archive = join(temporaryFolder(), 'all.joblane')
    await run('backup', '--to', archive, '--data', demo)
    await run('restore', '--from', archive, '--data', folder)
    const others = look(folder, 'Northwind Traders')
    await run('restore', '--from', archive, '--account', 'second yard', '--replace', '--data', folder)
    expect(look(folder, 'Northwind Traders')).toEqual(others)
    expect(look(folder, 'Second Yard')).toEqual(look(demo, 'Second Yard'))
    expect(await refused('restore', '--from', archive, '--account', 'Nobody', '--data', folder)).toContain(
      'Second Yard',
    )
  })
})

describe('pack, verify and unpack', () => {
  const packed = async () => {
    const archive = join(temporaryFolder(), 'yard.joblane')
    await run('pack', '--account', 'Second Yard', '--to', archive, '--data', demo)
    return archive
  }

  let another: string | undefined

  /** Another installation, which knows nobody of the demo's second account. */
  async function elsewhere() {
    const folder = join(temporaryFolder(), 'data')
    if (!another) {
      another = join(temporaryFolder(), 'another')
      await fillDemo(another)
    }
    cpSync(another, folder, { recursive: true })
    const data = openData(folder)
    await data.platform.write(({ db }) => {
      prepared(db, "UPDATE accounts SET name = 'Somebody else' WHERE name = 'Second Yard'").run()
      prepared(db, "UPDATE users SET email = 'first@elsewhere.test' WHERE email = 'owner@second.test'").run()
    })
    data.close()
    return folder
  }

  test('an account opens in another folder with the same jobs, and its people sign in there', async () => {
    const folder = await elsewhere()
    const archive = join(temporaryFolder(), 'yard.joblane')
    runProcess('pack', '--account', 'Second Yard', '--to', archive, '--data', demo)
    expect(runProcess('verify', archive)).toContain('Second Yard')
    expect(runProcess('unpack', archive, '--data', folder)).toContain('Unpacked Second Yard')
    const here = look(demo, 'Second Yard')
    const there = look(folder, 'Second Yard')
    expect(there.jobs).toEqual(here.jobs)
    expect(there.emails).toEqual(here.emails)
    expect(there.account.id).toBe(here.account.id)
    const program = await serveFolder(folder)
    try {
      const call = await signedIn(program, 'owner@second.test')
      expect((await call('GET', '/api/jobs')).body.total).toBe(here.jobs.length)
    } finally {
      await program.stop()
    }
    expect(await refused('unpack', '--from', await packed(), '--data', folder)).toContain('already')
  })

  test.each(['missing', 'empty'])('it opens in a folder that was %s, which is made', async (what) => {
    const folder = join(temporaryFolder(), 'data')
    if (what === 'empty') mkdirSync(folder)
    const said = await run('unpack', '--from', await packed(), '--data', folder)
    expect(said).toContain('Nobody runs this installation yet')
    const program = await serveFolder(folder)
    try {
      const call = await signedIn(program, 'owner@second.test')
      expect((await call('GET', '/api/jobs')).body.total).toBe(look(demo, 'Second Yard').jobs.length)
    } finally {
      await program.stop()
    }
  })

  test('a folder that holds something else is not made a data folder', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'letter.txt'), 'Dear')
    expect(await refused('unpack', '--from', await packed(), '--data', folder)).toContain('no data folder')
    expect(readdirSync(folder)).toEqual(['letter.txt'])
  })

  test('whoever has an account here already is the same person in what comes in', async () => {
    const folder = await elsewhere()
    const data = openData(folder)
    const first = data.platform.read(accountNames)[0]!
    const here = await data.platform.write((tx) =>
      addUser(tx, { email: 'owner@second.test', firstname: 'L', lastname: 'M', passwordhash: null }),
    )
    await addSeat(data.platform, data.tenants, { accountid: first.id, userid: here, roleids: [] })
    data.close()
    await run('unpack', '--from', await packed(), '--data', folder)
    const after = openData(folder)
    const { account } = {
      account: after.platform.read(accountNames).find(({ name }) => name === 'Second Yard')!,
    }
    const seats = after.platform.read((db) => seatedPeople(db, account.id))
    const users = after.tenants.read(account.id, (db) =>
      prepared<{ id: string }>(
        db,
        "SELECT id FROM users WHERE archived = 0 AND email = 'owner@second.test'",
      ).all(),
    )
    after.close()
    expect(seats.find(({ user }) => user.email === 'owner@second.test')?.user.id).toBe(here)
    expect(users).toEqual([{ id: here }])
  })

  test('--as brings in a copy under another name, beside the first', async () => {
    const folder = join(temporaryFolder(), 'data')
    const all = join(temporaryFolder(), 'all.joblane')
    await run('backup', '--to', all, '--data', demo)
    await run('restore', '--from', all, '--data', folder)
    await run('unpack', '--from', await packed(), '--as', 'Third Yard', '--data', folder)
    expect(look(folder, 'Third Yard').jobs).toEqual(look(folder, 'Second Yard').jobs)
    expect(look(folder, 'Third Yard').account.id).not.toBe(look(folder, 'Second Yard').account.id)
    expect(await run('check', '--data', folder)).toContain('Third Yard: sound')
  })

  test('the operator’s account is nobody else’s', async () => {
    const archive = join(temporaryFolder(), 'operator.joblane')
    await run('pack', '--account', 'Joblane Operator', '--to', archive, '--data', demo)
    expect(await refused('unpack', '--from', archive, '--as', 'Mine', '--data', await elsewhere())).toContain(
      'operator',
    )
  })

  test('verify says that an archive is sound, and notices one changed byte wherever it is', async () => {
    const archive = await packed()
    expect(await run('verify', archive)).toContain('Second Yard')
    const bytes = readFileSync(archive)
    const broken = join(temporaryFolder(), 'broken.joblane')
    // In a header, in its padding, in the people, in the database, in the manifest, in the checksum, in the last zeros.
    const places = [3, 400, 600, 200_000, bytes.length - 3000, bytes.length - 1536, bytes.length - 1]
    for (const place of places) {
      const changed = Buffer.from(bytes)
      changed[place]! ^= 1
      writeFileSync(broken, changed)
      expect(await refused('verify', broken), `byte ${place}`).toContain('checksum')
    }
    writeFileSync(broken, bytes.subarray(0, bytes.length - 512))
    expect(await refused('verify', broken)).toContain('checksum')
  })

  test('a backup folder in which a file was changed is refused by its name', async () => {
    const folder = join(temporaryFolder(), 'copy')
    await run('backup', '--account', 'Second Yard', '--to', folder, '--data', demo)
    const [name] = readdirSync(join(folder, 'accounts'))
    writeFileSync(join(folder, 'accounts', name!), '{}')
    expect(await refused('verify', folder)).toContain(`accounts/${name}`)
    expect(await refused('restore', '--from', folder, '--data', join(temporaryFolder(), 'data'))).toContain(
      'checksum',
    )
  })
})

describe('check', () => {
  test('names the account whose stock, ranks or file are not in order, and says so by its status', async () => {
    const folder = await demoFolder()
    const data = openData(folder)
    const ids = Object.fromEntries(data.platform.read(accountNames).map(({ id, name }) => [name, id]))
    const by = { userid: null, name: 'Test' }
    await data.tenants.write(ids['Northwind Traders']!, by, ({ db }) => {
      prepared(db, 'UPDATE stock_onhand SET quantity = quantity + 1000000 WHERE rowid = 1').run()
      prepared(db, 'UPDATE jobs SET status = 1 WHERE status = 2').run()
    })
    data.close()
    writeFileSync(tenantPath(folder, ids['Second Yard']!), 'no database at all')
    const { status, out, err } = await joblane(['check', '--data', folder])
    expect(status).toBe(1)
    const lines = out.trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain('Joblane Operator: sound')
    expect(lines[2]).toMatch(
      /^Northwind Traders: 3 faults: stock, .*lane 2 of Orders lists 7 jobs.*lane 2 of Workshop/,
    )
    expect(lines[3]).toMatch(/^Second Yard: 1 faults?: .*not a database/)
    expect(err.trim()).toBe('joblane: Not sound: Northwind Traders, Second Yard.')
  })
})
