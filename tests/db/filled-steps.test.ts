import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { tenantMigrations } from '#db/migrations/tenant.ts'
import { openFile, type SqlFile } from '#db/sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'joblane-steps-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A file as it was before a step, filled, with all steps behind it. */
function filledBefore(name: string, fill: (run: (sql: string) => unknown) => void): SqlFile {
  const file = openFile(join(folder, `${name}.sqlite`), { create: true })
  const at = tenantMigrations.findIndex((step) => step.name.endsWith(name))
  migrate(file, tenantMigrations.slice(0, at))
  fill((sql) => file.raw.run(sql))
  migrate(file, tenantMigrations)
  return file
}

test('notifications of old stand in the inbox, and what a bundle held is in no other', () => {
  const file = filledBefore('_inbox', (run) => {
    for (const id of ['a', 'b', 'c'])
      run(
        `INSERT INTO notifications (id, userid, message, dateutc) VALUES ('${id}', 'u', '${id}', '2026-11-0${'abc'.indexOf(id) + 1}T08:00:00.000Z')`,
      )
    run("INSERT INTO digests (userid, nextutc, lastid) VALUES ('u', '2026-12-01T05:00:00.000Z', 'b')")
  })
  const rows = file.raw.query(
    'SELECT id, sinceutc = dateutc AS since, doneutc, mailqueuedutc IS NULL AS unmailed FROM notifications',
  )
  expect(rows.all()).toEqual([
    { id: 'a', since: 1, doneutc: null, unmailed: 0 },
    { id: 'b', since: 1, doneutc: null, unmailed: 0 },
    { id: 'c', since: 1, doneutc: null, unmailed: 1 },
  ])
})

test('how long jobs stood on their lanes is read from the history of the last half year, whatever lanes are called', () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
  const file = filledBefore('_lane_stays', (run) => {
    run("INSERT INTO resources (key, value) VALUES ('jobs.lane2', 'Price it')")
    run("INSERT INTO boards (id, name, slug, createdutc, updatedutc) VALUES ('b', 'B', 'b', '', '')")
    for (const id of ['j', 'removed', 'old'])
      run(
        `INSERT INTO jobs (id, boardid, reference, created, createdutc, updatedutc) VALUES ('${id}', 'b', '${id}', '${day(10)}', '', '')`,
      )
    const move = (job: string, from: string, to: string, ago: number) =>
      run(
        `INSERT INTO history (seq, entity, entityid, field, oldvalue, newvalue, dateutc) VALUES (0, 'jobs', '${job}', 'status', '${from}', '${to}', '${day(ago)}')`,
      )
    move('j', 'Draft', 'Price it', 8)
    move('j', 'Price it', 'Approve', 3)
    move('removed', 'Draft', 'Removed', 4)
    move('old', 'Draft', 'Price it', 400)
  })
  const stays = file.raw.query(
    'SELECT jobid, boardid, status, round(seconds / 86400.0) AS days FROM lane_stays ORDER BY leftutc',
  )
  expect(stays.all()).toEqual([
    { jobid: 'j', boardid: 'b', status: 1, days: 2 },
    { jobid: 'j', boardid: 'b', status: 2, days: 5 },
  ])
})

test('each template goes on from the day of its category', () => {
  const file = filledBefore('_template_repeats', (run) => {
    run("INSERT INTO boards (id, name, slug, createdutc, updatedutc) VALUES ('b', 'B', 'b', '', '')")
    run("INSERT INTO categories (id, name, createdutc, updatedutc) VALUES ('c', 'C', '', '')")
    for (const [id, template] of [
      ['old', 1],
      ['new', 1],
      ['job', 0],
    ]) {
      run(
        `INSERT INTO jobs (id, boardid, reference, template, created, createdutc, updatedutc) VALUES ('${id}', 'b', '${id}', ${template}, '', '', '')`,
      )
      run(`INSERT INTO job_categories (jobid, categoryid) VALUES ('${id}', 'c')`)
    }
    run("INSERT INTO job_frequencies (category, frequency, done) VALUES ('c', 'monthly', '2026-11-03')")
  })
  const row = { category: 'c', frequency: 'monthly', done: '2026-11-03' }
  expect(file.raw.query('SELECT * FROM template_repeats ORDER BY template').all()).toEqual([
    { template: 'new', ...row },
    { template: 'old', ...row },
  ])
})
