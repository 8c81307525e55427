import { APPROVE } from '#db/job-status.ts'
import type { Stage } from '#db/queries/work/job-stages.ts'
import { cardSteps, stepProgress } from '#db/queries/work/job-steps.ts'
import {
  type CardRow,
  cardRows,
  hasFixedPrice,
  type JobCategory,
  listCategoriesByJob,
  noteCounts,
} from '#db/queries/work/jobs.ts'
import { listOpenAssets, type OpenAssets } from '#db/queries/work/jobs-warnings.ts'
import { findSampleJob } from '#db/queries/work/sample-job.ts'
import type { TenantDb } from '#db/types.ts'
import { findUnsoldJobs } from '#server/domains/sales/invoices/unsold-jobs.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { type CardSums, cardSums } from './job-totals.ts'
import { findNextStep } from './stages.ts'
import type { JobCard, ReferencedRecord } from './types.ts'
import { findWarnings, type Warning } from './warnings.ts'

type FullCard = { card: JobCard; warnings: Warning[]; items: readonly string[]; depositdue: boolean }

export function readCards(db: TenantDb, ids: readonly string[]): Map<string, FullCard> {
  const categories = Map.groupBy(listCategoriesByJob(db, ids), ({ jobid }) => jobid)
  const notes = new Map(noteCounts(db, ids).map(({ jobid, n }) => [jobid, n]))
  const sums = cardSums(db, ids)
  const assets = listOpenAssets(db, ids)
  const steps = cardSteps(db, ids)
  const sample = findSampleJob(db)?.id
  const rows = cardRows(db, ids)
  const complete = rows.filter(({ stage }) => stage === 'complete').map(({ id }) => id)
  const unsold = complete.length > 0 ? findUnsoldJobs(db, complete) : undefined
  return new Map(
    rows.map((row) => {
      const sum = sums.get(row.id)
      const held = steps.get(row.id)
      const progress = held?.steps ?? null
      const warnings = findWarnings(
        warningFacts(
          { ...row, begun: isBegun(row.stage), closed: row.status > APPROVE },
          sum,
          assets.get(row.id),
          progress && { ...progress, used: held?.used ?? false },
        ),
      )
      const { fixedprice, drafted, unpaid, unsent, declined, depositdue, estimatewaits: waits } = row
      const { lines = 0, used = 0, unused = 0 } = sum ?? {}
      const facts = {
        ...{ lines, used, unused, steps: progress, fixedprice, waits, declined, drafted, unpaid, unsent },
        depositdue,
        depositasked: row.deposit === 'asked',
        unsold: unsold?.get(row.id),
      }
      const more = {
        nextstep: findNextStep(row.stage, facts),
        notes: notes.get(row.id) ?? 0,
        warnings: warnings.length,
        steps: progress,
        sample: row.id === sample,
      }
      const card = presentCard(row, categories.get(row.id) ?? [], sum, more)
      const items = [...(sum?.items ?? []), ...(held?.stepids ?? [])]
      return [row.id, { card, warnings, items, depositdue }]
    }),
  )
}

const isBegun = (stage: Stage | null | undefined) => stage !== 'approved'

type WarnedJob = { id: string; status: number; scheduledminutes: number | null }

/** `untouched`: with open steps of which nobody was given or touched one. */
export function jobWarnings(db: TenantDb, job: WarnedJob, untouched = false): Warning[] {
  const ids = [job.id]
  // A job on its way to Complete is asked as one that is there.
  const begun = job.status > APPROVE || isBegun(cardRows(db, ids)[0]?.stage)
  const facts = { ...job, begun, fixedprice: hasFixedPrice(db, job.id), closed: false }
  const assets = listOpenAssets(db, ids).get(job.id)
  const steps = stepProgress(db, ids).get(job.id)
  return findWarnings(
    warningFacts(
      facts,
      cardSums(db, ids).get(job.id),
      assets,
      steps && { ...steps, used: untouched || steps.used },
    ),
  )
}

const warningFacts = (
  {
    status,
    scheduledminutes,
    begun,
    fixedprice,
    closed,
  }: Omit<WarnedJob, 'id'> & {
    begun: boolean
    fixedprice: boolean
    closed: boolean
  },
  sums: CardSums | undefined,
  assets: OpenAssets | undefined,
  steps: { done: number; total: number; used: boolean } | null | undefined,
) => ({
  status,
  scheduledminutes,
  begun,
  fixedprice,
  closed,
  unconsumed: sums?.unconsumed ?? 0,
  unconsumedinputs: sums?.unconsumedinputs ?? 0,
  standardminutes: sums?.standardminutes ?? 0,
  inputassets: assets?.inputs ?? 0,
  outputassets: assets?.outputs ?? 0,
  opensteps: steps?.used ? steps.total - steps.done : 0,
})

export function withoutMoney({ quoted: _quoted, actual: _actual, ...card }: JobCard): JobCard {
  return card
}

function presentCard(
  row: CardRow,
  categories: JobCategory[],
  sums: CardSums | undefined,
  more: Pick<JobCard, 'nextstep' | 'notes' | 'warnings' | 'steps' | 'sample'>,
): JobCard {
  const { id, version, seq, reference, description, boardid, status, created, completed } = row
  return {
    id,
    version,
    seq,
    reference,
    description,
    boardid,
    status,
    stage: row.stage,
    critical: row.critical,
    paid: row.paid,
    fixedprice: row.fixedprice,
    partpaid: row.unpaid && row.received,
    validuntil: row.validuntil,
    estimatewaits: row.estimatewaits,
    deposit: row.deposit,
    client: toReferenced(row.client, row.clientname),
    location: toReferenced(row.location, row.locationname),
    assignee: toReferenced(row.assignee, row.assigneename),
    assigneename: row.assigneename ?? '',
    categories: categories.map(({ id, name, colour }) => ({ id, name, colour })),
    created,
    start: row.start,
    visittime: row.visittime,
    finish: row.finish,
    completed,
    ...more,
    quoted: toDecimal(sums?.quoted ?? 0, 'cents'),
    actual: toDecimal((row.fixedprice ? sums?.quoted : sums?.actual) ?? 0, 'cents'),
  }
}

export const toReferenced = (id: string | null, name: string | null): ReferencedRecord | null =>
  id ? { id, name: name ?? '(unknown)' } : null
