import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOffsiteFile, withOffsiteFile } from '#db/offsite.ts'
import { findSubject, writePlaceState } from '#db/queries/offsite.ts'
import { prepared } from '#db/sqlite.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { lagMeter, queuedMs } from './lag.ts'
import { type Row, row } from './table.ts'

const BYTES = 1e9
const ROWS = 100_000
const PAUSE_MS = 5
const ROUNDS = 2

/** How long a person of an account of 1 GB waits while it is copied off-site, against as long a time without. */
export async function benchOffsiteCopy(): Promise<Row[]> {
  const place = mkdtempSync(join(tmpdir(), 'joblane-bench-'))
  const server = await startTestServer(undefined, ['--replicate-to', place, '--backup-keep', '0'])
  try {
    const bytes = await fillHistory(server)
    await server.services.background.run('offsite')
    await copied(server, '')
    const rounds: { quiet: Waits; busy: Waits; ms: number }[] = []
    for (let n = 0; n < ROUNDS; n++) {
      const start = performance.now()
      const busy = await waits(server, () => copied(server, newestCopy(server)))
      const ms = performance.now() - start
      rounds.push({ busy, ms, quiet: await waits(server, () => Bun.sleep(ms)) })
    }
    const longest = (which: 'quiet' | 'busy', what: keyof Waits) =>
      Math.max(...rounds.map((one) => one[which][what]))
    const about = `${(bytes / 1e9).toPrecision(2)} GB, copied in ${Math.round(Math.max(...rounds.map(({ ms }) => ms)) / 1000)} s`
    return [
      {
        what: `longest hold of the program by an account of ${about}`,
        ...{ ours: longest('busy', 'hold'), reference: longest('quiet', 'hold'), unit: 'ms' },
        ...{ ratio: Number.NaN, reach: 'at most 100 ms' },
      },
      row({
        what: 'longest save of its people meanwhile',
        ...{
          ours: longest('busy', 'save'),
          reference: longest('quiet', 'save'),
          unit: 'ms',
          reach: 'at most 3',
        },
      }),
      row({
        what: 'median save of its people meanwhile',
        ...{
          ours: longest('busy', 'median'),
          reference: longest('quiet', 'median'),
          unit: 'ms',
          reach: 'at most 2',
        },
      }),
    ]
  } finally {
    await server.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

async function fillHistory({ services, accountid }: TestServer): Promise<number> {
  const path = services.tenants.path(accountid)
  while (statSync(path).size < BYTES) {
    await services.tenants.write(accountid, { userid: null, name: 'Bench' }, ({ db, seq, now }) => {
      prepared(
        db,
        `INSERT INTO history (seq, entity, entityid, field, newvalue, dateutc)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
        SELECT ?, 'bench', hex(randomblob(8)), 'name', hex(randomblob(200)), ? FROM n`,
      ).run([seq, now])
    })
    services.tenants.close(accountid)
  }
  return statSync(path).size
}

const newestCopy = ({ services, accountid }: TestServer) =>
  readOffsiteFile(services.config.data, (db) => findSubject(db, accountid)?.copiedutc) ?? ''

const LOOK_MS = 250

/** Asks for a copy, and waits for one that is newer. */
async function copied(server: TestServer, before: string) {
  const { data } = server.services.config
  withOffsiteFile(data, (db) => writePlaceState(db, { askedutc: new Date().toISOString() }))
  while (newestCopy(server) <= before) await Bun.sleep(LOOK_MS)
}

type Waits = { hold: number; save: number; median: number }

/** What a save waited for a processor that others used is taken off. */
async function waits({ people }: TestServer, work: () => Promise<unknown>): Promise<Waits> {
  const saves: number[] = []
  let over = false
  const saving = async () => {
    while (!over) {
      const [start, queued] = [performance.now(), queuedMs()]
      await people.admin.post('/api/divisions', { name: `Division ${start}` })
      saves.push(performance.now() - start - (queuedMs() - queued))
      await Bun.sleep(PAUSE_MS)
    }
  }
  const lag = lagMeter()
  const others = saving()
  await work()
  const hold = lag()
  over = true
  await others
  saves.sort((a, b) => a - b)
  return { hold, save: saves.at(-1) ?? 0, median: saves[saves.length >> 1] ?? 0 }
}
