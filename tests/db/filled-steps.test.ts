import { expect, test } from 'bun:test'
import { fillerOfSteps } from './filled-before.ts'

const filledBefore = fillerOfSteps()

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

test('the worth of movements from before is estimated by the rate of today without VAT, and adds up', () => {
  const file = filledBefore('_stock_worth', (run) => {
    run(
      "INSERT INTO organisations (id, name, vatnumber, createdutc, updatedutc) VALUES ('o', 'O', '4123456789', '', '')",
    )
    for (const [id, rate, exclusive] of [
      ['third', 33_333, 1],
      ['vat', 115_000, 0],
      ['none', 0, 1],
    ] as const) {
      run(
        `INSERT INTO inventory (id, code, rate, exclusive, createdutc, updatedutc) VALUES ('${id}', '${id}', ${rate}, ${exclusive}, '', '')`,
      )
      for (const [quantity, balance] of [
        [1_000_000, 1_000_000],
        [1_500_000, 2_500_000],
        [-3_500_000, -1_000_000],
        [1_000_000, 0],
      ])
        run(
          `INSERT INTO stock_ledger (inventoryid, quantity, balance, kind, effectivedate, createdutc) VALUES ('${id}', ${quantity}, ${balance}, 'inbound', '2026-11-01', '')`,
        )
    }
  })
  const rows = (id: string) =>
    file.raw
      .query<{ row: string }, []>(
        `SELECT concat_ws(' ', value, valuebalance, valuedby) AS row FROM stock_ledger WHERE inventoryid = '${id}' ORDER BY seq`,
      )
      .all()
      .map(({ row }) => row)
  expect(rows('third')).toEqual([
    '333 333 estimate',
    '500 833 estimate',
    '-1166 -333 estimate',
    '333 0 estimate',
  ])
  expect(rows('vat')).toEqual([
    '1000 1000 estimate',
    '1500 2500 estimate',
    '-3500 -1000 estimate',
    '1000 0 estimate',
  ])
  expect(rows('none')[1]).toBe('0 0 unknown')
  expect(() => file.raw.run("UPDATE stock_ledger SET note = 'x'")).toThrow('append-only')
})

test('lines keep what they come to, and count on the board by the price with VAT that they are given', () => {
  const file = filledBefore('_prices_with_vat', (run) => {
    run("INSERT INTO boards (id, name, slug, createdutc, updatedutc) VALUES ('b', 'B', 'b', '', '')")
    run(
      "INSERT INTO jobs (id, boardid, reference, created, createdutc, updatedutc) VALUES ('j', 'b', 'j', '', '', '')",
    )
    run(
      `INSERT INTO materials (id, jobid, role, linerate, discount, estimated, consumed, createdutc, updatedutc)
       VALUES ('m', 'j', 2, 86957, 100000, 1000000000, 2000000000, '', '')`,
    )
  })
  const sums = () => file.raw.query('SELECT quotedcents, usedcents FROM jobs').get()
  expect(sums()).toEqual({ quotedcents: 782_613, usedcents: 1_565_226 })
  file.raw.run('UPDATE materials SET inclusiverate = 100000, inclusivevat = 150000')
  expect(sums()).toEqual({ quotedcents: 782_609, usedcents: 1_565_217 })
})

test('what notes and credit notes of before put back counts as it moved: the larger of the two', () => {
  const file = filledBefore('_restocked_before', (run) => {
    run("INSERT INTO boards (id, name, slug, createdutc, updatedutc) VALUES ('b', 'B', 'b', '', '')")
    run(
      "INSERT INTO jobs (id, boardid, reference, created, createdutc, updatedutc) VALUES ('j', 'b', 'J', '', '', '')",
    )
    run("INSERT INTO organisations (id, name, prefix, createdutc, updatedutc) VALUES ('o', 'O', 'O', '', '')")
    run(
      "INSERT INTO invoices (id, jobid, organisation, kind, createdutc, updatedutc) VALUES ('v', 'j', 'o', 'creditnote', '', '')",
    )
    for (const line of ['twice', 'note alone', 'credit alone'])
      run(
        `INSERT INTO materials (id, jobid, role, linerate, discount, estimated, consumed, createdutc, updatedutc) VALUES ('${line}', 'j', 2, 0, 0, 0, 0, '', '')`,
      )
    for (const id of ['a', 'b', 'c'])
      run(
        `INSERT INTO deliveries (id, boardid, organisation, date, createdutc, updatedutc) VALUES ('n${id}', 'b', 'o', '', '', '')`,
      )
    for (const [id, line, restocked] of [
      ['a', 'twice', 2_000_000],
      ['b', 'twice', 1_500_000],
      ['c', 'note alone', 1_000_000],
    ])
      run(
        `INSERT INTO delivery_lines (id, deliveryid, materialid, rank, quantity, restocked) VALUES ('${id}', 'n${id}', '${line}', 1, 4000000, ${restocked})`,
      )
    for (const [position, line, restocked] of [
      [1, 'twice', 2_500_000],
      [2, 'credit alone', 1_000_000],
    ])
      run(
        `INSERT INTO invoice_lines (invoiceid, position, materialid, quantity, netcents, vatcents, totalcents, restocked) VALUES ('v', ${position}, '${line}', -4000000, 0, 0, 0, ${restocked})`,
      )
  })
  const lines = file.raw.query('SELECT id, restockedbefore AS before FROM delivery_lines ORDER BY id')
  expect(lines.all()).toEqual([
    { id: 'a', before: 2_000_000 },
    { id: 'b', before: 500_000 },
    { id: 'c', before: 0 },
  ])
})

