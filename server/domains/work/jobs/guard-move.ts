import { DRAFT } from '#db/job-status.ts'
import { findJobFacts, listAssertions } from '#db/queries/work/assertions.ts'
import { listOpenAssets } from '#db/queries/work/jobs-warnings.ts'
import type { TenantDb } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import { cachedByReferenceVersion } from '#server/reference-cache.ts'
import { type AssertionFacts, findAssertionKind } from './assertion-kinds.ts'
import type { OptionalJobField } from './fields.ts'
import { cardSums } from './job-totals.ts'

type ActiveAssertion = { kind: string; boardid: string | null; lane: number; blocks: boolean }
type Finding = { code: string; message: string }

const activeAssertions = cachedByReferenceVersion((db): ActiveAssertion[] =>
  listAssertions(db)
    .filter(({ archived }) => !archived)
    .map(({ kind, boardid, lane, blocks }) => ({ kind, boardid, lane, blocks })),
)

/** Also for lanes gone past; nothing is asked of a job that goes back. @throws 400 `blocked` with every sentence */
export function checkMoveAssertions(
  db: TenantDb,
  jobid: string,
  boardid: string,
  from: number,
  to: number,
): Finding[] {
  const assertions = activeAssertions(db).filter(
    (assertion) =>
      (assertion.boardid ?? boardid) === boardid && assertion.lane > from && assertion.lane <= to,
  )
  return assertions.length === 0 ? [] : checkAssertions(readAssertionFacts(db, jobid), assertions)
}

export function guardBoard(db: TenantDb, jobid: string, boardid: string, status: number) {
  const assertions = activeAssertions(db).filter(
    (assertion) => assertion.boardid === boardid && assertion.lane <= status,
  )
  if (assertions.length > 0) checkAssertions(readAssertionFacts(db, jobid), assertions)
}

/** What a new job needs before a lane takes it, of what its form holds. */
export const fieldsBeforeLane = (db: TenantDb, boardid: string, lane: number): OptionalJobField[] =>
  activeAssertions(db)
    .filter((assertion) => assertion.blocks && (assertion.boardid ?? boardid) === boardid)
    .filter((assertion) => assertion.lane > DRAFT && assertion.lane <= lane)
    .flatMap(({ kind }) => findAssertionKind(kind)?.field ?? [])

function checkAssertions(job: AssertionFacts, assertions: readonly ActiveAssertion[]): Finding[] {
  const faults = (blocks: boolean): Finding[] => {
    const asked = new Set(
      assertions.filter((assertion) => assertion.blocks === blocks).map(({ kind }) => kind),
    )
    return [...asked].flatMap((kind) => {
      const message = findAssertionKind(kind)?.fault(job)
      return message ? [{ code: `rule.${kind}`, message }] : []
    })
  }
  const blocking = faults(true)
  if (blocking.length > 0)
    throw new Problem(400, blocking.map(({ message }) => message).join(' '), {
      code: 'blocked',
      data: blocking,
    })
  return faults(false)
}

function readAssertionFacts(db: TenantDb, jobid: string): AssertionFacts {
  const job = findJobFacts(db, jobid)
  if (!job) throw new Error(`There is no job ${jobid}.`)
  const assets = listOpenAssets(db, [jobid]).get(jobid)
  const { unconsumed = 0 } = cardSums(db, [jobid]).get(jobid) ?? {}
  return { ...job, unconsumed, openassets: (assets?.inputs ?? 0) + (assets?.outputs ?? 0) }
}
