import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type RuleRow = {
  id: string
  version: number
  archived: number
  createdutc: string
  updatedutc: string
  kind: string
  boardid: string | null
  boardname: string | null
  lane: number
  blocks: number
}

const RULES = `
  SELECT assertions.*, b.name AS boardname FROM assertions LEFT JOIN boards AS b ON b.id = assertions.boardid`

/** The rules by the lane that they guard; those that are switched off come last. */
export const assertionRows = (db: TenantDb) =>
  prepared<RuleRow>(db, `${RULES} ORDER BY assertions.archived, lane, blocks DESC, kind, b.name`).all()

export const assertionById = (db: TenantDb, id: string) =>
  prepared<RuleRow>(db, `${RULES} WHERE assertions.id = ?`).get([id])

/** What the rules look at of one job. Flags and counts; `empty` are the labels of compulsory fields without a value. */
export type RuleFacts = {
  client: number
  location: number
  assignee: number
  description: number
  customerreference: number
  finish: number
  scheduled: number
  categories: number
  outputs: number
  unpriced: number
  empty: string | null
}

const RULE_FACTS = `
  SELECT j.client IS NOT NULL AS client, j.location IS NOT NULL AS location, j.assignee IS NOT NULL AS assignee,
    trim(j.description) <> '' AS description, trim(j.customerreference) <> '' AS customerreference,
    j.finish IS NOT NULL AS finish, coalesce(j.scheduledminutes, 0) > 0 AS scheduled,
    (SELECT count(*) FROM job_categories AS jc WHERE jc.jobid = j.id) AS categories,
    (SELECT count(*) FROM materials AS m WHERE m.jobid = j.id AND m.archived = 0 AND m.role = 2) AS outputs,
    (SELECT count(*) FROM materials AS m
     WHERE m.jobid = j.id AND m.archived = 0 AND m.nonbillable = 0 AND m.linerate = 0) AS unpriced,
    (SELECT group_concat(label, ', ') FROM (
       SELECT DISTINCT f.label FROM job_categories AS jc
       JOIN category_fields AS f ON f.category = jc.categoryid AND f.archived = 0 AND f.compulsary = 1
       LEFT JOIN job_fields AS v ON v.jobid = jc.jobid AND v.fieldid = f.id
       WHERE jc.jobid = j.id AND v.value IS NULL ORDER BY f.id)) AS empty
  FROM jobs AS j WHERE j.id = ?`

export const ruleFacts = (db: TenantDb, jobid: string) => prepared<RuleFacts>(db, RULE_FACTS).get([jobid])
