import { findLinePlace, lineById, linesByIds, type MaterialRow } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import {
  addLinesWithInputs,
  changeLinesWithInputs,
  removeLineWithInputs,
} from '#server/domains/work/jobinputs/follow-products.ts'
import { changeableJob, checkChangeableJobs, visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { jobTotals } from '#server/domains/work/jobs/job-totals.ts'
import { forbidden, invalid, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, object, version } from '#server/http/fields.ts'
import { hasManyEntries } from '#server/http/many-entries.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { checkLineFields, keepEstimates } from './check-line-fields.ts'
import { LineChangeBody, LineIds, ManyLineChanges, ManyLines, NewLineBody } from './input.ts'
import { withPlainFields } from './line-problem.ts'
import { isLongToRead } from './long-job.ts'
import { presentLines, presentLinesByIds, readLine } from './present.ts'
import { reorderLines } from './reorder-lines.ts'
import { warnOfOthersGoods } from './warn-others-goods.ts'

const lineVisibility = (c: Context) => ({ money: c.can('jobs.money'), stock: c.can('stock.read') })
const show = (c: Context) => (tx: Tx, lineid: string) => readLine(tx.db, lineid, lineVisibility(c))
const warningMessage = (warnings: (string | undefined)[]) => ({
  message: [...new Set(warnings.filter(Boolean))].join(' ') || undefined,
})

/** In the order of their jobs. */
function showLines(c: Context, { db }: Tx, lines: readonly MaterialRow[], warnings: (string | undefined)[]) {
  const ids = lines.map(({ id }) => id)
  const byJob = Map.groupBy(presentLinesByIds(db, ids, lineVisibility(c)), ({ jobid }) => jobid)
  const jobids = [...new Set(lines.map(({ jobid }) => jobid))]
  return dataReply(
    jobids.flatMap((jobid) => byJob.get(jobid) ?? []),
    { total: ids.length, ...warningMessage(warnings) },
  )
}

const withoutZeroConsumed = (line: { consumed?: number | null }) => ({
  ...line,
  consumed: line.consumed || undefined,
})

function permitLine(tx: Tx, viewer: Viewer, lineid: string) {
  const line = findLinePlace(tx.db, lineid)
  if (!line) throw notFound('line')
  changeableJob(tx.db, viewer, line.jobid)
  return line
}

export const materialsApi: Route[] = [
  api(
    'GET /api/materials/getMaterials/:id',
    { claim: 'jobs.read', params: ById, long: isLongToRead, summary: 'The lines of a job.' },
    (c) => {
      const lines = c.read((db, viewer) =>
        presentLines(db, visibleJob(db, viewer, c.params.id).id, lineVisibility(c)),
      )
      return dataReply(lines, { total: lines.length })
    },
  ),

  api(
    'GET /api/jobs/:id/totals',
    {
      claim: 'jobs.money',
      params: ById,
      summary: 'What the lines of a job come to: quoted, actual, cost, margin.',
    },
    (c) => c.read((db, viewer) => jobTotals(db, visibleJob(db, viewer, c.params.id).id)),
  ),

  api(
    'POST /api/materials',
    {
      claim: 'materials.write',
      body: NewLineBody,
      summary: 'Adds a line to a job; a product that is made brings its inputs.',
    },
    (c) => {
      checkLineFields(c, withoutZeroConsumed(c.body))
      return c.write((tx, viewer) => {
        changeableJob(tx.db, viewer, c.body.jobid)
        const { lines, changes, warnings } = withPlainFields(() => addLinesWithInputs(tx, [c.body]))
        keepEstimates(tx, viewer, changes)
        const theirs = warnOfOthersGoods(tx, viewer, changes)
        return dataReply(
          readLine(tx.db, lines[0]!.id, lineVisibility(c)),
          warningMessage([...warnings, ...theirs]),
        )
      })
    },
  ),

  api(
    'POST /api/materials/many',
    {
      claim: 'materials.write',
      body: ManyLines,
      long: hasManyEntries,
      summary: 'Adds lines, all or none; products that are made bring their inputs.',
    },
    (c) => {
      for (const line of c.body) checkLineFields(c, withoutZeroConsumed(line))
      return c.write((tx, viewer) => {
        checkChangeableJobs(
          tx.db,
          viewer,
          c.body.map(({ jobid }) => jobid),
        )
        const { lines, changes, warnings } = addLinesWithInputs(tx, c.body)
        keepEstimates(tx, viewer, changes)
        return showLines(c, tx, lines, [...warnings, ...warnOfOthersGoods(tx, viewer, changes)])
      })
    },
  ),

  api(
    'PATCH /api/materials/reorder',
    {
      claim: 'materials.write',
      body: LineIds,
      long: hasManyEntries,
      summary: 'Puts the lines of a job in this order.',
    },
    (c) =>
      c.write((tx, viewer) => {
        const first = lineById(tx.db, c.body[0]!)
        if (!first) throw invalid({ ids: 'These are not all lines of one job.' })
        const { id: jobid } = changeableJob(tx.db, viewer, first.line.jobid)
        reorderLines(tx, jobid, c.body)
        return presentLines(tx.db, jobid, lineVisibility(c))
      }),
  ),

  // Whoever books consumption need not be allowed to plan: what each field needs is decided by the field.
  api(
    'PATCH /api/materials/many',
    {
      claim: 'jobs.read',
      body: ManyLineChanges,
      long: hasManyEntries,
      summary: 'Changes lines, all or none; the inputs of products follow.',
    },
    (c) => {
      for (const { id: _id, ...line } of c.body) checkLineFields(c, line)
      return c.write((tx, viewer) => {
        const ids = c.body.map(({ id }) => id)
        checkChangeableJobs(
          tx.db,
          viewer,
          linesByIds(tx.db, ids).map(({ jobid }) => jobid),
        )
        const { lines, changes, warnings } = changeLinesWithInputs(tx, c.body, show(c))
        keepEstimates(tx, viewer, changes)
        return showLines(c, tx, lines, [...warnings, ...warnOfOthersGoods(tx, viewer, changes)])
      })
    },
  ),

  api(
    'PATCH /api/materials/:id',
    {
      claim: 'jobs.read',
      params: ById,
      body: LineChangeBody,
      summary: 'Changes a line of a job; the inputs of a product follow.',
    },
    (c) => {
      checkLineFields(c, c.body)
      return c.write((tx, viewer) => {
        permitLine(tx, viewer, c.params.id)
        const { id } = c.params
        const { changes, warnings } = withPlainFields(() =>
          changeLinesWithInputs(tx, [{ ...c.body, id }], show(c)),
        )
        keepEstimates(tx, viewer, changes)
        const theirs = warnOfOthersGoods(tx, viewer, changes)
        return dataReply(readLine(tx.db, id, lineVisibility(c)), warningMessage([...warnings, ...theirs]))
      })
    },
  ),

  api(
    'DELETE /api/materials/:id',
    {
      claim: 'materials.write',
      params: ById,
      query: object({ version: version() }),
      summary: 'Removes a line from a job, with the inputs that it brought.',
    },
    (c) =>
      c.write((tx, viewer) => {
        const { consumed } = permitLine(tx, viewer, c.params.id)
        if (consumed !== 0 && !c.can('materials.consume')) throw forbidden()
        const { id } = c.params
        const { changes, warnings } = removeLineWithInputs(tx, { id, version: c.query.version }, show(c))
        keepEstimates(tx, viewer, changes)
        return dataReply({ id }, warningMessage(warnings))
      }),
  ),
]
