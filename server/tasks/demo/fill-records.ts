import { randomUUIDv7 } from 'bun'
import { COMPLETE } from '#db/job-status.ts'
import { insertRow } from '#db/queries/settings/import.ts'
import { setSetting } from '#db/queries/settings.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { jobIdByReference } from '#db/queries/work/jobs-references.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { recordHistory } from '#server/history.ts'
import { addMs, HOUR_MS } from '#server/instants.ts'
import { notify } from '#server/notifications/notify.ts'
import type { DemoMessage } from './demo-data.ts'

type Row = Record<string, string | number | null>

export function fillOrganisation(
  tx: Tx,
  { prefix, organisation, boards }: { prefix: string; organisation: Row; boards: string[] },
) {
  setSetting(tx.db, 'prefix', prefix)
  const id = randomUUIDv7()
  insertRow(tx.db, 'organisations', {
    id,
    createdutc: tx.now,
    updatedutc: tx.now,
    flagdefault: 1,
    ...organisation,
  })
  recordHistory(tx, 'organisations', id, [
    { field: 'created', oldvalue: '', newvalue: String(organisation.name) },
  ])
  for (const [rank, name] of boards.entries())
    insertRow(tx.db, 'boards', {
      id: randomUUIDv7(),
      createdutc: tx.now,
      updatedutc: tx.now,
      name,
      slug: name.toLowerCase(),
      rank,
      organisation: id,
    })
}

export function linkWorkersToUsers(tx: Tx) {
  prepared(
    tx.db,
    `UPDATE workers SET userid = u.id, email = u.email FROM users u
     WHERE workers.name = u.firstname || ' ' || u.lastname`,
  ).run()
  prepared(
    tx.db,
    'INSERT INTO board_workers (boardid, workerid) SELECT DISTINCT boardid, assignee FROM jobs WHERE assignee IS NOT NULL',
  ).run()
}

export function fillStakeholder(tx: Tx, userid: string) {
  prepared(
    tx.db,
    `INSERT INTO location_stakeholders (locationid, userid)
     SELECT location, ? FROM jobs WHERE status < ${COMPLETE} GROUP BY location ORDER BY count(*) DESC, min(reference) LIMIT 2`,
  ).run([userid])
}

type Note = { reference: string; by: string; message: string; hoursago: number }

/** In the order of their time, which is also that of their ids. */
export function fillNotes(tx: Tx, notes: Note[]) {
  for (const { reference, by, message, hoursago } of notes.toSorted((a, b) => b.hoursago - a.hoursago)) {
    const date = addMs(tx.now, -hoursago * HOUR_MS)
    prepared(
      tx.db,
      `INSERT INTO notes (id, jobid, userid, name, message, date)
       SELECT ?1, j.id, (SELECT id FROM users WHERE firstname || ' ' || lastname = ?2), ?2, ?3, ?4
       FROM jobs j WHERE j.reference = ?5`,
    ).run([randomUUIDv7(), by, message, date, reference])
  }
}

export function fillMessages(tx: Tx, userid: string, messages: readonly DemoMessage[]) {
  for (const { about, ...one } of messages)
    notify(tx, { userid, ...one, open: about ? openJob(tx.db, about) : undefined })
}

function openJob(db: TenantDb, reference: string) {
  const id = jobIdByReference(db, reference)
  const place = id ? findJobPlace(db, id) : null
  return place ? jobLinks(db)(place.boardid, reference) : undefined
}

/** As if each job had come in, with all that it has, on its own morning: what is worked follows it. */
export const dateHistory = (tx: Tx) =>
  prepared(
    tx.db,
    `UPDATE history SET dateutc = coalesce(
       (SELECT j.created FROM jobs j WHERE j.id = history.entityid AND j.created < history.dateutc), dateutc)
     WHERE entity = 'jobs'`,
  ).run([])