test('what was last done to a step is read from the history, where it fits how the step stands', () => {
  const file = filledBefore('_last_step_action', (run) => {
    run("INSERT INTO boards (id, name, slug, createdutc, updatedutc) VALUES ('b', 'B', 'b', '', '')")
    run(
      "INSERT INTO jobs (id, boardid, reference, created, createdutc, updatedutc) VALUES ('j', 'b', 'j', '', '', '')",
    )
    const add = (id: string, name: string, iteration: number, completed: number, skipped: number) =>
      run(
        `INSERT INTO job_steps (id, jobid, iteration, name, "order", completed, skipped, createdutc, updatedutc)
         VALUES ('${id}', 'j', ${iteration}, '${name}', 0, ${completed}, ${skipped}, '', '')`,
      )
    const say = (item: string, words: string, user: string) =>
      run(
        `INSERT INTO history (seq, entity, entityid, item, field, newvalue, userid, user, dateutc)
         VALUES (0, 'jobs', 'j', '${item}', 'step', '${words}', '${user.toLowerCase()}', '${user}', '')`,
      )
    add('cut', 'Cut', 1, 1, 0)
    add('again', 'Cut', 2, 0, 1)
    add('weld', 'Weld', 1, 0, 0)
    add('named', 'Named anew', 1, 1, 0)
    add('other', 'Paint', 1, 1, 0)
    add('added', 'Polish', 1, 0, 0)
    say('Cut', 'started, Ann', 'Ann')
    say('Cut', 'finished', 'Ben')
    say('Cut (round 2)', 'skipped: Came cut: twice', 'Cleo')
    say('Weld', 'paused, Dan', 'Dan')
    say('Weld', 'reopened: Not square', 'Eve')
    say('Old name', 'finished', 'Ann')
    say('Paint', 'paused, Ann', 'Ann')
    say('Polish', 'added', 'Ann')
  })
  const rows = file.raw.query(
    "SELECT id, lastaction, lastnote, lastuserid || '/' || lastuser AS who FROM job_steps ORDER BY id",
  )
  const none = { lastaction: null, lastnote: '', who: null }
  expect(rows.all()).toEqual([
    { id: 'added', ...none },
    { id: 'again', lastaction: 'skip', lastnote: 'Came cut: twice', who: 'cleo/Cleo' },
    { id: 'cut', lastaction: 'finish', lastnote: '', who: 'ben/Ben' },
    { id: 'named', ...none },
    { id: 'other', ...none },
    { id: 'weld', lastaction: 'reopen', lastnote: 'Not square', who: 'eve/Eve' },
  ])
})

test('names of old with letters beyond A to Z keep their place', () => {
  const file = filledBefore('_folded_names', (run) => {
    for (const name of ['Élan 9', 'Elan 10', 'Zèbre', 'Erf'])
      run(`INSERT INTO clients (id, name, createdutc, updatedutc) VALUES ('${name}', '${name}', '', '')`)
  })
  const rows = file.raw.query(
    'SELECT name, plainname AS plain FROM clients ORDER BY plainname COLLATE NOCASE, name',
  )
  expect(rows.all()).toEqual([
    { name: 'Elan 10', plain: 'Elan ' },
    { name: 'Élan 9', plain: 'elan ' },
    { name: 'Erf', plain: 'Erf' },
    { name: 'Zèbre', plain: 'Zebre' },
  ])
  expect(file.raw.query('PRAGMA integrity_check').values()).toEqual([['ok']])
})

test('what webhooks were told, and what was tried, lies with its webhook', () => {
  const file = filledBefore('_webhook_events_by_webhook', (run) => {
    for (const hook of ['h', 'g'])
      run(
        `INSERT INTO webhooks (id, createdutc, updatedutc, url, kinds, claims, userid, state, secret) VALUES ('${hook}', '', '', 'https://example.test', '[]', '[]', 'u', 'on', '')`,
      )
    for (const [id, hook, next] of [
      ['b', 'h', "'2026-12-01T08:00:00.000Z'"],
      ['a', 'g', 'NULL'],
      ['c', 'h', 'NULL'],
    ])
      run(
        `INSERT INTO webhook_events (id, webhookid, kind, recordid, seq, createdutc, nextutc, attempts) VALUES ('${id}', '${hook}', 'job.moved', 'j', 4, '', ${next}, 1)`,
      )
    for (const event of ['b', 'a', 'b'])
      run(
        `INSERT INTO webhook_attempts (eventid, dateutc, status, milliseconds, error) VALUES ('${event}', '', 500, 7, 'It answered 500.')`,
      )
  })
  expect(file.raw.query('SELECT webhookid, id, nextutc, attempts, seq FROM webhook_events').values()).toEqual(
    [
      ['g', 'a', null, 1, 4],
      ['h', 'b', '2026-12-01T08:00:00.000Z', 1, 4],
      ['h', 'c', null, 1, 4],
    ],
  )
  expect(file.raw.query('SELECT id, webhookid, eventid, error FROM webhook_attempts').values()).toEqual([
    [1, 'h', 'b', 'It answered 500.'],
    [2, 'g', 'a', 'It answered 500.'],
    [3, 'h', 'b', 'It answered 500.'],
  ])
})
